internal import CX11
import Geometry

// The place of the window on the screen.
extension Window {
  /// The window with its frame, px of the screen; nil if it is gone.
  public var frame: PixelRect? {
    guard connection.isAlive, !isDestroyed else { return nil }
    var (x, y, child): (Int32, Int32, XID) = (0, 0, 0)
    let (isThere, _) = connection.trapping(synchronising: false) {
      XTranslateCoordinates(connection.display, id, connection.root, 0, 0, &x, &y, &child)
    }
    guard isThere == 1, connection.isAlive else { return nil }
    let edges = frameEdges
    return PixelRect(
      minX: Int(x) - edges.left, minY: Int(y) - edges.top, maxX: Int(x) + width + edges.right,
      maxY: Int(y) + height + edges.bottom)
  }

  /// The widths of the frame, px (EWMH, "_NET_FRAME_EXTENTS").
  private var frameEdges: (left: Int, right: Int, top: Int, bottom: Int) {
    guard let items = connection.items(.netFrameExtents, of: id), items.count >= 4,
      items.prefix(4).allSatisfy({ $0 <= 1000 })
    else { return (0, 0, 0, 0) }
    return (Int(items[0]), Int(items[1]), Int(items[2]), Int(items[3]))
  }

  /// Moves the window back if it cannot be reached.
  func bringBack() {
    guard isShown, let frame else { return }
    if isFullScreen || isMaximised {
      // The window manager does that.
      if !connection.hasWindowManager { fillMonitor() }
      return
    }
    let wanted = WindowPlacement.reachable(frame, on: connection.monitors)
    guard wanted != frame, !isDestroyed else { return }
    // Managers take a position as that of the frame's corner (ICCCM 4.1.5), and a size as that of
    // the window inside.
    let (dw, dh) = (frame.width - wanted.width, frame.height - wanted.height)
    XMoveResizeWindow(
      connection.display, id, Int32(wanted.minX), Int32(wanted.minY), UInt32(max(1, width - dw)),
      UInt32(max(1, height - dh)))
    XFlush(connection.display)
  }

  /// Without a window manager the window itself covers the monitor that it is on.
  func fillMonitor() {
    guard let frame, let monitor = WindowPlacement.nearest(to: frame, of: connection.monitors) else { return }
    if unfilled == nil { unfilled = frame }
    XMoveResizeWindow(
      connection.display, id, Int32(monitor.minX), Int32(monitor.minY), UInt32(monitor.width), UInt32(monitor.height))
    XRaiseWindow(connection.display, id)
    XFlush(connection.display)
  }

  /// Without a window manager: full screen, or as it was before.
  func setFullScreenAlone(_ wanted: Bool) {
    setProperty(.netWMState, type: Atom(XA_ATOM), wanted ? [connection.atoms[.netWMStateFullscreen]] : [])
    if wanted { return fillMonitor() }
    guard let old = unfilled else { return }
    unfilled = nil
    let place = WindowPlacement.reachable(old, on: connection.monitors)
    XMoveResizeWindow(
      connection.display, id, Int32(place.minX), Int32(place.minY), UInt32(place.width), UInt32(place.height))
    XFlush(connection.display)
  }
}
