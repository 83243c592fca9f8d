/// The path of a portal request. The client must subscribe before the call, since the Response may
/// arrive first. So it chooses the last part, and the rest follows from its bus name
/// (org.freedesktop.portal.Request, since version 0.9). Older portals return another path.
struct RequestHandle: Hashable, Sendable {
  let token: String

  /// A token that is hard to guess, as portals recommend.
  init(random: UInt64) { token = "fude_" + String(random, radix: 36) }

  /// The whole path.
  /// - Parameter sender: the unique name of the caller's connection, ":1.42".
  func path(sender: String) -> String {
    let name = sender.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 }
    return "/org/freedesktop/portal/desktop/request/\(String(name))/\(token)"
  }
}
