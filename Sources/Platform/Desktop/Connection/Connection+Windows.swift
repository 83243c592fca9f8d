internal import CX11

// Properties and messages of windows that may be destroyed at any time.
extension Connection {
  /// Returns up to 4096 items of a window's 32-bit property; nil if the window has none.
  func items(_ name: AtomName, of window: XID) -> [UInt]? {
    guard isAlive, window != 0 else { return nil }
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let (status, _) = trapping(synchronising: false) {
      XGetWindowProperty(
        display, window, atoms[name], 0, 4096, 0, UInt(AnyPropertyType), &type, &format, &count, &rest, &data)
    }
    defer { if let data { XFree(data) } }
    guard status == Success, format == 32, let data else { return nil }
    // Xlib returns 32-bit items as longs.
    return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  /// Whether a window manager with EWMH support runs (EWMH, "_NET_SUPPORTING_WM_CHECK").
  var hasWindowManager: Bool {
    guard let window = items(.netSupportingWMCheck, of: root)?.first else { return false }
    return items(.netSupportingWMCheck, of: window)?.first == window
  }

  /// Queries the server's time in ms.
  func serverTime() -> Time {
    guard isAlive else { return 0 }
    let window = XCreateSimpleWindow(display, root, -10, -10, 1, 1, 0, 0, 0)
    XSelectInput(display, window, PropertyChangeMask)
    // Appending no bytes changes nothing but causes an event with the time.
    let none: [UInt8] = []
    XChangeProperty(display, window, atoms[.presented], Atom(XA_INTEGER), 8, PropModeAppend, none, 0)
    var event = XEvent()
    XWindowEvent(display, window, PropertyChangeMask, &event)
    guard isAlive else { return 0 }
    XDestroyWindow(display, window)
    return event.xproperty.time
  }

  /// Raises a window and gives it keyboard focus.
  func raise(_ window: XID, at time: Time) {
    guard isAlive else { return }
    _ = trapping {
      guard hasWindowManager else {
        XMapRaised(display, window)
        XSetInputFocus(display, window, Int32(RevertToPointerRoot), time)
        return
      }
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type = atoms[.netActiveWindow]
      event.xclient.format = 32
      let fromApplication = 1
      event.xclient.data.l = (fromApplication, Int(bitPattern: time), 0, 0, 0)
      XSendEvent(display, root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
    }
  }
}
