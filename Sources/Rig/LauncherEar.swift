import CX11

/// A desktop that waits for the programs that it has started: hears the messages of freedesktop's startup notification protocol.
///
/// Life: 1. listens from `init` on; 2. `messages` after anything was done; 3. ends with its owner.
public final class LauncherEar {
  private let connection: XConnection
  private var begun: [Window: [UInt8]] = [:]
  private var heard: [String] = []

  /// Listens on the server that `screen` looks at.
  public init(_ screen: Screen) throws(RigError) {
    connection = try XConnection(display: screen.display)
    XSelectInput(try connection.handle(), connection.root, PropertyChangeMask)
    try connection.synchronize()
  }

  /// All whole messages so far, oldest first: `remove: ID="..."`.
  public var messages: [String] {
    let (first, further) = (connection.atom("_NET_STARTUP_INFO_BEGIN"), connection.atom("_NET_STARTUP_INFO"))
    while var event = connection.nextEvent() {
      guard event.type == ClientMessage, event.xclient.format == 8 else { continue }
      let window = event.xclient.window
      guard event.xclient.message_type == first || event.xclient.message_type == further else { continue }
      if event.xclient.message_type == first { begun[window] = [] }
      let bytes = withUnsafeBytes(of: &event.xclient.data.b) { Array($0.prefix(20)) }
      begun[window, default: []] += bytes.prefix { $0 != 0 }
      if bytes.contains(0), let whole = begun.removeValue(forKey: window) {
        heard.append(String(decoding: whole, as: UTF8.self))
      }
    }
    return heard
  }
}
