extension DeviceClass {
  /// The class of a device by what it tells of itself.
  ///
  /// The order of trust: a touch class; the wacom driver's property; the XI1 type; the name; a pressure axis together
  /// with absolute X and Y. Pressure alone proves nothing: libinput's pads and wacom's touch have it as well. What fits
  /// nothing is a mouse, or a keyboard where it is attached as one.
  public init(of device: DeviceDescription) {
    if device.use == .masterKeyboard || device.use == .slaveKeyboard {
      self = .keyboard
    } else if device.hasTouchClass && !device.movesRelatively {
      // Touchpads have a touch class too (of "dependent" touches), but they move the pointer like a mouse does.
      self = .touch
    } else if let type = device.wacomToolType.flatMap(DeviceClass.init(typeAtom:)) {
      self = type
    } else if let type = device.xi1Type.flatMap(DeviceClass.init(typeAtom:)) {
      self = type
    } else if let named = DeviceClass(deviceName: device.name), !device.movesRelatively || device.hasPressure {
      // ("Touch Pad" and "Wireless Touch" are names of things that move relatively and have no pressure.)
      self = named
    } else if device.hasPressure && device.hasAbsolutePosition {
      self = .stylus
    } else {
      self = .mouse
    }
  }

  /// The class that a "Wacom Tool Type" or an XI1 type atom names, nil for those that do not settle it (MOUSE, TABLET,
  /// UNKNOWN: pens of other drivers have them).
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

  /// The class that a name ends with, the ways of the drivers being: wacom `<base> stylus`; libinput
  /// `<base> Pen (0x1234)`, with the tool's serial number or (0); Xwayland `xwayland-tablet stylus:<seat>`.
  private init?(deviceName: String) {
    var name = deviceName.lowercased()[...]
    let isOfXwayland = name.hasPrefix("xwayland-")
    if isOfXwayland, let colon = name.firstIndex(of: ":") { name = name[..<colon] }
    var hasSerial = false
    if name.hasSuffix(")"), let bracket = name.lastIndex(of: "("), isSerial(name[bracket...].dropFirst().dropLast()) {
      hasSerial = true
      name = name[..<bracket]
      while name.last == " " { name.removeLast() }
    }
    // (Xwayland's pad is `xwayland-tablet-pad:<seat>`.)
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

/// Whether `text` is a tool's serial number as libinput's X driver appends it: `0` or `0x` and hexadecimal digits.
private func isSerial(_ text: Substring) -> Bool {
  if text == "0" { return true }
  guard text.hasPrefix("0x") else { return false }
  let digits = text.dropFirst(2)
  return !digits.isEmpty && digits.allSatisfy(\.isHexDigit)
}

extension DeviceDescription {
  /// Whether it is named as libinput's X driver names the devices that it makes of tools: `<base> Pen (0x1234)`.
  var hasToolSerial: Bool {
    guard name.last == ")", let bracket = name.lastIndex(of: "(") else { return false }
    return isSerial(name[bracket...].dropFirst().dropLast())
  }

  /// Whether it has an axis "Abs Pressure".
  var hasPressure: Bool { axes.contains { $0.label == "Abs Pressure" } }

  /// Whether its X and Y are places on a surface.
  var hasAbsolutePosition: Bool {
    axes.contains { $0.label == "Abs X" && $0.isAbsolute } && axes.contains { $0.label == "Abs Y" && $0.isAbsolute }
  }

  /// Whether its X or Y are movements: a mouse, a touchpad, or a tablet that is set to behave like one.
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
