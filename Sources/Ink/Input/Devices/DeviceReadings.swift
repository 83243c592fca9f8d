import Geometry
import Language

/// Everything that is shown of a device at one moment: class and reason, axes, and report rate.
public struct DeviceReadings: Sendable, Hashable {
  /// One axis.
  public struct Axis: Sendable, Hashable {
    /// Its description.
    public var description: AxisDescription
    /// Its last value, in the device's own units; nil before the first.
    public var value: Double?
    /// The decoded value: "0.46", "12.0°"; nil for axes that are not used or are relative.
    public var meaning: String?
  }

  /// The device itself.
  public var device: DeviceDescription
  /// Its class.
  public var deviceClass: DeviceClass
  /// The reason for the class.
  public var evidence: DeviceClass.Evidence
  /// The user's override.
  public var override: DeviceOverride?
  /// Its axes, by number.
  public var axes: [Axis]
  /// Whether a tool is in reach; nil for devices that never leave.
  public var isNear: Bool?
  /// The pressure after the driver's threshold, 0...1; nil if it measures none.
  public var measured: Double?
  /// The pressure after the device's curve, 0...1; nil if it measures none.
  public var adjusted: Double?
  /// The angle between the pen and the surface; nil if it measures no tilt.
  public var altitude: Angle?
  /// Direction in which the pen leans, 0 to the right, clockwise; nil if it measures no tilt.
  public var azimuth: Angle?
  /// The barrel's rotation, clockwise; nil if it measures none.
  public var roll: Angle?
  /// The held buttons, by X's numbers.
  public var held: Set<Int>
  /// Its report rate.
  public var timing: ReportTiming
}

/// Watches one device and computes its readings, with the same code that strokes use.
public struct DeviceMonitor: Sendable {
  /// The device.
  public private(set) var device: DeviceDescription
  private let override: DeviceOverride?
  private var decoder: DeviceDecoder
  private var values: [Int: Double] = [:]
  private var held: Set<Int> = []
  private var timing = ReportTiming()
  private var isNear: Bool?

  /// A monitor of a device with the user's override.
  public init(_ device: DeviceDescription, _ override: DeviceOverride? = nil) {
    (self.device, self.override) = (device, override)
    decoder = DeviceDecoder(device, DeviceProfile(device, override))
    isNear = device.isToolNear
  }

  /// Takes a new description or override of the same device; values are kept.
  public mutating func update(_ device: DeviceDescription, _ override: DeviceOverride?) {
    guard device != self.device || override != self.override else { return }
    var new = DeviceMonitor(device, override)
    if device.name == self.device.name {
      (new.values, new.held, new.timing, new.isNear) = (values, held, timing, isNear)
      var last = Valuators()
      for (number, value) in values { last[number] = value }
      new.decoder.absorb(last)
    }
    self = new
  }

  /// Takes a motion: the changed valuators, at the server's time, ms.
  /// - Parameter isReport: false for events that the server generated from others; they are not
  ///   counted in the report rate.
  public mutating func moved(_ valuators: Valuators, at time: UInt32, isReport: Bool = true) {
    take(valuators)
    if isReport { timing.add(time) }
    // A report implies that the tool is in reach.
    if decoder.profile.deviceClass.isPen { isNear = true }
  }

  /// Takes a press or release of an X button. Buttons are not counted in the report rate.
  public mutating func turned(button: Int, isPressed: Bool, _ valuators: Valuators) {
    take(valuators)
    if isPressed { held.insert(button) } else { held.remove(button) }
  }

  /// Takes a proximity event.
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

  /// The device's class.
  public var deviceClass: DeviceClass { decoder.profile.deviceClass }

  /// The pressure after the driver's threshold, 0...1; nil if it measures none.
  public var measured: Double? { decoder.axes.pressure == nil ? nil : decoder.pressure }

  /// The current readings.
  public var readings: DeviceReadings {
    let axes = decoder.axes
    let (deviceClass, evidence) = DeviceClass.judge(device, override)
    let isTilting = axes.tiltX != nil && axes.tiltY != nil
    return DeviceReadings(
      device: device, deviceClass: deviceClass, evidence: evidence, override: override,
      axes: device.axes.map {
        DeviceReadings.Axis(description: $0, value: values[$0.number], meaning: meaning(of: $0.number))
      }, isNear: isNear, measured: measured, adjusted: measured.map { decoder.profile.pressureResponse?($0) ?? $0 },
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
    // Other absolute axes: the fraction of the range.
    return DecimalText.fixed((value - range.min) / (range.max - range.min), 3)
  }
}

/// Numbers for people.
public enum DecimalText {
  /// A number with `digits` decimals, 0...6; "?" if it is not finite. Never "-0".
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

  /// A number with at most two decimals.
  public static func short(_ value: Double) -> String {
    var text = fixed(value, 2)
    while text.contains("."), text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension DeviceClass.Evidence {
  /// A short phrase: "its name".
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
