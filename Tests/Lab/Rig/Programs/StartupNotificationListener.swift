import CX11

/// Receives the messages of freedesktop.org's startup notification protocol, like a desktop that
/// has started a program.
///
/// It listens from `init` until it is deallocated.
public final class StartupNotificationListener {
  private let connection: XConnection
  private var partial: [Window: [UInt8]] = [:]
  private var received: [String] = []

  /// Starts listening on the server of `screen`.
  public init(_ screen: Screen) throws(RigError) {
    connection = try XConnection(display: screen.display)
    XSelectInput(try connection.handle(), connection.root, PropertyChangeMask)
    try connection.synchronize()
  }

  /// All complete messages so far, oldest first: `remove: ID="..."`.
  public var messages: [String] {
    let (first, further) = (connection.atom("_NET_STARTUP_INFO_BEGIN"), connection.atom("_NET_STARTUP_INFO"))
    while var event = connection.nextEvent() {
      guard event.type == ClientMessage, event.xclient.format == 8 else { continue }
      let window = event.xclient.window
      guard event.xclient.message_type == first || event.xclient.message_type == further else { continue }
      if event.xclient.message_type == first { partial[window] = [] }
      let bytes = withUnsafeBytes(of: &event.xclient.data.b) { Array($0.prefix(20)) }
      partial[window, default: []] += bytes.prefix { $0 != 0 }
      if bytes.contains(0), let whole = partial.removeValue(forKey: window) {
        received.append(String(decoding: whole, as: UTF8.self))
      }
    }
    return received
  }
}
