import CX11

extension Screen {
  /// The value of a window's frame counter (EWMH, "_NET_WM_SYNC_REQUEST"); nil if it has none. The
  /// program sets the counter when the window shows the content for its new size.
  public func frameCount(of window: WindowID) throws(RigError) -> Int? {
    guard let counter = numbers("_NET_WM_SYNC_REQUEST_COUNTER", of: window)?.first else { return nil }
    var value = XSyncValue()
    let isThere = try connection.checked("Cannot read the counter of window \(window)") {
      XSyncQueryCounter($0, UInt(bitPattern: counter), &value)
    }
    return isThere == 0 ? nil : Int(value.hi) << 32 | Int(value.lo)
  }

  /// Resizes a window like a window manager that waits for frames. It announces the frame's number,
  /// then configures the window.
  public func requestFrame(_ number: Int, of window: WindowID, _ area: Area) throws(RigError) {
    try announceFrame(number, of: window)
    try connection.checked("Cannot place window \(window)") {
      _ = XMoveResizeWindow(
        $0, window.number, Int32(area.x), Int32(area.y), UInt32(area.width), UInt32(area.height))
    }
  }

  /// Announces the counter value that the program is to set after the window's next resize.
  public func announceFrame(_ number: Int, of window: WindowID) throws(RigError) {
    try sendProtocol(
      "_NET_WM_SYNC_REQUEST", to: window, 0, Int(truncatingIfNeeded: number & 0xffff_ffff), number >> 32)
  }

  /// Sends a window its position, as window managers do after a move without a resize (ICCCM
  /// 4.1.5).
  public func sendPosition(of window: WindowID) throws(RigError) {
    let area = try geometry(of: window)
    var event = XEvent()
    event.xconfigure.type = ConfigureNotify
    event.xconfigure.event = window.number
    event.xconfigure.window = window.number
    (event.xconfigure.x, event.xconfigure.y) = (Int32(area.x), Int32(area.y))
    (event.xconfigure.width, event.xconfigure.height) = (Int32(area.width), Int32(area.height))
    try connection.checked("Cannot tell window \(window) where it is") {
      _ = XSendEvent($0, window.number, 0, StructureNotifyMask, &event)
    }
  }

  /// Reads a window's pixels from the screen when its counter reaches a number. The server delays
  /// the read until then. Fails after `seconds`.
  public func imageAtFrame(_ number: Int, of window: WindowID, seconds: Int = 10) throws(RigError) -> Image {
    guard let counter = numbers("_NET_WM_SYNC_REQUEST_COUNTER", of: window)?.first else {
      throw RigError("Window \(window) has no counter of frames.")
    }
    let handle = try connection.handle()
    var count: Int32 = 0
    guard let list = XSyncListSystemCounters(handle, &count) else {
      throw RigError("The X server has no SYNC system counter for the time.")
    }
    defer { XSyncFreeSystemCounterList(list) }
    let clock = UnsafeBufferPointer(start: list, count: Int(count)).first {
      $0.name.map { String(cString: $0) } == "SERVERTIME"
    }
    guard let clock else { throw RigError("The X server has no SYNC system counter for the time.") }
    func condition(_ counter: XID, _ type: XSyncValueType, _ value: Int) -> XSyncWaitCondition {
      XSyncWaitCondition(
        trigger: XSyncTrigger(
          counter: counter, value_type: type,
          wait_value: XSyncValue(hi: Int32(value >> 32), lo: UInt32(truncatingIfNeeded: value)),
          test_type: XSyncPositiveComparison),
        event_threshold: XSyncValue())
    }
    // Wait for either condition: a wait for the frame counter alone might never end.
    var conditions = [
      condition(UInt(bitPattern: counter), XSyncAbsolute, number),
      condition(clock.counter, XSyncRelative, seconds * 1000),
    ]
    XSyncAwait(handle, &conditions, 2)
    let image = try self.image(of: window)
    guard let reached = try frameCount(of: window), reached >= number else {
      throw RigError("Waited \(seconds) s in vain for window \(window) to have shown frame \(number).")
    }
    return image
  }
}
