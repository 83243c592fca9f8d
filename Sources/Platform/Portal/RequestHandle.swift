/// The path of a portal request.
///
/// The Response may arrive before the call returns, so the client must subscribe first. It knows
/// the path by then: it chooses the last part, and the rest follows from its bus name
/// (org.freedesktop.portal.Request, since version 0.9). Older portals choose the path and return it
/// from the call.
struct RequestHandle: Hashable, Sendable {
  /// The last part of the path.
  let token: String

  /// A token that is hard to guess, as portals recommend. Each request has its own connection, so
  /// paths are unique.
  init(random: UInt64) { token = "fude_" + String(random, radix: 36) }

  /// The whole path.
  /// - Parameter sender: the unique name of the caller's connection, ":1.42".
  func path(sender: String) -> String {
    let name = sender.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 }
    return "/org/freedesktop/portal/desktop/request/\(String(name))/\(token)"
  }
}
