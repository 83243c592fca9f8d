import CX11

extension Screen {
  /// The windows of programs: mapped, with a WM_CLASS or a title. Works with and without a window
  /// manager.
  public func windows() -> [WindowID] {
    var found: [WindowID] = []
    collect(below: root, depth: 3, into: &found)
    let ofManager = numbers("_NET_SUPPORTING_WM_CHECK", of: root)?.first
    return found.filter { Int(bitPattern: $0.number) != ofManager }
  }

  /// The window with this title, or else one whose title contains it; nil if there is none.
  public func window(titled title: String) -> WindowID? {
    let windows = windows()
    return windows.first { self.title(of: $0) == title }
      ?? windows.first { self.title(of: $0)?.contains(title) ?? false }
  }

  /// The window of a process (_NET_WM_PID).
  public func window(processID: Int) -> WindowID? {
    windows().first { self.processID(of: $0) == processID }
  }

  /// The window whose WM_CLASS has `name` as instance or class.
  public func window(class name: String) -> WindowID? {
    windows().first { windowClass(of: $0)?.contains(name) ?? false }
  }

  /// Waits for the window of a started program. If the program ends first, fails with its output.
  public func waitForWindow(of program: Program, seconds: Double = 20) throws(RigError) -> WindowID {
    try wait(for: "a window of \(program.path)", seconds: seconds) { () throws(RigError) -> WindowID? in
      if let window = window(processID: program.processID) { return window }
      guard program.isRunning else {
        throw RigError("\(program.path) ended before it showed a window; it said: \(program.errors)")
      }
      return nil
    }
  }

  /// Whether a window manager manages a window (ICCCM 4.1.3.1: WM_STATE).
  public func isManaged(_ window: WindowID) -> Bool {
    (numbers("WM_STATE", of: window)?.first ?? Int(WithdrawnState)) != Int(WithdrawnState)
  }

  /// A window's area on the screen, without frame and border. Fails if the window does not exist.
  public func geometry(of window: WindowID) throws(RigError) -> Area {
    let handle = try connection.handle()
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(handle, window.number, &attributes) != 0 else {
      throw RigError("There is no window \(window).")
    }
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    XTranslateCoordinates(try connection.handle(), window.number, connection.root, 0, 0, &x, &y, &child)
    return Area(x: Int(x), y: Int(y), width: Int(attributes.width), height: Int(attributes.height))
  }

  /// Whether a window exists and is shown.
  public func isViewable(_ window: WindowID) -> Bool {
    var attributes = XWindowAttributes()
    guard let handle = connection.live else { return false }
    return XGetWindowAttributes(handle, window.number, &attributes) != 0 && attributes.map_state == IsViewable
  }

  /// Moves and resizes a window and waits until it is done. A window manager may add its frame.
  public func place(_ window: WindowID, _ area: Area) throws(RigError) {
    try connection.checked("Cannot place window \(window)") {
      _ = XMoveResizeWindow(
        $0, window.number, Int32(area.x), Int32(area.y), UInt32(area.width), UInt32(area.height))
    }
    try wait(for: "window \(window) to be \(area.width)x\(area.height)") { () throws(RigError) in
      let now = try geometry(of: window)
      return now.width == area.width && now.height == area.height
    }
  }

  /// Focuses a window and raises it above others.
  public func focus(_ window: WindowID) throws(RigError) {
    try connection.checked("Cannot focus window \(window)") { handle in
      XRaiseWindow(handle, window.number)
      XSetInputFocus(handle, window.number, Int32(RevertToPointerRoot), UInt(CurrentTime))
    }
  }

  /// Asks a window to close, as a window manager's close button does.
  public func close(_ window: WindowID) throws(RigError) {
    try sendProtocol("WM_DELETE_WINDOW", to: window, 0, 0)
  }

  /// Pings the program of a window, as a window manager does, and waits for its answer. A program
  /// reads its events in order, so it has then read everything that the server sent before.
  public func ping(_ window: WindowID, seconds: Double = 10) throws(RigError) {
    pingNumber += 1
    let number = pingNumber
    try sendProtocol("_NET_WM_PING", to: window, number, Int(bitPattern: window.number))
    try wait(for: "window \(window) to answer to _NET_WM_PING", seconds: seconds) { takePong(number) }
  }

  /// Waits until a window's program has read all events sent so far and the server shows what it
  /// drew.
  ///
  /// That takes four pings, because a program draws after it has answered the events that it read,
  /// and draws a frame only after the server has processed the previous one.
  /// - After the first answer, the program has read the events.
  /// - After the second, it has sent a frame with what they changed, but the panels may have changed
  ///   after that frame.
  /// - The third ping comes after the server has processed that frame. After its answer, the
  ///   program knows that.
  /// - After the fourth, it has sent a frame with everything.
  ///
  /// A window manager lets one press through each time.
  public func settle(_ window: WindowID, seconds: Double = 10) throws(RigError) {
    for _ in 0..<4 {
      try windowManager?.settle()
      try ping(window, seconds: seconds)
    }
    try synchronize()
  }

  /// Cuts the connection of a window's program, as `xkill` does.
  public func killClient(of window: WindowID) throws(RigError) {
    try connection.checked("Cannot cut off the owner of window \(window)") { _ = XKillClient($0, window.number) }
  }

  func sendProtocol(
    _ name: String, to window: WindowID, _ first: Int, _ second: Int, _ third: Int = 0
  ) throws(RigError) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window.number
    event.xclient.message_type = connection.atom("WM_PROTOCOLS")
    event.xclient.format = 32
    event.xclient.data.l = (Int(bitPattern: connection.atom(name)), first, second, third, 0)
    try connection.checked("Cannot send \(name) to window \(window)") {
      _ = XSendEvent($0, window.number, 0, 0, &event)
    }
  }

  private func collect(below window: WindowID, depth: Int, into found: inout [WindowID]) {
    var (root, parent, count): (Window, Window, UInt32) = (0, 0, 0)
    var children: UnsafeMutablePointer<Window>?
    guard let handle = connection.live,
      XQueryTree(handle, window.number, &root, &parent, &children, &count) != 0, let children
    else { return }
    defer { XFree(children) }
    for index in (0..<Int(count)).reversed() {  // topmost first
      let child = WindowID(children[index])
      guard isViewable(child) else { continue }
      if windowClass(of: child) != nil || title(of: child) != nil {
        found.append(child)
      } else if depth > 1 {
        collect(below: child, depth: depth - 1, into: &found)
      }
    }
  }
}
