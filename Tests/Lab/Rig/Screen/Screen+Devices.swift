import CX11

extension Screen {
  /// The position of the first pointer on the screen, in whole px. The server does not report
  /// fractions.
  public func pointerPosition() throws(RigError) -> (x: Double, y: Double) {
    var device: Int32 = 0
    XIGetClientPointer(try connection.handle(), 0, &device)
    var (root, child): (Window, Window) = (0, 0)
    var (x, y, windowX, windowY) = (0.0, 0.0, 0.0, 0.0)
    var (buttons, modifiers, group) = (XIButtonState(), XIModifierState(), XIGroupState())
    let isHere = XIQueryPointer(
      try connection.handle(), device, connection.root, &root, &child, &x, &y, &windowX, &windowY, &buttons, &modifiers,
      &group)
    if let mask = buttons.mask { XFree(mask) }
    guard isHere != 0, !isLost else { throw RigError("The X server did not report the pointer's position.") }
    return (x, y)
  }

  /// The key for a keysym in the server's keymap, and whether it needs Shift; nil if there is none.
  public func key(for keysym: UInt) -> (code: Int, isShifted: Bool)? {
    guard let handle = connection.live else { return nil }
    let code = XKeysymToKeycode(handle, keysym)
    guard code != 0 else { return nil }
    if XkbKeycodeToKeysym(handle, code, 0, 0) == keysym { return (Int(code), false) }
    if XkbKeycodeToKeysym(handle, code, 0, 1) == keysym { return (Int(code), true) }
    return nil
  }

  /// The keysym of a name as used by xmodmap(1) ("a", "Escape", "bracketleft"); nil if unknown.
  public func keysym(named name: String) -> UInt? {
    let keysym = XStringToKeysym(name)
    return keysym == 0 ? nil : keysym
  }

  /// Disables or enables an input device. For programs it is as if it were unplugged or plugged in.
  public func setDevice(named name: String, isEnabled: Bool) throws(RigError) {
    guard let id = deviceID(named: name) else { throw RigError("The X server has no device \"\(name)\".") }
    var value: UInt8 = isEnabled ? 1 : 0
    let property = connection.atom("Device Enabled")
    try connection.checked("Cannot \(isEnabled ? "enable" : "disable") the device \"\(name)\"") {
      XIChangeProperty($0, id, property, XA_INTEGER, 8, PropModeReplace, &value, 1)
    }
  }

  /// The values of a device's axes at its last event, by axis number; nil if there is no such
  /// device.
  func axisValues(ofDeviceNamed name: String) -> [Double]? {
    var count: Int32 = 0
    guard let id = deviceID(named: name), let handle = connection.live, let info = XIQueryDevice(handle, id, &count)
    else { return nil }
    defer { XIFreeDeviceInfo(info) }
    guard count > 0 else { return nil }
    var values: [Double] = []
    for item in UnsafeBufferPointer(start: info.pointee.classes, count: Int(info.pointee.num_classes)) {
      guard let item, item.pointee.type == XIValuatorClass else { continue }
      values.append(UnsafeRawPointer(item).assumingMemoryBound(to: XIValuatorClassInfo.self).pointee.value)
    }
    return values
  }

  /// The ID of an input device, also a disabled one, by its name; nil if there is none.
  public func deviceID(named name: String) -> Int32? {
    devices().first { $0.name == name }?.id
  }

  /// The names of all input devices in the server's order, including master devices and disabled
  /// ones.
  public var deviceNames: [String] { devices().map(\.name) }

  private func devices() -> [(name: String, id: Int32)] {
    var count: Int32 = 0
    guard let handle = connection.live, let devices = XIQueryDevice(handle, XIAllDevices, &count) else { return [] }
    defer { XIFreeDeviceInfo(devices) }
    return UnsafeBufferPointer(start: devices, count: Int(count))
      .map { ($0.name.map { String(cString: $0) } ?? "", $0.deviceid) }
  }
}
