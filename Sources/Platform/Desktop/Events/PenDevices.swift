internal import CX11
import Input

/// The server's input devices. They need no window, so `fude pens` can list them.
///
/// Each query is under an error trap, since devices come and go at any time. A device that
/// disappears between two requests is left out or described incompletely.
public struct PenDevices {
  private let connection: Connection

  /// The devices of the connection's server.
  public init(_ connection: Connection) { self.connection = connection }

  /// All devices, masters and slaves, in the server's order; none without XInput 2.
  public func all() -> [DeviceDescription] { descriptions(of: XIAllDevices) }

  /// The device numbered `id`; nil if there is none.
  public func device(_ id: Int) -> DeviceDescription? {
    // 0 and 1 stand for all devices and for all masters.
    guard id > 1, let id = Int32(exactly: id) else { return nil }
    return descriptions(of: id).first
  }

  private func descriptions(of id: Int32) -> [DeviceDescription] {
    guard case .available = connection.input else { return [] }
    var count: Int32 = 0
    let (list, _) = connection.trapping(synchronising: false) { XIQueryDevice(connection.display, id, &count) }
    guard let list, let list, count > 0 else { return [] }
    defer { XIFreeDeviceInfo(list) }
    let devices = UnsafeBufferPointer(start: list, count: Int(count))

    let types = xi1Types()
    let labels = connection.names(of: devices.flatMap { $0.labels } + types.values)
    return devices.map { info in
      var device = info.description(labels: labels)
      device.xi1Type = types[info.deviceid].flatMap { labels[$0] }
      if device.use == .slavePointer || device.use == .floatingSlave { addProperties(to: &device) }
      return device
    }
  }

  /// XI1's types of slave devices.
  private func xi1Types() -> [Int32: Atom] {
    var count: Int32 = 0
    let (list, _) = connection.trapping(synchronising: false) { XListInputDevices(connection.display, &count) }
    guard let list, let list else { return [:] }
    defer { XFreeDeviceList(list) }
    var types: [Int32: Atom] = [:]
    for info in UnsafeBufferPointer(start: list, count: Int(count)) where info.type != 0 {
      types[Int32(truncatingIfNeeded: info.id)] = info.type
    }
    return types
  }

  private func addProperties(to device: inout DeviceDescription) {
    if let ids = connection.deviceProperty(.deviceProductID, of: device.id), ids.count >= 2 {
      device.vendor = Int(ids[0])
      device.product = Int(ids[1])
    }
    if let type = connection.deviceProperty(.wacomToolType, of: device.id)?.first {
      let atom = Atom(UInt32(bitPattern: type))
      device.wacomToolType = connection.names(of: [atom])[atom]
    }
    device.isToolNear = connection.isToolNear(device.id)
    device.driver = connection.driver(of: device.id) ?? (device.name.hasPrefix("xwayland-") ? "Xwayland" : nil)
  }
}

extension Connection {
  /// The items of a device's 32-bit property; nil if the device or a property of that form does not
  /// exist.
  func deviceProperty(_ name: AtomName, of device: Int) -> [Int32]? {
    guard case .available = input, let id = Int32(exactly: device) else { return nil }
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var rest: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    // Longer than any property that is asked for, in units of 32 bits.
    let most = 64
    let (status, failure) = trapping(synchronising: false) {
      XIGetProperty(
        display, id, atoms[name], 0, most, 0, Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    }
    defer { if let data { XFree(data) } }
    guard status == 0, failure == nil, format == 32, let data, count > 0 else { return nil }
    // Unlike those of window properties, XI2's 32-bit items are not widened to long.
    return data.withMemoryRebound(to: Int32.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  /// Whether a tool is near, from the last two items of "Wacom Serial IDs"; nil without that
  /// property.
  func isToolNear(_ device: Int) -> Bool? {
    guard let ids = deviceProperty(.wacomSerialIDs, of: device), ids.count >= 2 else { return nil }
    return ids.suffix(2).contains { $0 != 0 }
  }
}

extension XIDeviceInfo {
  /// The classes, whose length varies by their type.
  private var list: UnsafeBufferPointer<UnsafeMutablePointer<XIAnyClassInfo>?> {
    UnsafeBufferPointer(start: classes, count: classes == nil ? 0 : Int(num_classes))
  }

  private func ofType<T>(_ type: Int32, as: T.Type) -> [T] {
    list.compactMap { entry in
      guard let entry, entry.pointee.type == type else { return nil }
      return UnsafeRawPointer(entry).load(as: T.self)
    }
  }

  /// The labels of the valuators.
  fileprivate var labels: [Atom] { ofType(XIValuatorClass, as: XIValuatorClassInfo.self).map(\.label) }

  /// The description of a device without its properties.
  fileprivate func description(labels: [Atom: String]) -> DeviceDescription {
    let scrolls = ofType(XIScrollClass, as: XIScrollClassInfo.self)
    var axes: [AxisDescription] = []
    for axis in ofType(XIValuatorClass, as: XIValuatorClassInfo.self) {
      let scroll = scrolls.first { $0.number == axis.number }
      axes.append(
        AxisDescription(
          number: Int(axis.number), label: labels[axis.label] ?? "", min: axis.min, max: axis.max,
          resolution: Int(axis.resolution), value: axis.value, isAbsolute: axis.mode == XIModeAbsolute,
          scrollIncrement: scroll?.increment, scrollsSideways: scroll?.scroll_type == XIScrollTypeHorizontal))
    }
    return DeviceDescription(
      id: Int(deviceid), name: name.map { String(cString: $0) } ?? "", use: DeviceDescription.Use(xi2: use),
      isEnabled: enabled != 0, hasTouchClass: !ofType(XITouchClass, as: XITouchClassInfo.self).isEmpty,
      buttonCount: ofType(XIButtonClass, as: XIButtonClassInfo.self).reduce(0) { max($0, Int($1.num_buttons)) },
      axes: axes)
  }
}

extension DeviceDescription.Use {
  fileprivate init(xi2 use: Int32) {
    self =
      switch use {
      case XIMasterPointer: .masterPointer
      case XIMasterKeyboard: .masterKeyboard
      case XISlavePointer: .slavePointer
      case XISlaveKeyboard: .slaveKeyboard
      default: .floatingSlave
      }
  }
}
