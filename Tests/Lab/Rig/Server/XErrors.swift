import CX11
import Synchronization

/// The errors of the rig's connections to X servers.
///
/// Xlib reports errors to one handler per process: a C function without a context, which must not
/// call Xlib. Its default handlers end the process. So the state here is global, behind a lock,
/// with an entry per connection of the rig. Errors of other connections go to the previous handler.
enum XErrors {
  struct Report: Sendable {
    /// Xlib's error code (BadWindow ...).
    var code: Int
    /// The major opcode of the request that failed.
    var request: Int
  }

  private struct Connection {
    var last: Report?
    var isLost = false
  }

  private static let connections = Mutex<[UInt: Connection]>([:])

  // Initialised once, when the handler is installed; it then holds the previous handler.
  private static let previous = XSetErrorHandler { display, event in
    guard let display, let event else { return 0 }
    let report = Report(code: Int(event.pointee.error_code), request: Int(event.pointee.request_code))
    return XErrors.note(report, on: display) ? 0 : XErrors.pass(display, event)
  }

  // The handler is called when a connection breaks. The default handler writes a message; the
  // connection's exit handler then decides whether the process ends.
  private static let previousForLoss = XSetIOErrorHandler { display in
    guard let display else { return 0 }
    return XErrors.noteLoss(of: display) ? 0 : XErrors.passLoss(of: display)
  }

  /// Starts recording the errors of a connection. Its loss then no longer ends the process.
  static func add(_ display: OpaquePointer) {
    _ = (previous, previousForLoss)
    connections.withLock { $0[key(display)] = Connection() }
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
  }

  /// Stops recording. Call it before the connection is closed.
  static func remove(_ display: OpaquePointer) {
    connections.withLock { $0[key(display)] = nil }
  }

  /// Returns and forgets the error since the last call; if there were several, the last one.
  static func take(_ display: OpaquePointer) -> Report? {
    connections.withLock { connections in
      defer { connections[key(display)]?.last = nil }
      return connections[key(display)]?.last
    }
  }

  static func isLost(_ display: OpaquePointer) -> Bool {
    connections.withLock { $0[key(display)]?.isLost ?? true }
  }

  private static func note(_ report: Report, on display: OpaquePointer) -> Bool {
    connections.withLock { connections in
      guard connections[key(display)] != nil else { return false }
      connections[key(display)]?.last = report
      return true
    }
  }

  private static func noteLoss(of display: OpaquePointer) -> Bool {
    connections.withLock { connections in
      guard connections[key(display)] != nil else { return false }
      connections[key(display)]?.isLost = true
      return true
    }
  }

  private static func pass(_ display: OpaquePointer, _ event: UnsafeMutablePointer<XErrorEvent>) -> Int32 {
    previous?(display, event) ?? 0
  }

  private static func passLoss(of display: OpaquePointer) -> Int32 {
    previousForLoss?(display) ?? 0
  }

  private static func key(_ display: OpaquePointer) -> UInt { UInt(bitPattern: display) }
}
