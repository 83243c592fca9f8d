import Geometry

/// The meaning and scale of a device's valuators, found by label, never by number.
///
/// Made once for a device. An axis is nil if the device lacks it or it cannot be scaled; samples
/// then have the neutral value.
public struct AxisTable: Sendable, Hashable {
  /// Pressure of the tip ("Abs Pressure").
  public private(set) var pressure: PressureAxis?
  /// Tilt to the right ("Abs Tilt X").
  public private(set) var tiltX: TiltAxis?
  /// Tilt towards the user ("Abs Tilt Y").
  public private(set) var tiltY: TiltAxis?
  /// The barrel's rotation ("Abs Wheel" of pens).
  public private(set) var rotation: RotationAxis?
  /// The wheel that scrolls up and down.
  public private(set) var verticalScroll: ScrollAxis?
  /// The wheel that scrolls sideways.
  public private(set) var horizontalScroll: ScrollAxis?
  /// Position on the screen.
  private(set) var place: PlaceAxes?
  /// A pad's rings and strips.
  public private(set) var padAxes: [PadAxis] = []
  /// Bit n: valuator n only scrolls. A motion that carries no other valuator is not a movement.
  var scrollMask: UInt64 = 0

  /// The axes of a device of a class.
  ///
  /// - Parameter pressThreshold: the fraction (0 ..< 1) of the pressure's range at which the driver
  ///   reports the press.
  public init(_ device: DeviceDescription, as deviceClass: DeviceClass, pressThreshold: Double = 0) {
    if deviceClass.tool != nil { place = PlaceAxes(device) }
    for axis in device.axes where axis.number >= 0 && axis.number < Valuators.capacity {
      if axis.scrollIncrement != nil {
        scrollMask |= 1 << UInt64(axis.number)
        guard let scroll = ScrollAxis(axis) else { continue }
        if axis.scrollsSideways {
          horizontalScroll = horizontalScroll ?? scroll
        } else {
          verticalScroll = verticalScroll ?? scroll
        }
      } else if deviceClass.isPen {
        switch axis.label {
        case "Abs Pressure": pressure = pressure ?? PressureAxis(axis, threshold: pressThreshold)
        case "Abs Tilt X": tiltX = tiltX ?? TiltAxis(axis)
        case "Abs Tilt Y": tiltY = tiltY ?? TiltAxis(axis)
        case "Abs Wheel": rotation = rotation ?? RotationAxis(axis)
        // "Abs Rotary Z" is not used: libinput's saturates.
        default: break
        }
      } else if deviceClass == .pad, let wheel = PadAxis(axis, isWacom: device.isOfWacomDriver) {
        padAxes.append(wheel)
      }
    }
  }
}

struct AxisRange: Sendable, Hashable {
  var min: Double
  var max: Double

  /// Returns nil if the axis has no known range.
  init?(_ axis: AxisDescription) {
    guard axis.min.isFinite, axis.max.isFinite, axis.min < axis.max else { return nil }
    (min, max) = (axis.min, axis.max)
  }

  /// Returns the value clamped to the range, or nil for garbage: NaN, infinities, and values
  /// farther outside than the range is wide. (A negative pressure read as unsigned must not become
  /// full pressure.)
  func clamped(_ value: Double) -> Double? {
    let slack = max - min
    guard value >= min - slack, value <= max + slack else { return nil }
    return Swift.min(max, Swift.max(min, value))
  }
}

/// An axis that measures pressure.
public struct PressureAxis: Sendable, Hashable {
  /// The valuator's number.
  public let number: Int
  let range: AxisRange
  let threshold: Double

  /// Returns nil if the range is unknown.
  init?(_ axis: AxisDescription, threshold: Double) {
    guard let range = AxisRange(axis) else { return nil }
    number = axis.number
    self.range = range
    self.threshold = threshold
  }

  /// Returns the pressure, 0...1, for a raw value; nil for garbage.
  ///
  /// With p the fraction of the range and t the press threshold it is (p - t) / (1 - t), so that a
  /// stroke starts near zero and still reaches 1.
  public func pressure(of raw: Double) -> Double? {
    guard let value = range.clamped(raw) else { return nil }
    let fraction = (value - range.min) / (range.max - range.min)
    return max(0, (fraction - threshold) / (1 - threshold))
  }

  func isNone(_ raw: Double) -> Bool { raw == range.min }
}

/// An axis that measures the tilt to one side.
public struct TiltAxis: Sendable, Hashable {
  /// The valuator's number.
  public let number: Int
  let range: AxisRange?
  let radiansPerUnit: Double

  /// The largest tilt. It keeps the tangents finite.
  static let limit = 89 * Double.pi / 180

  init(_ axis: AxisDescription) {
    number = axis.number
    range = AxisRange(axis)
    // Units are degrees if the resolution is 57 units per radian or unknown. The evdev driver
    // reports the kernel's units, and a resolution of a thousand times the kernel's units per
    // radian.
    radiansPerUnit = axis.resolution == 57 || axis.resolution <= 0 ? .pi / 180 : 1000 / Double(axis.resolution)
  }

  /// Returns the angle from upright, within +-89 degrees, for a raw value; nil for garbage.
  public func tilt(of raw: Double) -> Angle? {
    guard raw.isFinite, let value = range == nil ? raw : range?.clamped(raw) else { return nil }
    return Angle(radians: min(Self.limit, max(-Self.limit, value * radiansPerUnit)))
  }
}

/// An axis that measures the barrel's rotation.
public struct RotationAxis: Sendable, Hashable {
  /// The valuator's number.
  public let number: Int
  let range: AxisRange
  let unitsPerDegree: Double

  /// Returns nil unless the range includes both signs: an airbrush's finger wheel starts at 0.
  init?(_ axis: AxisDescription) {
    guard let range = AxisRange(axis), range.min < 0, range.max > 0 else { return nil }
    number = axis.number
    self.range = range
    // One turn is the whole range including both ends: -900...899 is 5 units a degree.
    unitsPerDegree = (range.max - range.min + 1) / 360
  }

  /// Whether a pen without rotation may report this value: 0, or the start of the range, which
  /// wacom drivers before 1.0 send with each event of any pen but an airbrush.
  func isRest(_ raw: Double) -> Bool { raw == 0 || raw == range.min }

  /// Returns the rotation, clockwise, in (-pi, pi], for a raw value; nil for garbage.
  public func rotation(of raw: Double) -> Angle? {
    range.clamped(raw).map { Angle(degrees: $0 / unitsPerDegree - 90).wrapped }
  }
}

/// An axis that scrolls.
public struct ScrollAxis: Sendable, Hashable {
  /// The valuator's number.
  public let number: Int
  /// Units per notch, positive if growing values scroll down or to the right; finite, not 0.
  public let increment: Double

  init?(_ axis: AxisDescription) {
    guard let increment = axis.scrollIncrement, increment.isFinite, increment != 0 else { return nil }
    number = axis.number
    self.increment = increment
  }
}
