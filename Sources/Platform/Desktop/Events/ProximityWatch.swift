internal import CX11
import Input

/// Listens to XI1's ProximityIn and ProximityOut, which XI2 has no counterpart of.
///
/// XI1 asks for a device to be opened before its events can be selected; the open devices are owned here. The server
/// delivers proximity to the window under the pointer, or to the nearest one above it that wants it: so it is wanted
/// of our window and of the root, to hear also of a pen that comes or goes outside the window.
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

  /// Whether proximity of the device `id` comes as an XI1 event.
  func covers(_ id: Int) -> Bool { open[id] != nil }

  /// Whether a tool is near since a property of its device has changed; nil where that is about something else, or the device
  /// tells its proximity by events of XI1, so as not to tell it twice.
  func isToolNear(by event: XIPropertyEvent) -> Bool? {
    let id = Int(event.deviceid)
    guard event.property == connection.atoms[.wacomSerialIDs], !covers(id) else { return nil }
    return connection.isToolNear(id)
  }

  /// Listens to those of `devices` that can tell proximity, and to no others.
  func follow(_ devices: [DeviceDescription]) {
    let wanted = Set(devices.filter(Self.mayTellProximity).map(\.id))
    for id in open.keys.filter({ !wanted.contains($0) }) {
      if let device = open.removeValue(forKey: id) { close(device) }
    }
    for id in wanted.sorted() where open[id] == nil { listen(to: id) }
  }

  /// Ends listening to a device that is gone: its number may be given to another.
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
    // What the macros ProximityIn and ProximityOut of XInput.h compute: the type, and the device with it as an event
    // class.
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

  /// Frees Xlib's memory of the device too, so it must run even where the device is gone (BadDevice).
  private func close(_ device: UnsafeMutablePointer<XDevice>) {
    _ = connection.trapping { XCloseDevice(connection.display, device) }
  }
}
