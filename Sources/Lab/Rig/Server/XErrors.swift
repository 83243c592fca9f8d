import CX11
import Synchronization

/// What went wrong on the rig's connections to X servers.
///
/// Xlib tells of errors through one handler per process, a C function that has no place for a
/// context and must not call Xlib; its default handlers end the process. So the state below is
/// global, behind a lock, with an entry per connection of the rig. Errors of other connections in
/// the process go to whatever handler was there before.
enum XErrors {
  /// An error that the server reported.
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

  // Written once, when the handler is installed, and a C function pointer from then on.
  private static let previous = XSetErrorHandler { display, event in
    guard let display, let event else { return 0 }
    let report = Report(code: Int(event.pointee.error_code), request: Int(event.pointee.request_code))
    return XErrors.note(report, on: display) ? 0 : XErrors.pass(display, event)
  }

  // Called when a connection breaks; the default one writes a message, the one of the connection
  // then decides on exit.
  private static let previousForLoss = XSetIOErrorHandler { display in
    guard let display else { return 0 }
    return XErrors.noteLoss(of: display) ? 0 : XErrors.passLoss(of: display)
  }

  /// Begins to keep the errors of a connection, which then no longer ends the process when it is
  /// lost.
  static func add(_ display: OpaquePointer) {
    _ = (previous, previousForLoss)
    connections.withLock { $0[key(display)] = Connection() }
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
  }

  /// Ends that, before the connection is closed.
  static func remove(_ display: OpaquePointer) {
    connections.withLock { $0[key(display)] = nil }
  }

  /// The last error since the last call, and forgets it.
  static func take(_ display: OpaquePointer) -> Report? {
    connections.withLock { connections in
      defer { connections[key(display)]?.last = nil }
      return connections[key(display)]?.last
    }
  }

  /// Whether the connection is lost.
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
