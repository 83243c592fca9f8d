import Geometry
import Language

/// All that can be shown of a device at one moment: what it is, by what it was taken for that, its axes as it reports them and
/// as they are read, and how often it reports.
public struct DeviceReadings: Sendable, Hashable {
  /// One axis.
  public struct Axis: Sendable, Hashable {
    /// What it is.
    public var description: AxisDescription
    /// What it said last, in the device's own units; nil before it said anything.
    public var value: Double?
    /// What that means: "0.46", "12.0°"; nil for axes that are not read, or read as movements.
    public var meaning: String?
  }

  /// The device itself.
  public var device: DeviceDescription
  /// What it is taken for.
  public var deviceClass: DeviceClass
  /// What says so.
  public var evidence: DeviceClass.Evidence
  /// What the user says of it.
  public var word: DeviceOverride?
  /// Its axes, by number.
  public var axes: [Axis]
  /// Whether a tool is in its reach; nil for devices that never leave.
  public var isNear: Bool?
  /// The pressure as measured, after the driver's threshold, 0...1; nil for what measures none.
  public var measured: Double?
  /// The pressure as it counts, after the device's curve, 0...1; nil for what measures none.
  public var felt: Double?
  /// The angle between the pen and the surface; nil for what measures no tilt.
  public var altitude: Angle?
  /// Whither the pen leans, 0 to the right, clockwise; nil for what measures no tilt.
  public var azimuth: Angle?
  /// The barrel's rotation, clockwise; nil for what measures none.
  public var roll: Angle?
  /// The buttons that are held, as X numbers them.
  public var held: Set<Int>
  /// How often it reports.
  public var timing: ReportTiming
}

/// Watches one device: takes its reports and knows its readings.
///
/// Its life: made from the device's description; told of each report; asked for `readings`. It reads the axes by the code
/// that strokes are read by.
public struct DeviceMonitor: Sendable {
  /// The device.
  public private(set) var device: DeviceDescription
  private let word: DeviceOverride?
  private var decoder: DeviceDecoder
  private var values: [Int: Double] = [:]
  private var held: Set<Int> = []
  private var timing = ReportTiming()
  private var isNear: Bool?

  /// A monitor of a device that the user says this of.
  public init(_ device: DeviceDescription, _ word: DeviceOverride? = nil) {
    (self.device, self.word) = (device, word)
    decoder = DeviceDecoder(device, DeviceProfile(device, word))
    isNear = device.isToolNear
  }

  /// The same device is described or treated anew; what it said stays.
  public mutating func update(_ device: DeviceDescription, _ word: DeviceOverride?) {
    guard device != self.device || word != self.word else { return }
    var new = DeviceMonitor(device, word)
    if device.name == self.device.name {
      (new.values, new.held, new.timing, new.isNear) = (values, held, timing, isNear)
      var last = Valuators()
      for (number, value) in values { last[number] = value }
      new.decoder.absorb(last)
    }
    self = new
  }

  /// It moved: the valuators that changed, at the server's time, ms. What the server made up of something else is no report of
  /// the device, whose times it would blur.
  public mutating func moved(_ valuators: Valuators, at time: UInt32, isReport: Bool = true) {
    take(valuators)
    if isReport { timing.add(time) }
    // A report is made within the tablet's reach.
    if decoder.profile.deviceClass.isPen { isNear = true }
  }

  /// A button, numbered as by X, went down or up. Buttons come between movements and say nothing of how often it reports.
  public mutating func turned(button: Int, isPressed: Bool, _ valuators: Valuators) {
    take(valuators)
    if isPressed { held.insert(button) } else { held.remove(button) }
  }

  /// A tool came into its reach or left it.
  public mutating func proximity(isNear: Bool) {
    self.isNear = isNear
    if !isNear { held.removeAll() }
  }

  private mutating func take(_ valuators: Valuators) {
    decoder.absorb(valuators)
    for axis in device.axes {
      if let value = valuators[axis.number] { values[axis.number] = value }
    }
  }

  /// What it is taken for.
  public var deviceClass: DeviceClass { decoder.profile.deviceClass }

  /// The pressure as measured, 0...1; nil for what measures none.
  public var measured: Double? { decoder.axes.pressure == nil ? nil : decoder.pressure }

  /// What there is to show now.
  public var readings: DeviceReadings {
    let axes = decoder.axes
    let (deviceClass, evidence) = DeviceClass.judge(device, word)
    let isTilting = axes.tiltX != nil && axes.tiltY != nil
    return DeviceReadings(
      device: device, deviceClass: deviceClass, evidence: evidence, word: word,
      axes: device.axes.map {
        DeviceReadings.Axis(description: $0, value: values[$0.number], meaning: meaning(of: $0.number))
      }, isNear: isNear, measured: measured, felt: measured.map { decoder.profile.pressureResponse?($0) ?? $0 },
      altitude: isTilting ? decoder.attitude.altitude : nil, azimuth: isTilting ? decoder.attitude.azimuth : nil,
      roll: decoder.roll, held: held, timing: timing)
  }

  private func meaning(of number: Int) -> String? {
    guard let raw = values[number] else { return nil }
    let axes = decoder.axes
    if axes.pressure?.number == number { return DecimalText.fixed(decoder.pressure, 3) }
    if axes.tiltX?.number == number { return DecimalText.fixed(decoder.tiltX.degrees, 1) + "°" }
    if axes.tiltY?.number == number { return DecimalText.fixed(decoder.tiltY.degrees, 1) + "°" }
    if axes.rotation?.number == number { return decoder.roll.map { DecimalText.fixed($0.degrees, 1) + "°" } }
    for scroll in [axes.verticalScroll, axes.horizontalScroll] {
      if let scroll, scroll.number == number, raw.isFinite {
        return translated("{number} notches", ["number": DecimalText.fixed(raw / abs(scroll.increment), 2)])
      }
    }
    guard let axis = device.axes.first(where: { $0.number == number }), axis.isAbsolute,
      let range = AxisRange(axis), let value = range.clamped(raw)
    else { return nil }
    // Of the rest, how far along it is.
    return DecimalText.fixed((value - range.min) / (range.max - range.min), 3)
  }
}

/// Numbers for people.
public enum DecimalText {
  /// With so many digits behind the point, 0...6; "?" for what is no number. Never "-0".
  public static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "?" }
    let digits = max(0, min(6, digits))
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let whole = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && whole != 0 ? "-" : ""
    guard digits > 0 else { return sign + String(whole) }
    let rest = String(whole % scale)
    return sign + String(whole / scale) + "." + String(repeating: "0", count: digits - rest.count) + rest
  }

  /// With two digits behind the point at most.
  public static func short(_ value: Double) -> String {
    var text = fixed(value, 2)
    while text.contains("."), text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension DeviceClass.Evidence {
  /// What it is, in a few words: "its name".
  public var words: String {
    switch self {
    case .user: "your settings"
    case .attachment: "how it is attached"
    case .touches: "its touches"
    case .wacomToolType(let type): "wacom's property, \(type)"
    case .xi1Type(let type): "its XInput 1 type, \(type)"
    case .name: "its name"
    case .axes: "its axes"
    case .nothingElse: "nothing else it says"
    }
  }
}

extension DeviceDescription {
  /// "056a:0357": USB vendor and product; nil where unknown.
  public var productID: String? {
    guard let vendor, let product else { return nil }
    return [vendor, product].map { value in
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined(separator: ":")
  }
}
