internal import CX11
import Glibc
import Input

/// Collects all events for the program as plain values.
///
/// 1. `init`, before the window is shown, selects events of the window, of all master pointers and
///   of the device hierarchy.
/// 2. `follow` takes the devices of `PenDevices.all()`, at first and after each `devicesChanged`.
/// 3. In each iteration of the event loop, `wait` sleeps and `drain` takes all events; then the
///   program draws once.
/// 4. After `DesktopEvent.serverGone` only workers wake it.
///
/// Taking a pointer event allocates no memory.
public final class EventPump {
  let connection: Connection
  let window: Window
  let keyboard: Keyboard
  let proximity: ProximityWatch
  private let wakeup: Wakeup
  /// The wakeup's descriptor and the server's.
  private var polled = [pollfd](repeating: pollfd(fd: -1, events: Int16(POLLIN), revents: 0), count: 2)
  /// Whether `polled` is up to date, because `wait` has just returned.
  private var hasPolled = false
  private var hasReportedLoss = false
  /// The serial of the last request that the server had executed when it sent the newest event.
  public private(set) var newestSerial: UInt = 0
  var hasFocus = false

  /// Identifies XI2's events; nil if the core pointer is used instead.
  let inputOpcode: Int32?
  /// The type of MIT-SHM's completion events; nil without MIT-SHM.
  let completionType: Int32?

  /// The message why pens have no pressure; nil if they have.
  public let xi2Unavailable: String?

  /// A pump for a window that is not shown yet. `wakeup` ends its wait.
  /// - Parameter coreOnly: behaves as on a server without XInput 2: every pointer is the core
  ///   pointer, source 0, without valuators.
  public init(_ window: Window, wakeup: Wakeup, coreOnly: Bool = false) {
    let connection = window.connection
    self.connection = connection
    self.window = window
    self.wakeup = wakeup
    keyboard = Keyboard(connection)
    proximity = ProximityWatch(connection, window: window.id)
    completionType =
      XShmQueryExtension(connection.display) != 0 ? XShmGetEventBase(connection.display) + ShmCompletion : nil
    switch connection.input {
    case .available(let opcode, _, _):
      inputOpcode = coreOnly ? nil : opcode
      xi2Unavailable = nil
    case .unavailable(let reason):
      inputOpcode = nil
      xi2Unavailable = reason
    }
    window.coreEvents = windowMask
    window.loopWakeup = wakeup
    select()
  }

  /// Selects the events. X sends no others.
  private func select() {
    let display = connection.display
    XSelectInput(display, window.id, windowMask)
    // The user's resources, with the scale, are a property of the first screen's root. A new
    // XSETTINGS manager announces itself on our screen's root (ICCCM 2.8).
    let news = connection.screen == 0 ? PropertyChangeMask | StructureNotifyMask : PropertyChangeMask
    XSelectInput(display, XRootWindow(display, 0), news)
    if connection.screen != 0 { XSelectInput(display, connection.root, StructureNotifyMask) }
    connection.selectMonitorChanges()
    guard inputOpcode != nil else { return }
    // Only masters: slaves would deliver every event twice. The server demands all three touch
    // events together, and does not turn selected touches into pointer events.
    var types = [
      XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_Enter, XI_Leave, XI_DeviceChanged, XI_TouchBegin, XI_TouchUpdate,
      XI_TouchEnd,
    ]
    // An older server would report an error.
    if connection.input.hasGestures { types += [XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd] }
    connection.select(types, of: XIAllMasterDevices, on: window.id)
    connection.select([XI_HierarchyChanged, XI_PropertyEvent], of: XIAllDevices, on: connection.root)
    // The server drops presses and releases that a window manager has held back, but not these.
    connection.select([XI_RawButtonPress, XI_RawButtonRelease], of: XIAllMasterDevices, on: connection.root)
  }

  /// The events of the core protocol that the window is selected with.
  var windowMask: Int {
    let mask = KeyPressMask | KeyReleaseMask | FocusChangeMask | ExposureMask | StructureNotifyMask | PropertyChangeMask
    if inputOpcode != nil { return mask }
    return mask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask
  }

  /// Selects the proximity events of these devices, and of no others.
  public func follow(_ devices: [DeviceDescription]) {
    if inputOpcode != nil { proximity.follow(devices) }
  }

