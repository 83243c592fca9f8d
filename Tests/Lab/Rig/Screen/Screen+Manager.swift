import CX11

extension Screen {
  /// Minimises a window and waits until it is not shown (ICCCM 4.1.4).
  public func iconify(_ window: WindowID) throws(RigError) {
    try connection.checked("Cannot iconify window \(window)") {
      _ = XIconifyWindow($0, window.number, XDefaultScreen($0))
    }
    try wait(for: "window \(window) to be iconified") { !isViewable(window) }
  }

  /// Activates a window, as a task bar does, and waits until it is shown (EWMH,
  /// "_NET_ACTIVE_WINDOW").
  public func activate(_ window: WindowID) throws(RigError) {
    try sendToManager("_NET_ACTIVE_WINDOW", about: window, (2, 0, 0, 0, 0))
    try wait(for: "window \(window) to be shown") { isViewable(window) }
  }

  /// Maximises or restores a window and waits until its window manager reports that.
  public func maximise(_ window: WindowID, _ wanted: Bool = true) throws(RigError) {
    let (across, down) = ("_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_MAXIMIZED_VERT")
    let names = [across, down].map { Int(bitPattern: connection.atom($0)) }
    try sendToManager("_NET_WM_STATE", about: window, (wanted ? 1 : 0, names[0], names[1], 2, 0))
    try wait(for: "window \(window) to be maximised or not") {
      atoms("_NET_WM_STATE", of: window).contains(across) == wanted
    }
  }

  /// The window that has the keyboard focus; nil if there is none.
  public var activeWindow: WindowID? {
    numbers("_NET_ACTIVE_WINDOW", of: root)?.first.flatMap { $0 == 0 ? nil : WindowID(UInt(bitPattern: $0)) }
  }

  /// The width of a window's frame at the left and the top, px; 0 if it has none.
  public func frame(of window: WindowID) -> (left: Int, top: Int) {
    guard let items = numbers("_NET_FRAME_EXTENTS", of: window), items.count == 4 else { return (0, 0) }
    return (items[0], items[2])
  }

  /// Covers an area with a window of one colour, 0xRRGGBB, above all others, which the window
  /// manager ignores.
  public func cover(_ area: Area, _ colour: UInt32 = 0x80_8080) throws(RigError) -> WindowID {
    try connection.checked("Cannot make a window") { handle in
      var attributes = XSetWindowAttributes()
      attributes.override_redirect = 1
      attributes.background_pixel = UInt(colour)
      let window = XCreateWindow(
        handle, connection.root, Int32(area.x), Int32(area.y), UInt32(area.width), UInt32(area.height), 0, 0,
        UInt32(InputOutput), nil, UInt(CWOverrideRedirect | CWBackPixel), &attributes)
      XMapRaised(handle, window)
      return WindowID(window)
    }
  }

  func sendToManager(_ name: String, about window: WindowID, _ data: (Int, Int, Int, Int, Int)) throws(RigError) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window.number
    event.xclient.message_type = connection.atom(name)
    event.xclient.format = 32
    event.xclient.data.l = data
    try connection.checked("Cannot ask the window manager for \(name)") {
      _ = XSendEvent($0, connection.root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
    }
  }
}

extension Screen {
  /// Announces the EWMH features that a window manager supports, although none is running.
  public func setSupported(_ names: [String]) throws(RigError) {
    let atoms = names.map { connection.atom($0) }
    let property = connection.atom("_NET_SUPPORTED")
    try connection.checked("Cannot say what is supported") { handle in
      atoms.withUnsafeBytes {
        _ = XChangeProperty(
          handle, connection.root, property, Atom(XA_ATOM), 32, PropModeReplace,
          $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(atoms.count))
      }
    }
  }
}
