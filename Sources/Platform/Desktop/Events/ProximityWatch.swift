internal import CX11
import Input

/// Selects ProximityIn and ProximityOut of XInput 1, which XInput 2 does not have.
///
/// XInput 1 requires that a device is opened before its events are selected; this class owns the
/// open devices. The server sends proximity events to the window under the pointer or its nearest
/// ancestor that selected them. They are selected on our window and on the root window, so pens
/// outside the window are reported too.
final class ProximityWatch {
  private let connection: Connection
  private let window: XID
  private var open: [Int: UnsafeMutablePointer<XDevice>] = [:]
  /// Event types; nil until the first device has been opened.
  private(set) var nearType: Int32?
  private(set) var awayType: Int32?

  init(_ connection: Connection, window: XID) {
    self.connection = connection
    self.window = window
  }

  deinit { for device in open.values { close(device) } }

  /// Whether the device `id` reports proximity by XInput 1 events.
  func covers(_ id: Int) -> Bool { open[id] != nil }

  /// Whether a tool is near, after a change of a device property. Returns nil for other properties,
  /// and for devices that also report proximity by XInput 1 events.
  func isToolNear(by event: XIPropertyEvent) -> Bool? {
    let id = Int(event.deviceid)
    guard event.property == connection.atoms[.wacomSerialIDs], !covers(id) else { return nil }
    return connection.isToolNear(id)
  }

  /// Selects proximity events of those of `devices` that can report them, and of no others.
  func follow(_ devices: [DeviceDescription]) {
    let wanted = Set(devices.filter(Self.mayReportProximity).map(\.id))
    for id in open.keys.filter({ !wanted.contains($0) }) {
      if let device = open.removeValue(forKey: id) { close(device) }
    }
    for id in wanted.sorted() where open[id] == nil { listen(to: id) }
  }

  /// Closes a removed device, because its number may be reused.
  func forget(_ id: Int) {
    if let device = open.removeValue(forKey: id) { close(device) }
  }

  /// Tablets have absolute axes and no touch class. XInput 1 has 7-bit device numbers.
  private static func mayReportProximity(_ device: DeviceDescription) -> Bool {
    device.use == .slavePointer && device.isEnabled && device.id < 128 && !device.hasTouchClass
      && device.axes.contains { $0.isAbsolute && $0.label == "Abs Pressure" }
  }

  private func listen(to id: Int) {
    let (device, _) = connection.trapping(synchronising: false) { XOpenDevice(connection.display, XID(id)) }
    guard let device, let device else { return }
    let classes = UnsafeBufferPointer(start: device.pointee.classes, count: Int(device.pointee.num_classes))
    guard let proximity = classes.first(where: { Int32($0.input_class) == ProximityClass }) else {
      close(device)
      return
    }
    // The event types and classes that the macros ProximityIn and ProximityOut of XInput.h compute.
    let near = Int32(proximity.event_type_base) + Int32(_proximityIn)
    let away = Int32(proximity.event_type_base) + Int32(_proximityOut)
    var selection = [near, away].map { XEventClass(id << 8 | Int($0)) }
    let (_, failure) = connection.trapping {
      for window in [window, connection.root] {
        XSelectExtensionEvent(connection.display, window, &selection, Int32(selection.count))
      }
    }
    guard failure == nil else {
      close(device)
      return
    }
    open[id] = device
    nearType = near
    awayType = away
  }

  /// Also frees Xlib's memory, so it must run even if the device is gone (BadDevice).
  private func close(_ device: UnsafeMutablePointer<XDevice>) {
    _ = connection.trapping { XCloseDevice(connection.display, device) }
  }
}
