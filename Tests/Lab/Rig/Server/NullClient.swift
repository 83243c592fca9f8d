import CX11
import Glibc
import Synchronization
import Threads

/// A minimal drawing program: on each motion of a pressed pen it draws one line directly into its
/// window.
///
/// No program can be faster on the same server, so its latency is the lower limit. It also records
/// its events, so tests of the rig can see what a program would see.
///
/// `init` opens a window on its own connection and thread, and returns when it is shown. It ends by
/// `stop`, by deallocation, or when its window is asked to close.
public final class NullClient {
  /// A recorded event.
  public struct Event: Sendable, Hashable {
    /// The kinds of event.
    public enum Kind: Sendable, Hashable {
      case motion, press, release, keyPress, keyRelease, touchBegin, touchMove, touchEnd
    }
    /// The kind of event.
    public var kind: Kind
    /// The name of the source device.
    public var device: String
    /// X's button, keycode, or touch number; 0 for a motion.
    public var detail: Int
    /// Position in the window, px.
    public var x: Double
    /// Position in the window, px.
    public var y: Double
    /// The axis "Abs Pressure" in the device's units; nil if the event does not carry it.
    public var pressure: Double?
    /// The wheel's value in the device's units; nil if the event does not carry it.
    public var verticalScroll: Double?
    /// Whether the server emulated it from another event.
    public var isEmulated: Bool
  }

  /// The client's window.
  public let window: WindowID
  /// The window's title.
  public static let title = "nullclient"
  /// The width of its lines, px.
  public static let lineWidth = 8
  private let worker: NullClientWorker
  private let stopper: FileDescriptor
  private let thread: Worker

  /// Opens a window on a server.
  /// - Parameters:
  ///   - area: the window's area on the screen.
  ///   - liesAbove: whether the window is above all others and ignored by the window manager, like
  ///     a menu.
  public init(
    display: String, area: Area = Area(x: 0, y: 0, width: 1600, height: 1000), liesAbove: Bool = false
  ) throws(RigError) {
    let (ours, theirs) = try FileDescriptor.pair()
    stopper = ours
    let worker = try NullClientWorker(display: display, area: area, liesAbove: liesAbove, stop: theirs)
    guard let thread = Worker({ worker.run() }) else { throw RigError("The system cannot start a thread.") }
    (self.worker, self.thread, window) = (worker, thread, worker.window)
  }

  deinit { stop() }

  /// The events so far, oldest first.
  public var events: [Event] { worker.events.withLock { $0 } }

  /// The CPU time of its thread, s; nil after `stop`.
  public var processorTime: Double? { thread.processorTime }

  /// Forgets the recorded events.
  public func forgetEvents() {
    worker.events.withLock { $0 = [] }
  }

  /// Whether its window was asked to close or its server is gone. It then does nothing more.
  public var hasEnded: Bool { worker.hasEnded.withLock { $0 } }

  /// Ends it and waits until its window is gone. A second call does nothing.
  public func stop() {
    stopper.close()
    thread.join()
  }
}

/// The part of a null client that runs on its thread.
///
/// Unchecked: one thread creates it before its own thread starts. From then on only its own thread
/// uses it, except `events` and `hasEnded`, which are behind locks. It is released after that
/// thread has been joined.
private final class NullClientWorker: @unchecked Sendable {
  let events = Mutex<[NullClient.Event]>([])
  let hasEnded = Mutex(false)
  let window: WindowID
  private let connection: XConnection
  private let stop: FileDescriptor
  private let context: GC
  private let extensionCode: Int32
  private var devices: [Int32: Device] = [:]
  private var last: (x: Double, y: Double)?

  private struct Device {
    var name: String
    var pressureAxis: Int?
    var verticalScrollAxis: Int?
  }

  init(display: String, area: Area, liesAbove: Bool, stop: FileDescriptor) throws(RigError) {
    self.stop = stop
    connection = try XConnection(display: display)
    let handle = try connection.handle()
    var (code, event, error, major, minor): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 2, 2)
    guard XQueryExtension(handle, "XInputExtension", &code, &event, &error) != 0,
      XIQueryVersion(handle, &major, &minor) == Success
    else { throw RigError("The X server at \(display) has no XInput 2.2.") }
    extensionCode = code

    let white = XWhitePixel(handle, XDefaultScreen(handle))
    let number = XCreateSimpleWindow(
      handle, connection.root, Int32(area.x), Int32(area.y), UInt32(area.width), UInt32(area.height), 0, 0, white)
    window = WindowID(number)
    if liesAbove {
      var attributes = XSetWindowAttributes()
      attributes.override_redirect = 1
      XChangeWindowAttributes(handle, number, UInt(CWOverrideRedirect), &attributes)
    }
    guard let context = XCreateGC(handle, number, 0, nil) else {
      throw RigError("The X server did not create a graphics context.")
    }
    self.context = context
    XSetLineAttributes(handle, context, UInt32(NullClient.lineWidth), LineSolid, CapRound, JoinRound)
    XSetForeground(handle, context, XBlackPixel(handle, XDefaultScreen(handle)))

    XStoreName(handle, number, NullClient.title)
    var hints = XClassHint()
    NullClient.title.withCString { name in
      hints.res_name = UnsafeMutablePointer(mutating: name)
      hints.res_class = UnsafeMutablePointer(mutating: name)
      XSetClassHint(handle, number, &hints)
    }
    var protocols = [connection.atom("WM_DELETE_WINDOW"), connection.atom("_NET_WM_PING")]
    XSetWMProtocols(handle, number, &protocols, Int32(protocols.count))