  /// Sends buffered requests, then sleeps until there are events or `deadline` has come; nil for no
  /// deadline.
  public func wait(deadline: ContinuousClock.Instant? = nil) {
    window.tellUserTime()
    while !isReady {
      var timeout: Int32 = -1
      if let deadline {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return }
        // Rounded up, so that the deadline has passed when poll returns.
        let (seconds, fraction) = left.components
        timeout =
          seconds >= 3600 ? 3_600_000 : Int32(seconds * 1000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000)
      }
      // 0 is a timeout, less is a signal; the event loop handles both.
      if pollAll(timeout) > 0 {
        hasPolled = true
        return
      }
    }
  }

  /// Whether there are events that poll cannot see: those that Xlib read while waiting for a reply,
  /// or the loss of the server.
  private var isReady: Bool {
    guard connection.isAlive else { return !hasReportedLoss }
    // Most iterations have just sent a frame, or nothing. Reading again would be a needless system
    // call.
    let isSettled = CX11NextRequest(connection.display) == connection.settledRequest
    let count = isSettled ? CX11QueueLength(connection.display) : XEventsQueued(connection.display, QueuedAfterFlush)
    return count > 0 || !connection.isAlive
  }

  private func pollAll(_ timeout: Int32) -> Int32 {
    polled[0].fd = wakeup.descriptor
    // poll skips negative descriptors.
    polled[1].fd = connection.isAlive ? XConnectionNumber(connection.display) : -1
    return poll(&polled, nfds_t(polled.count), timeout)
  }

  /// Appends all events that have arrived, without waiting. Events that arrive meanwhile are left
  /// for the next iteration; otherwise a client that answers each answer at once (a window
  /// manager's pings, a flood of motions) would keep the program from drawing.
  public func drain(into events: inout [DesktopEvent]) {
    // One poll an iteration is enough: later events end the next wait.
    let isSome = hasPolled || pollAll(0) > 0
    hasPolled = false
    if isSome, polled[0].revents != 0, wakeup.consume() {
      events.append(.woken)
      window.takeDeliveries(into: &events)
    }
    var event = XEvent()
    var count: Int32 = 0
    if connection.isAlive {
      // With queued events, Xlib neither sends nor reads.
      let looks = CX11QueueLength(connection.display) == 0
      count = XPending(connection.display)
      if looks, connection.isAlive { connection.noteSettled() }
    }
    while count > 0, connection.isAlive {
      XNextEvent(connection.display, &event)
      newestSerial = max(newestSerial, event.xany.serial)
      translate(&event, into: &events)
      count -= 1
    }
    if !connection.isAlive, !hasReportedLoss {
      hasReportedLoss = true
      events.append(.serverGone)
    }
  }

  /// Gives an event to the eyedropper over the whole screen. Returns whether it was for it.
  private func takeScreenEyedropper(_ event: inout XEvent, into events: inout [DesktopEvent]) -> Bool {
    guard let eyedropper = window.screenEyedropper else { return false }
    // The server ends the grabs of a window that is hidden.
    if event.type == UnmapNotify, event.xunmap.window == window.id {
      eyedropper.end()
      events.append(.screenColour(.cancelled))
    }
    let taken = eyedropper.take(&event)
    for news in taken ?? [] { events.append(.screenColour(news)) }
    if eyedropper.hasEnded { window.screenEyedropper = nil }
    return taken != nil
  }

  private func translate(_ event: inout XEvent, into events: inout [DesktopEvent]) {
    let isKey = event.type == KeyPress || event.type == KeyRelease
    // An input method may consume the event: a key only during text input, events of extensions
    // never.
    if event.type != GenericEvent, !isKey || window.isTextInputActive {
      let isTaken = XFilterEvent(&event, 0) != 0
      window.textInput?.repair()
      if isTaken { return }
    }
    if takeScreenEyedropper(&event, into: &events) { return }
    switch event.type {
    case GenericEvent:
      guard event.xcookie.extension == inputOpcode else { return }
      takeXI2(&event.xcookie, into: &events)
    case KeyPress, KeyRelease:
      window.lastInputTime = event.xkey.time
      takeKey(&event.xkey, into: &events)
    case ButtonPress, ButtonRelease, MotionNotify, EnterNotify, LeaveNotify:
      if event.type == ButtonPress || event.type == ButtonRelease { window.lastInputTime = event.xbutton.time }
      if inputOpcode == nil { events.append(.pointer(RawPointerEvent(core: event))) }
    case MappingNotify:
      keyboard.mappingChanged(&event.xmapping)
    case completionType:
      withUnsafeMutablePointer(to: &event) {
        $0.withMemoryRebound(to: XShmCompletionEvent.self, capacity: 1) {
          events.append(.presented($0.pointee.serial))
        }
      }
    case keyboard.xkbEventType:
      keyboard.xkbChanged(&event)
    case proximity.nearType, proximity.awayType:
      takeProximity(&event, into: &events)
    case connection.monitorSupport?.changeType:
      takeMonitorChange(&event)
    default:
      takeWindowEvent(event, into: &events)
    }
  }
}
