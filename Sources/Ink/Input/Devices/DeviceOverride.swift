/// Identifies a device's settings. Unlike X's device number, it survives unplugging and a restart.
public struct DeviceKey: Sendable, Hashable {
  /// The device's name, as given by the driver.
  public var name: String
  /// The USB product number, nil where unknown.
  public var product: Int?

  /// A key by its parts.
  public init(name: String, product: Int?) {
    self.name = name
    self.product = product
  }

  /// The key of a device.
  public init(_ device: DeviceDescription) { self.init(name: device.name, product: device.product) }
}

/// The user's corrections of a device's description; nil values use the description.
public struct DeviceOverride: Sendable, Hashable {
  /// How a device's scrolling is interpreted.
  public enum ScrollStyle: UInt8, Sendable, Hashable, CaseIterable {
    /// A wheel, also one that reports fractions of a notch.
    case wheel
    /// Fingers on a touchpad, even if they move by a whole notch.
    case fingers
  }

  /// Its class.
  public var deviceClass: DeviceClass?
  /// The X button (1...31, not 4-7) that reports contact of the tip, if a mapping has moved it from
  /// 1.
  public var contactButton: Int?
  /// The X button (1...31, not 4-7) that reports contact of the eraser end, if a driver has one
  /// device for both ends. Its press begins a stroke that erases.
  public var eraserButton: Int?
  /// The pressure, as a fraction (0 ..< 1) of the axis's range, at which the driver reports the
  /// press; less counts as no pressure.
  public var pressThreshold: Double?
  /// How its scrolling is interpreted.
  public var scrollStyle: ScrollStyle?
  /// The pressure curve.
  public var pressureResponse: PressureResponse?

  /// An override by its parts.
  public init(
    deviceClass: DeviceClass? = nil, contactButton: Int? = nil, eraserButton: Int? = nil,
    pressThreshold: Double? = nil, scrollStyle: ScrollStyle? = nil, pressureResponse: PressureResponse? = nil
  ) {
    self.deviceClass = deviceClass
    self.contactButton = contactButton
    self.eraserButton = eraserButton
    self.pressThreshold = pressThreshold
    self.scrollStyle = scrollStyle
    self.pressureResponse = pressureResponse
  }

  /// The allowed values of `pressThreshold`.
  public static let thresholds = 0.0...0.9

  /// A copy without values that are out of range.
  public var valid: DeviceOverride {
    var copy = self
    if let button = contactButton, !Self.isContact(button) { copy.contactButton = nil }
    if let button = eraserButton, !Self.isContact(button) { copy.eraserButton = nil }
    if let threshold = pressThreshold, !Self.thresholds.contains(threshold) { copy.pressThreshold = nil }
    if pressureResponse?.isIdentity == true { copy.pressureResponse = nil }
    return copy
  }

  /// Whether an X button can report contact: an event's state has 31 buttons, of which 4 to 7 are
  /// wheels.
  public static func isContact(_ button: Int) -> Bool { (1...3).contains(button) || (8...31).contains(button) }
}

extension DeviceOverride.ScrollStyle {
  /// The style of a device by its description; nil where the description does not tell, as for Xwayland's
  /// pointer, which has the events of wheels and of touchpads.
  init?(of device: DeviceDescription) {
    // Only touchpads have touches and move relatively.
    if device.xi1Type == "TOUCHPAD" || device.hasTouchClass && device.movesRelatively {
      self = .fingers
    } else if device.xi1Type == "MOUSE" {
      self = .wheel
    } else {
      return nil
    }
  }
}

extension [DeviceKey: DeviceOverride] {
  /// The override for a device: by name and product, otherwise by name alone.
  public func override(for device: DeviceDescription) -> DeviceOverride? { key(for: device).flatMap { self[$0] } }

  /// The key of that override; nil if there is none.
  public func key(for device: DeviceDescription) -> DeviceKey? {
    [DeviceKey(device), DeviceKey(name: device.name, product: nil)].first { self[$0] != nil }
  }
}

extension DeviceDescription {
  /// Whether the wacom driver runs it. Only that driver sets these two properties, on each of its
  /// devices.
  var isOfWacomDriver: Bool { wacomToolType != nil || isToolNear != nil }
}

struct DeviceProfile: Hashable {
  var deviceClass: DeviceClass
  var contactButton: Int
  /// Whether the user chose that button.
  var isContactGiven: Bool
  var eraserButton: Int?
  /// The fraction of the pressure's range at which the driver reports the press; 0 if the axis
  /// starts there.
  var pressThreshold: Double
  /// Whether a press has old values, and the next motion the right ones. Xwayland of before June 2025 sends
  /// the press before its frame's motion, with the position and pressure of the previous frame, which
  /// may be the last lift.
  var pressIsStale: Bool
  /// nil for a device that may have both styles: then fractions of a notch are fingers.
  var scrollStyle: DeviceOverride.ScrollStyle?
  /// The pressure curve for a touching tip; nil for none.
  var pressureResponse: PressureResponse?
  /// Whether the press of its first contact may be missing, so that pressure detects it. libinput's
  /// X driver drops events of a tool until its device exists; the tool's pressure is 0 unless the
  /// tip touches.
  var mayLoseFirstPress: Bool
  /// Whether a pressure of 0 means that the tip is up. The wacom driver derives press and release
  /// from pressure. Other drivers report contact by itself, and a light contact may have no
  /// pressure.
  var liftsWithoutPressure: Bool

  /// The wacom driver's default threshold, a fraction of the pressure's maximum. libinput (also
  /// behind Xwayland) subtracts its own threshold, and evdev reports the kernel's contact.
  static let wacomPressThreshold = 0.013

  init(_ device: DeviceDescription, _ override: DeviceOverride?) {
    deviceClass = override?.deviceClass ?? DeviceClass(of: device)
    let button = override?.contactButton.flatMap { DeviceOverride.isContact($0) ? $0 : nil }
    (contactButton, isContactGiven) = (button ?? 1, button != nil)
    eraserButton = override?.eraserButton.flatMap { DeviceOverride.isContact($0) ? $0 : nil }
    let threshold = override?.pressThreshold ?? (device.isOfWacomDriver ? Self.wacomPressThreshold : 0)
    pressThreshold = threshold >= 0 && threshold < 1 ? threshold : 0
    pressIsStale = deviceClass.isPen && device.name.hasPrefix("xwayland-")
    mayLoseFirstPress = deviceClass.isPen && device.hasToolSerial
    liftsWithoutPressure = deviceClass.isPen && device.isOfWacomDriver
    scrollStyle = override?.scrollStyle ?? DeviceOverride.ScrollStyle(of: device)
    pressureResponse = override?.pressureResponse
  }

  /// Whether a device keeps its stroke when it changes to this profile: another curve ends nothing.
  func differsInCurveOnly(from other: DeviceProfile) -> Bool {
    var same = other
    same.pressureResponse = pressureResponse
    return self == same
  }
}
