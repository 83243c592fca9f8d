internal import CX11

/// The _NET_WM_SYNC_REQUEST counter: reports to the window manager that the window shows its new
/// size, so that neither it nor a compositor shows the window before.
///
/// 1. `init` makes the counter, which the window's properties name; nil if the server has none.
/// 2. Before the manager resizes the window, it sends a number (`request`). When the size arrives
///   (`configured`), that number is due.
/// 3. When the window's pixels are with the server, `frameShown` sets the counter to the number.
///
/// Source: EWMH, "_NET_WM_SYNC_REQUEST".
final class FrameCounter {
  private let connection: Connection
  let id: XID
  /// The number of the last request whose size has not arrived yet.
  private var requested: XSyncValue?
  /// The number that is due with the next frame.
  private var due: XSyncValue?

  init?(_ connection: Connection) {
    self.connection = connection
    let display = connection.display
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XSyncQueryExtension(display, &event, &error) != 0, XSyncInitialize(display, &major, &minor) != 0,
      connection.isAlive
    else { return nil }
    id = XSyncCreateCounter(display, XSyncValue(hi: 0, lo: 0))
  }

  deinit {
    if connection.isAlive { XSyncDestroyCounter(connection.display, id) }
  }

  /// Handles a request: the number, by its lower and upper 32 bits, that is due after the next
  /// size.
  func request(low: Int, high: Int) {
    requested = XSyncValue(hi: Int32(truncatingIfNeeded: high), lo: UInt32(truncatingIfNeeded: low))
  }

  /// Handles the arrival of the size.
  func configured() {
    guard let requested else { return }
    due = requested
    self.requested = nil
  }

  /// Sets the counter, after all pixels were sent. Does nothing without a due number.
  func frameShown() {
    guard let due else { return }
    self.due = nil
    guard connection.isAlive else { return }
    XSyncSetCounter(connection.display, id, due)
    XFlush(connection.display)
  }
}

extension Window {
  /// Reports to the window manager that all pixels were presented. Call it after every frame, also
  /// if there is nothing to draw. It costs something only after a resize.
  public func frameShown() { frameCounter?.frameShown() }
}
