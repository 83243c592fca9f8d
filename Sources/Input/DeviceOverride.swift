/// What a device's settings are kept under: it survives unplugging and a restart, which X's device number does not.
public struct DeviceKey: Sendable, Hashable {
  /// The device's name, as the driver gives it.
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

/// What the user says about a device, against what the device says of itself; nil leaves it to the device.
public struct DeviceOverride: Sendable, Hashable {
  /// How a device's scrolling is to be taken.
  public enum ScrollStyle: UInt8, Sendable, Hashable, CaseIterable {
    /// A wheel, also one that reports fractions of a notch.
    case wheel
    /// Fingers on a touchpad, also where they move by a whole notch.
    case fingers
  }

  /// What it is.
  public var deviceClass: DeviceClass?
  /// The X button (1...31, not 4-7) that says that the tip touches, where a remapping has moved it from 1.
  public var contactButton: Int?
  /// The X button (1...31, not 4-7) by which a driver tells that the eraser's end touches, where it has one device for both
  /// ends. Its press begins a stroke that erases.
  public var eraserButton: Int?
  /// The pressure, as a fraction (0 ..< 1) of the axis's range, at which the driver reports the press: what is below
  /// counts as no pressure.
  public var pressThreshold: Double?
  /// How its scrolling is to be taken.
  public var scrollStyle: ScrollStyle?
  /// How the hand's pressure on it is taken.
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

  /// What `pressThreshold` can be set to: above there would be little pressure left.
  public static let thresholds = 0.0...0.9

  /// The same without what is out of range.
  public var valid: DeviceOverride {
    var word = self
    if let button = contactButton, !Self.isContact(button) { word.contactButton = nil }
    if let button = eraserButton, !Self.isContact(button) { word.eraserButton = nil }
    if let threshold = pressThreshold, !Self.thresholds.contains(threshold) { word.pressThreshold = nil }
    if pressureResponse?.isIdentity == true { word.pressureResponse = nil }
    return word
  }

  /// Whether a tip's touch can be told by this X button: there are 31 in an event's state, 4 to 7 are wheels.
  public static func isContact(_ button: Int) -> Bool { (1...3).contains(button) || (8...31).contains(button) }
}

extension [DeviceKey: DeviceOverride] {
  /// What the user says of a device: by its name and product, or else of all devices of that name.
  public func word(on device: DeviceDescription) -> DeviceOverride? { key(on: device).flatMap { self[$0] } }

  /// What that is kept under; nil where nothing is said of the device.
  public func key(on device: DeviceDescription) -> DeviceKey? {
    [DeviceKey(device), DeviceKey(name: device.name, product: nil)].first { self[$0] != nil }
  }
}

extension DeviceDescription {
  /// Whether the wacom driver runs it: two properties are that driver's alone, and each of its devices has them.
  var isOfWacomDriver: Bool { wacomToolType != nil || isToolNear != nil }
}

/// How a device is treated: its description, the habits of its driver, and the user's word, taken together once.
struct DeviceProfile: Hashable {
  /// What it is.
  var deviceClass: DeviceClass
  /// The X button that is the contact.
  var contactButton: Int
  /// Whether that is the user's word.
  var isContactGiven: Bool
  /// The X button that is the eraser's contact on a device of both ends.
  var eraserButton: Int?
  /// The fraction of the pressure's range at which the driver reports the press, 0 where the axis starts there.
  var pressThreshold: Double
  /// Whether a press right after a motion of the same moment is at that motion's place. Xwayland sends the press
  /// before the frame's motion, with what the previous frame said.
  var pressFollowsMotion: Bool
  /// How its scrolling is to be taken; nil to judge by the amounts.
  var scrollStyle: DeviceOverride.ScrollStyle?
  /// How the pressure of a tip that touches is taken; nil as it is.
  var pressureResponse: PressureResponse?
  /// Whether X may not have been told of the press of its first contact, which then is where there is pressure.
  ///
  /// libinput's X driver makes a device of a tool when it comes near, and drops what it does until that is ready: the press
  /// of a quick hand among it, while the motions after it are told. Its pressure is 0 unless the tip touches.
  var mayLoseFirstPress: Bool
  /// Whether a pressure of 0 says that the tip is up: the wacom driver makes its press and release of the pressure. Others report
  /// contact by itself, and a light one may have no pressure.
  var liftsWithoutPressure: Bool

  /// The wacom driver's default threshold, a fraction of the pressure's maximum.
  ///
  /// Of the drivers only this one reports a press at a pressure that the axis still counts from zero: libinput (also
  /// behind Xwayland) subtracts its threshold itself, and evdev passes on the kernel's contact.
  static let wacomPressThreshold = 0.013

  init(_ device: DeviceDescription, _ override: DeviceOverride?) {
    deviceClass = override?.deviceClass ?? DeviceClass(of: device)
    let button = override?.contactButton.flatMap { DeviceOverride.isContact($0) ? $0 : nil }
    (contactButton, isContactGiven) = (button ?? 1, button != nil)
    eraserButton = override?.eraserButton.flatMap { DeviceOverride.isContact($0) ? $0 : nil }
    let threshold = override?.pressThreshold ?? (device.isOfWacomDriver ? Self.wacomPressThreshold : 0)
    pressThreshold = threshold >= 0 && threshold < 1 ? threshold : 0
    pressFollowsMotion = !device.name.hasPrefix("xwayland-")
    mayLoseFirstPress = deviceClass.isPen && device.hasToolSerial
    liftsWithoutPressure = deviceClass.isPen && device.isOfWacomDriver
    scrollStyle = override?.scrollStyle ?? (device.xi1Type == "TOUCHPAD" ? .fingers : nil)
    pressureResponse = override?.pressureResponse
  }

  /// Whether a device keeps its stroke when it is treated like this instead: another curve ends nothing.
  func differsInCurveOnly(from other: DeviceProfile) -> Bool {
    var same = other
    same.pressureResponse = pressureResponse
    return self == same
  }
}