    var mask = [UInt8](repeating: 0, count: 4)
    let kinds = [
      XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_KeyPress, XI_KeyRelease, XI_TouchBegin, XI_TouchUpdate,
      XI_TouchEnd,
    ]
    for kind in kinds { mask[Int(kind) / 8] |= 1 << UInt8(Int(kind) % 8) }
    let count = Int32(mask.count)
    mask.withUnsafeMutableBufferPointer { mask in
      var selection = XIEventMask(deviceid: XIAllMasterDevices, mask_len: count, mask: mask.baseAddress)
      XISelectEvents(handle, number, &selection, 1)
    }
    XSelectInput(handle, number, StructureNotifyMask)
    XMapWindow(handle, number)
    try connection.synchronize()
    let deadline = MonotonicTime.after(seconds: 10)
    while connection.nextEvent()?.type != MapNotify {
      guard !connection.isLost, !deadline.hasPassed else { throw RigError("The null client's window is not shown.") }
      connection.waitForInput(before: deadline)
    }
  }

  func run() {
    var items = [
      pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
    ]
    while !connection.isLost, !hasEnded.withLock({ $0 }) {
      guard var event = connection.nextEvent(), let handle = connection.live else {
        guard !connection.isLost, poll(&items, 2, -1) > 0 || errno == EINTR, items[1].revents == 0 else { break }
        continue
      }
      if event.type == ClientMessage {
        answer(&event)
      } else if event.type == GenericEvent, event.xcookie.extension == extensionCode,
        XGetEventData(handle, &event.xcookie) != 0
      {
        if let data = event.xcookie.data, Int32(event.xcookie.evtype) != XI_DeviceChanged {
          take(Int32(event.xcookie.evtype), data.assumingMemoryBound(to: XIDeviceEvent.self).pointee)
        }
        XFreeEventData(handle, &event.xcookie)
      }
    }
    if let handle = connection.live {
      XDestroyWindow(handle, window.number)
      XSync(handle, 0)
    }
    hasEnded.withLock { $0 = true }
  }

  private func answer(_ event: inout XEvent) {
    let atom = Atom(bitPattern: event.xclient.data.l.0)
    guard let handle = connection.live else { return }
    if atom == connection.atom("_NET_WM_PING") {
      event.xclient.window = connection.root
      XSendEvent(handle, connection.root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
      XFlush(handle)
    } else if atom == connection.atom("WM_DELETE_WINDOW") {
      hasEnded.withLock { $0 = true }
    }
  }

  private func take(_ type: Int32, _ event: XIDeviceEvent) {
    let kind: NullClient.Event.Kind
    switch type {
    case XI_Motion: kind = .motion
    case XI_ButtonPress: kind = .press
    case XI_ButtonRelease: kind = .release
    case XI_KeyPress: kind = .keyPress
    case XI_KeyRelease: kind = .keyRelease
    case XI_TouchBegin: kind = .touchBegin
    case XI_TouchUpdate: kind = .touchMove
    case XI_TouchEnd: kind = .touchEnd
    default: return
    }
    if kind == .motion, let from = last, let handle = connection.live {
      XDrawLine(
        handle, window.number, context, Int32(from.x), Int32(from.y), Int32(event.event_x), Int32(event.event_y))
      XFlush(handle)
      last = (event.event_x, event.event_y)
    }
    if event.detail == 1 {
      if kind == .press { last = (event.event_x, event.event_y) }
      if kind == .release { last = nil }
    }
    let device = device(event.sourceid)
    let seen = NullClient.Event(
      kind: kind, device: device.name, detail: Int(event.detail), x: event.event_x, y: event.event_y,
      pressure: device.pressureAxis.flatMap { value($0, of: event.valuators) },
      verticalScroll: device.verticalScrollAxis.flatMap { value($0, of: event.valuators) },
      isEmulated: event.flags & XIPointerEmulated != 0)
    events.withLock { $0.append(seen) }
  }

  /// The value of an axis. Values are packed: there is one for each bit set in the mask.
  private func value(_ axis: Int, of state: XIValuatorState) -> Double? {
    guard let mask = state.mask, let values = state.values, axis / 8 < Int(state.mask_len) else { return nil }
    guard mask[axis / 8] & 1 << UInt8(axis % 8) != 0 else { return nil }
    let before = (0..<axis).reduce(0) { mask[$1 / 8] & 1 << UInt8($1 % 8) != 0 ? $0 + 1 : $0 }
    return values[before]
  }

  private func device(_ id: Int32) -> Device {
    if let device = devices[id] { return device }
    var count: Int32 = 0
    var device = Device(name: "")
    if let handle = connection.live, let info = XIQueryDevice(handle, id, &count) {
      if count > 0 {
        device.name = info.pointee.name.map { String(cString: $0) } ?? ""
        let classes = UnsafeBufferPointer(start: info.pointee.classes, count: Int(info.pointee.num_classes))
        for item in classes {
          guard let item, item.pointee.type == XIValuatorClass else { continue }
          let axis = UnsafeRawPointer(item).assumingMemoryBound(to: XIValuatorClassInfo.self).pointee
          switch connection.name(of: axis.label) {
          case "Abs Pressure", "Abs MT Pressure": device.pressureAxis = Int(axis.number)
          case "Rel Vert Scroll": device.verticalScrollAxis = Int(axis.number)
          default: break
          }
        }
      }
      XIFreeDeviceInfo(info)
    }
    devices[id] = device
    return device
  }
}
