import CInputTest
import Glibc

/// The connection to one device of Xorg's inputtest driver (inputtestdrv(4); protocol in
/// xf86-input-inputtest-protocol.h, version 1.1).
///
/// The driver accepts one client per device and does not notice when it disconnects: keep one
/// connection per device for the life of the server.
///
/// The driver closes the connection when the device is disabled; call `connect` when it is enabled
/// again.
public final class InputTestDevice {
  /// The device's name, as clients see it.
  public let name: String
  private let path: String
  private var socket: FileDescriptor
  private var hasUnsynchronised = false

  /// Connects to a device of a server.
  public init(_ section: DeviceSection, of server: XServer) throws(RigError) {
    name = section.name
    path = try server.socketPath(of: section)
    socket = try Self.connected(to: path, name: section.name)
  }

  /// Connects again after the device was disabled and enabled.
  public func connect() throws(RigError) {
    socket.close()
    hasUnsynchronised = false
    socket = try Self.connected(to: path, name: name)
  }

  /// Waits until the server has processed all input and queued the resulting events for its
  /// clients. Fails after a time limit.
  public func synchronize(seconds: Double = 10) throws(RigError) {
    // The driver answers on its next pass through the event queue. That pass never comes if no
    // event was sent.
    guard hasUnsynchronised else { return }
    var request = xf86ITEventWaitForSync()
    request.header = Self.header(XF86IT_EVENT_WAIT_FOR_SYNC, xf86ITEventWaitForSync.self)
    try send(&request)
    var response = xf86ITResponseSyncFinished()
    guard Self.receive(&response, from: socket, before: .after(seconds: seconds)),
      response.header.type == XF86IT_RESPONSE_SYNC_FINISHED
    else {
      throw RigError("The X server has gone, or has not processed the events of \"\(name)\" within \(seconds) s.")
    }
    hasUnsynchronised = false
  }

  /// Values by valuator number.
  public typealias Values = [(axis: Int, value: Double)]

  /// Sends a motion: absolute, or relative, as the device is configured.
  public func motion(_ values: Values, isAbsolute: Bool) throws(RigError) {
    var event = xf86ITEventMotion()
    event.header = Self.header(XF86IT_EVENT_MOTION, xf86ITEventMotion.self)
    event.is_absolute = isAbsolute ? 1 : 0
    Self.put(values, into: &event.valuators)
    try send(&event)
  }

  /// Presses or releases a button, numbered from 1.
  public func button(_ number: Int, isPress: Bool, _ values: Values = [], isAbsolute: Bool) throws(RigError) {
    var event = xf86ITEventButton()
    event.header = Self.header(XF86IT_EVENT_BUTTON, xf86ITEventButton.self)
    event.is_absolute = isAbsolute ? 1 : 0
    event.button = Int32(number)
    event.is_press = isPress ? 1 : 0
    Self.put(values, into: &event.valuators)
    try send(&event)
  }

  /// Moves a tool into or out of proximity.
  public func proximity(isIn: Bool, _ values: Values) throws(RigError) {
    var event = xf86ITEventProximity()
    event.header = Self.header(XF86IT_EVENT_PROXIMITY, xf86ITEventProximity.self)
    event.is_prox_in = isIn ? 1 : 0
    Self.put(values, into: &event.valuators)
    try send(&event)
  }

  /// Presses or releases a key, by X keycode 8...255.
  public func key(_ code: Int, isPress: Bool) throws(RigError) {
    var event = xf86ITEventKey()
    event.header = Self.header(XF86IT_EVENT_KEY, xf86ITEventKey.self)
    event.key_code = Int32(code)
    event.is_press = isPress ? 1 : 0
    try send(&event)
  }

  /// The phase of a touch.
  public enum TouchPhase: UInt32, Sendable, Hashable {
    // XI_TouchBegin, XI_TouchUpdate and XI_TouchEnd of XI2.h. The driver passes them on unchanged.
    /// The finger touches the screen.
    case begin = 18
    /// The finger moves.
    case update = 19
    /// The finger lifts.
    case end = 20
  }

