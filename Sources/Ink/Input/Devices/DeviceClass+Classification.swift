extension DeviceClass {
  /// The reason for a device's class.
  public enum Evidence: Sendable, Hashable {
    /// The user's settings.
    case user
    /// It is attached as a keyboard.
    case attachment
    case touches
    /// The wacom driver's property "Wacom Tool Type" with this value.
    case wacomToolType(String)
    /// Its XInput 1 type.
    case xi1Type(String)
    /// The end of its name.
    case name
    /// Its axes: pressure and absolute position.
    case axes
    /// No other reason applies.
    case nothingElse
  }

  /// The class of a device by its description.
  ///
  /// The order of precedence: a touch class; the wacom driver's property; the XI1 type; the name; a
  /// pressure axis together with absolute X and Y. Pressure alone is not sufficient: libinput's
  /// pads and wacom's touch have it as well. Other devices are mice, or keyboards if attached as
  /// such.
  public init(of device: DeviceDescription) { self = Self.judge(device).deviceClass }

  /// Returns the class of a device and the reason: the user's settings, otherwise its description.
  public static func judge(
    _ device: DeviceDescription, _ override: DeviceOverride? = nil
  ) -> (deviceClass: DeviceClass, evidence: Evidence) {
    if let given = override?.deviceClass { return (given, .user) }
    if device.use == .masterKeyboard || device.use == .slaveKeyboard { return (.keyboard, .attachment) }
    // Touchpads have a touch class too ("dependent" touches), but move the pointer like a mouse.
    if device.hasTouchClass && !device.movesRelatively { return (.touch, .touches) }
    if let type = device.wacomToolType, let found = DeviceClass(typeAtom: type) { return (found, .wacomToolType(type)) }
    if let type = device.xi1Type, let found = DeviceClass(typeAtom: type) { return (found, .xi1Type(type)) }
    // "Touch Pad" and "Wireless Touch" are names of devices that move relatively and have no
    // pressure.
    if let named = DeviceClass(deviceName: device.name), !device.movesRelatively || device.hasPressure {
      return (named, .name)
    }
    if device.hasPressure && device.hasAbsolutePosition { return (.stylus, .axes) }
    return (.mouse, .nothingElse)
  }

  /// The class that a "Wacom Tool Type" or an XI1 type atom names; nil for ambiguous ones (MOUSE,
  /// TABLET, UNKNOWN: pens of other drivers have them).
  private init?(typeAtom: String) {
    switch typeAtom.uppercased() {
    case "STYLUS": self = .stylus
    case "ERASER": self = .eraser
    case "CURSOR": self = .cursor
    case "PAD": self = .pad
    case "TOUCH", "TOUCHSCREEN": self = .touch
    default: return nil
    }
  }

  /// The class that the end of a name states. wacom: `<base> stylus`; libinput: `<base> Pen
  /// (0x1234)` with the tool's serial number, or (0); Xwayland: `xwayland-tablet stylus:<seat>`.
  private init?(deviceName: String) {
    var name = deviceName.lowercased()[...]
    let isOfXwayland = name.hasPrefix("xwayland-")
    if isOfXwayland, let colon = name.firstIndex(of: ":") { name = name[..<colon] }
    let bare = withoutSerial(name)
    let hasSerial = bare != nil
    name = bare ?? name
    // Xwayland's pad is `xwayland-tablet-pad:<seat>`.
    guard let space = name.lastIndex(where: { $0 == " " || (isOfXwayland && $0 == "-") }) else { return nil }
    switch name[name.index(after: space)...] {
    case "stylus", "pen", "brush", "pencil", "airbrush": self = .stylus
    case "eraser": self = .eraser
    case "cursor", "lens": self = .cursor
    case "mouse" where hasSerial: self = .cursor
    case "pad": self = .pad
    case "touch", "finger": self = .touch
    default: return nil
    }
  }
}

/// Returns a device's name without the serial number that libinput's X driver appends in brackets
/// (`0`, or `0x` and hexadecimal digits); nil if there is none.
private func withoutSerial(_ name: Substring) -> Substring? {
  guard name.last == ")", let bracket = name.lastIndex(of: "(") else { return nil }
  let serial = name[bracket...].dropFirst().dropLast()
  let digits = serial.dropFirst(2)
  guard serial == "0" || serial.hasPrefix("0x") && !digits.isEmpty && digits.allSatisfy(\.isHexDigit) else {
    return nil
  }
  var bare = name[..<bracket]
  while bare.last == " " { bare.removeLast() }
  return bare
}

extension DeviceDescription {
  /// Whether the name has the form that libinput's X driver gives to tools: `<base> Pen (0x1234)`.
  var hasToolSerial: Bool { withoutSerial(name[...]) != nil }

  var hasPressure: Bool { axes.contains { $0.label == "Abs Pressure" } }

  /// Whether X and Y are absolute positions.
  var hasAbsolutePosition: Bool {
    axes.contains { $0.label == "Abs X" && $0.isAbsolute } && axes.contains { $0.label == "Abs Y" && $0.isAbsolute }
  }

  var movesRelatively: Bool {
    axes.contains {
      switch $0.label {
      case "Rel X", "Rel Y": true
      case "Abs X", "Abs Y": !$0.isAbsolute
      default: false
      }
    }
  }
}
