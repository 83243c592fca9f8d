import CX11

extension Screen {
  /// Asks the window manager to show a window full screen, and waits until it is (EWMH:
  /// _NET_WM_STATE).
  public func fillScreen(with window: WindowID, seconds: Double = 10) throws(RigError) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window.number
    event.xclient.message_type = connection.atom("_NET_WM_STATE")
    event.xclient.format = 32
    // 1: add; 2: requested by a pager, not by the program.
    event.xclient.data.l = (1, Int(bitPattern: connection.atom("_NET_WM_STATE_FULLSCREEN")), 0, 2, 0)
    try connection.checked("Cannot ask for window \(window) to fill the screen") {
      _ = XSendEvent($0, connection.root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
    }
    try wait(for: "window \(window) to fill the screen", seconds: seconds) { () throws(RigError) in
      try geometry(of: window) == area
    }
  }
}

extension Screen {
  /// Whether a compositor is running (EWMH, "_NET_WM_CM_Sn").
  public var hasCompositor: Bool {
    guard let handle = connection.live else { return false }
    return XGetSelectionOwner(handle, connection.atom("_NET_WM_CM_S\(XDefaultScreen(handle))")) != 0
  }
}
