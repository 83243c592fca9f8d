internal import CX11
import Glibc
import Input

/// Brings everything that the program reacts to into one stream of plain values.
///
/// Its life:
/// 1. `init`, before the window is shown: selects events of the window, of all master pointers, of the hierarchy.
/// 2. `follow` with the devices of `PenDevices.all()`, now and after each `devicesChanged`.
/// 3. Turn after turn: `wait`, then `drain`, which takes every event that is there; then the program draws once.
/// 4. `DesktopEvent.serverGone` is its last word; waiting goes on for workers only.
///
/// Taking a pointer event allocates nothing beyond what Xlib itself does, if the array it goes to has the capacity.
public final class EventPump {
  let connection: Connection
  let window: Window
  let keyboard: Keyboard
  let proximity: ProximityWatch
  private let wakeup: Wakeup
  /// The wakeup's descriptor and the server's.
  private var polled = [pollfd](repeating: pollfd(fd: -1, events: Int16(POLLIN), revents: 0), count: 2)
  /// Whether `polled` says what there is now: `wait` has just looked.
  private var hasPolled = false
  private var hasReportedLoss = false
  /// The number of the last request that the server had handled when it sent the newest event.
  public private(set) var newestSerial: UInt = 0
  var hasFocus = false

  /// Marks XI2's events; nil where the core pointer stands in.
  let inputOpcode: Int32?
  /// The type of MIT-SHM's completion events; nil where the server has no MIT-SHM.
  let completionType: Int32?

  /// Why pens have no pressure here, as a sentence to say once; nil where they have.
  public let xi2Unavailable: String?

  /// A pump for a window that has not been shown yet. `wakeup` ends its wait. With `coreOnly` it behaves as on a
  /// server without XInput 2: every pointer is the core pointer, source 0, without valuators.
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

  /// Selects what is to come. X sends nothing that was not asked for.
  private func select() {
    let display = connection.display
    XSelectInput(display, window.id, windowMask)
    // The user's resources, with the scale, are a property of the root of the first screen. Who comes to tell of the
    // desktop's settings says so on the root of ours (ICCCM 2.8).
    let news = connection.screen == 0 ? PropertyChangeMask | StructureNotifyMask : PropertyChangeMask
    XSelectInput(display, XRootWindow(display, 0), news)
    if connection.screen != 0 { XSelectInput(display, connection.root, StructureNotifyMask) }
    connection.selectMonitorChanges()
    guard inputOpcode != nil else { return }
    // Masters only: selecting slaves too would deliver every event twice. Of touches the server demands all three
    // together; as they are selected, it does not turn them into pointer events for us.
    var types = [
      XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_Enter, XI_Leave, XI_DeviceChanged, XI_TouchBegin, XI_TouchUpdate,
      XI_TouchEnd,
    ]
    // A server that does not know them takes offence.
    if connection.input.hasGestures { types += [XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd] }
    connection.select(types, of: XIAllMasterDevices, on: window.id)
    connection.select([XI_HierarchyChanged, XI_PropertyEvent], of: XIAllDevices, on: connection.root)
  }

  /// The events of the core protocol that the window is selected with.
  var windowMask: Int {
    let mask = KeyPressMask | KeyReleaseMask | FocusChangeMask | ExposureMask | StructureNotifyMask | PropertyChangeMask
    if inputOpcode != nil { return mask }
    return mask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask
  }

  /// Listens to what these devices tell in ways of their own, and to no others: proximity.
  public func follow(_ devices: [DeviceDescription]) {
    if inputOpcode != nil { proximity.follow(devices) }
  }

  /// Sleeps until there is something to drain, or `deadline` has come; nil waits for ever. Sends what Xlib buffers
  /// first.
  public func wait(deadline: ContinuousClock.Instant? = nil) {
    window.tellUserTime()
    while !isReady {
      var timeout: Int32 = -1
      if let deadline {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return }
        // Rounded up, so that the deadline has come when poll returns.
        let (seconds, fraction) = left.components
        timeout =
          seconds >= 3600 ? 3_600_000 : Int32(seconds * 1000 + (fraction + 999_999_999_999_999) / 1_000_000_000_000_000)
      }
      // 0 is a time-out, which the next turn of the loop judges; less is a signal that came in between.
      if pollAll(timeout) > 0 {
        hasPolled = true
        return
      }
    }
  }

  /// Whether something is there that poll cannot see: what Xlib read ahead while it waited for a reply, or the news
  /// that the server is gone.
  private var isReady: Bool {
    guard connection.isAlive else { return !hasReportedLoss }
    // Most turns end with a frame that was just sent, or have sent nothing. To read once more would be a call of the system for nothing.
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

  /// Appends every event that is there, without waiting. What arrives meanwhile is left for the next turn: a client that
  /// answers each answer at once (a window manager's pings, a flood of motions) would else keep the program from drawing.
  public func drain(into events: inout [DesktopEvent]) {
    // Looking once a turn is enough: what comes after the look ends the next wait.
    let isSome = hasPolled || pollAll(0) > 0
    hasPolled = false
    if isSome, polled[0].revents != 0, wakeup.consume() {
      events.append(.woken)
      window.takeDeliveries(into: &events)
    }
    var event = XEvent()
    var count: Int32 = 0
    if connection.isAlive {
      // Where Xlib has events already it neither sends nor reads.
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

  private func translate(_ event: inout XEvent, into events: inout [DesktopEvent]) {
    let isKey = event.type == KeyPress || event.type == KeyRelease
    // An input method may want the event for itself; a key only while text is typed in, and what an extension tells never.
    if event.type != GenericEvent, !isKey || window.isTextInputActive {
      let isTaken = XFilterEvent(&event, 0) != 0
      window.textInput?.repair()
      if isTaken { return }
    }
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
