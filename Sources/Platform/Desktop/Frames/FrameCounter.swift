internal import CX11

/// Tells the window manager when the window shows what it was resized to, so that neither it nor a compositor shows the window
/// before: a counter of the server's.
///
/// Its life:
/// 1. `init` makes the counter, which the window names in its properties; nil where the server has none.
/// 2. Before the manager gives the window another size, it sends a number (`request`). With the size's arrival (`configured`)
///    that is what the counter is to reach.
/// 3. When the window's pixels have been handed to the server, `frameShown` sets it. The server works off requests in order, so
///    whoever sees the number sees the pixels.
/// 4. It goes with its owner.
///
/// Source: freedesktop.org, "Extended Window Manager Hints" 1.5, "_NET_WM_SYNC_REQUEST".
final class FrameCounter {
  private let connection: Connection
  let id: XID
  /// The number of the last request whose size has yet to come.
  private var requested: XSyncValue?
  /// The number to reach with the next frame.
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

  /// The window is about to get a size, after which the counter is to reach a number, given by its lower and upper 32 bits.
  func request(low: Int, high: Int) {
    requested = XSyncValue(hi: Int32(truncatingIfNeeded: high), lo: UInt32(truncatingIfNeeded: low))
  }

  /// The size has come.
  func configured() {
    guard let requested else { return }
    due = requested
    self.requested = nil
  }

  /// All that the window is to show has been handed to the server. Costs nothing where nobody waits for it.
  func frameShown() {
    guard let due else { return }
    self.due = nil
    guard connection.isAlive else { return }
    XSyncSetCounter(connection.display, id, due)
    XFlush(connection.display)
  }
}

extension Window {
  /// Says that all that the window is to show has been presented. To be called after every frame, and where there is nothing to
  /// draw; it costs nothing but after the window manager has given the window a size, and asked to be told.
  public func frameShown() { frameCounter?.frameShown() }
}
