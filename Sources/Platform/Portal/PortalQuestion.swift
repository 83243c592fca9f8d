/// A call of a portal that is answered later, by a Response (org.freedesktop.portal.Request).
struct PortalQuestion: Sendable {
  /// The portal's interface: "org.freedesktop.portal.FileChooser".
  let interface: String
  let method: String
  /// The parameters, for the last part of the request's path (`RequestHandle`).
  let parameters: @Sendable (_ token: String) -> Variant

  /// A portal's name for an X window: its id in hexadecimal. Empty for none.
  static func parent(_ window: UInt?) -> String { window.map { "x11:" + String($0, radix: 16) } ?? "" }
}
