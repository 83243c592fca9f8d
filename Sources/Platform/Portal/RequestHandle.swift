/// The path of a request to a portal.
///
/// The Response may come before the call has returned, so one listens for it before one calls; the path is known by then, as the
/// caller chooses its last part and the rest follows from who he is (org.freedesktop.portal.Request, since version 0.9).
/// Older portals take a path of their own, which the call returns.
struct RequestHandle: Hashable, Sendable {
  /// The last part of the path.
  let token: String

  /// A token that nobody guesses, as portals advise. Each request has a connection of its own, so no two are the same.
  init(random: UInt64) { token = "fude_" + String(random, radix: 36) }

  /// The whole path.
  /// - Parameter sender: the unique name of the caller's connection, ":1.42".
  func path(sender: String) -> String {
    let name = sender.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 }
    return "/org/freedesktop/portal/desktop/request/\(String(name))/\(token)"
  }
}
