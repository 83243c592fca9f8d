internal import CX11
import Input

/// Selects XI1's ProximityIn and ProximityOut, which XI2 lacks.
///
/// XI1 requires opening a device before selecting its events; this object owns the open devices.
/// The server sends proximity to the window under the pointer, or to its nearest ancestor that
/// selects it. It is selected on our window and on the root, to notice also pens that come or go
/// outside the window.
final class ProximityWatch {
  private let connection: Connection
  private let window: XID
  private var open: [Int: UnsafeMutablePointer<XDevice>] = [:]
  /// Event types, nil until the first device has been opened.
  private(set) var nearType: Int32?
  private(set) var awayType: Int32?

  init(_ connection: Connection, window: XID) {
    self.connection = connection
    self.window = window
  }

  deinit { for device in open.values { close(device) } }

  /// Whether the proximity of device `id` comes as an XI1 event.
  func covers(_ id: Int) -> Bool { open[id] != nil }

  /// Whether a tool is near, from a change of a device's property; nil for another property, or if
  /// the device reports proximity by XI1, so that it is not reported twice.
  func isToolNear(by event: XIPropertyEvent) -> Bool? {
    let id = Int(event.deviceid)
    guard event.property == connection.atoms[.wacomSerialIDs], !covers(id) else { return nil }
    return connection.isToolNear(id)
  }

  /// Selects the proximity of those `devices` that report it, and of no others.
  func follow(_ devices: [DeviceDescription]) {
    let wanted = Set(devices.filter(Self.mayTellProximity).map(\.id))
    for id in open.keys.filter({ !wanted.contains($0) }) {
      if let device = open.removeValue(forKey: id) { close(device) }
    }
    for id in wanted.sorted() where open[id] == nil { listen(to: id) }
  }

  /// Forgets a device that is gone, since its number may be reused.
  func forget(_ id: Int) {
    if let device = open.removeValue(forKey: id) { close(device) }
  }

  /// Tablets have absolute axes and no fingers. XI1 numbers devices with 7 bits.
  private static func mayTellProximity(_ device: DeviceDescription) -> Bool {
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
    // As the macros ProximityIn and ProximityOut of XInput.h: the type, and the device with it as
    // an event class.
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

  /// Runs also for a device that is gone (BadDevice), since it frees Xlib's memory.
  private func close(_ device: UnsafeMutablePointer<XDevice>) {
    _ = connection.trapping { XCloseDevice(connection.display, device) }
  }
}
