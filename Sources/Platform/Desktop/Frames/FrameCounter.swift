internal import CX11

/// Tells the window manager when the window shows a new size, so that it is not shown earlier.
///
/// Life cycle:
/// 1. `init` creates a counter on the server, which a window property names; nil if the server has
///    none.
/// 2. Before the manager resizes the window, it sends a number (`request`). When the size arrives
///    (`configured`), that number is due.
/// 3. After the window's pixels were sent, `frameShown` sets the counter to it. The server executes
///    requests in order, so whoever sees the number sees the pixels.
///
/// Source: freedesktop.org, "Extended Window Manager Hints" 1.5, "_NET_WM_SYNC_REQUEST".
final class FrameCounter {
  private let connection: Connection
  let id: XID
  /// The number of the last request whose size has not arrived.
  private var requested: XSyncValue?
  /// The number to set after the next frame.
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

  /// Handles the request that precedes a resize; `low` and `high` are the number's 32-bit halves.
  func request(low: Int, high: Int) {
    requested = XSyncValue(hi: Int32(truncatingIfNeeded: high), lo: UInt32(truncatingIfNeeded: low))
  }

  func configured() {
    guard let requested else { return }
    due = requested
    self.requested = nil
  }

  /// Sets the counter if a number is due. Call it after all pixels were sent.
  func frameShown() {
    guard let due else { return }
    self.due = nil
    guard connection.isAlive else { return }
    XSyncSetCounter(connection.display, id, due)
    XFlush(connection.display)
  }
}

extension Window {
  /// Reports that the current frame has been presented. Call it after every frame, and when there
  /// is nothing to draw. It does nothing unless the window manager waits for it.
  public func frameShown() { frameCounter?.frameShown() }
}