  /// Sends a touch. The number identifies the finger until it lifts.
  public func touch(_ finger: Int, _ phase: TouchPhase, _ values: Values) throws(RigError) {
    var event = xf86ITEventTouch()
    event.header = Self.header(XF86IT_EVENT_TOUCH, xf86ITEventTouch.self)
    event.touchid = UInt32(finger)
    event.touch_type = phase.rawValue
    Self.put(values, into: &event.valuators)
    try send(&event)
  }

  /// The phase of a pinch.
  public enum PinchPhase: UInt16, Sendable, Hashable {
    // XI_GesturePinchBegin, -Update and -End of XI2.h. The driver passes them on unchanged.
    /// The fingers touch the touchpad.
    case begin = 27
    /// The fingers move.
    case update = 28
    /// The fingers lift.
    case end = 29
  }

  /// Sends a pinch of two fingers.
  /// - Parameters:
  ///   - scale: the distance of the fingers, relative to the beginning.
  ///   - turn: the rotation since the previous event, degrees, clockwise.
  public func pinch(_ phase: PinchPhase, scale: Double, turn: Double) throws(RigError) {
    var event = xf86ITEventGesturePinch()
    event.header = Self.header(XF86IT_EVENT_GESTURE_PINCH, xf86ITEventGesturePinch.self)
    event.gesture_type = phase.rawValue
    event.num_touches = 2
    event.scale = scale
    event.delta_angle = turn
    try send(&event)
  }

  private func send<Event: BitwiseCopyable>(_ event: inout Event) throws(RigError) {
    guard withUnsafeBytes(of: &event, { socket.send($0) }) else {
      throw RigError("The device \"\(name)\" takes no events any more; it is disabled, or its X server has gone.")
    }
    hasUnsynchronised = true
  }

  private static func connected(to path: String, name: String) throws(RigError) -> FileDescriptor {
    let socket = try FileDescriptor.connected(to: path, what: "the device \"\(name)\"")
    var hello = xf86ITEventClientVersion()
    hello.header = header(XF86IT_EVENT_CLIENT_VERSION, xf86ITEventClientVersion.self)
    hello.major = UInt16(XF86IT_PROTOCOL_VERSION_MAJOR)
    hello.minor = UInt16(XF86IT_PROTOCOL_VERSION_MINOR)
    var answer = xf86ITResponseServerVersion()
    guard withUnsafeBytes(of: &hello, { socket.send($0) }), receive(&answer, from: socket, before: .after(seconds: 10)),
      answer.header.type == XF86IT_RESPONSE_SERVER_VERSION
    else { throw RigError("The device \"\(name)\" does not answer; has it a client already, or is it disabled?") }
    guard answer.major == hello.major, answer.minor >= hello.minor else {
      throw RigError(
        "The inputtest driver speaks version \(answer.major).\(answer.minor), not \(hello.major).\(hello.minor).")
    }
    return socket
  }

  private static func receive<Response: BitwiseCopyable>(
    _ response: inout Response, from socket: FileDescriptor, before deadline: MonotonicTime
  ) -> Bool {
    withUnsafeMutableBytes(of: &response) { bytes in
      var start = 0
      while start < bytes.count {
        guard socket.waitUntilReadable(before: deadline) else { return false }
        let count = socket.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
        if count == 0 { return false }
        start += count
      }
      return true
    }
  }

  private static func header<Event>(_ type: xf86ITEventType, _: Event.Type) -> xf86ITEventHeader {
    xf86ITEventHeader(length: UInt32(MemoryLayout<Event>.size), type: type)
  }

  private static func put(_ values: Values, into data: inout xf86ITValuatorData) {
    for (axis, value) in values {
      withUnsafeMutableBytes(of: &data.mask) { $0[axis / 8] |= 1 << UInt8(axis % 8) }
      withUnsafeMutableBytes(of: &data.valuators) {
        $0.storeBytes(of: value, toByteOffset: axis * MemoryLayout<Double>.stride, as: Double.self)
      }
    }
  }
}
