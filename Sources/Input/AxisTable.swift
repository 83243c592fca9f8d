import Geometry

/// Which of a device's valuators mean what, found by label and never by number, with what it takes to scale them.
///
/// Made once for a device and used for each of its events. An axis is absent here where the device has none of that
/// meaning, or one that cannot be scaled; the samples then have the neutral value.
public struct AxisTable: Sendable, Hashable {
  /// How hard the tip is pressed ("Abs Pressure").
  public private(set) var pressure: PressureAxis?
  /// Leaning to the right ("Abs Tilt X").
  public private(set) var tiltX: TiltAxis?
  /// Leaning towards the user ("Abs Tilt Y").
  public private(set) var tiltY: TiltAxis?
  /// The barrel's rotation ("Abs Wheel" of pens).
  public private(set) var rotation: RotationAxis?
  /// The wheel that scrolls up and down.
  public private(set) var verticalScroll: ScrollAxis?
  /// The wheel that scrolls sideways.
  public private(set) var horizontalScroll: ScrollAxis?
  /// Where it is on the screen.
  private(set) var place: PlaceAxes?
  /// A pad's rings and strips.
  public private(set) var padAxes: [PadAxis] = []
  /// Bit n: valuator n only scrolls, so that a motion that carries no other is not a movement.
  var scrollMask: UInt64 = 0

  /// The table of a device of a class.
  ///
  /// - Parameter pressThreshold: the fraction (0 ..< 1) of the pressure's range at which the driver reports the press.
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
        // "Abs Rotary Z" is left out: libinput's saturates.
        default: break
        }
      } else if deviceClass == .pad, let wheel = PadAxis(axis, isWacom: device.isOfWacomDriver) {
        padAxes.append(wheel)
      }
    }
  }
}

/// A span of raw values that an axis may have.
struct AxisRange: Sendable, Hashable {
  var min: Double
  var max: Double

  /// nil where the axis does not tell its range.
  init?(_ axis: AxisDescription) {
    guard axis.min.isFinite, axis.max.isFinite, axis.min < axis.max else { return nil }
    (min, max) = (axis.min, axis.max)
  }

  /// The value, brought into the range; nil for what no working device sends: NaN, infinities, and values farther
  /// outside than the range is wide (a negative pressure read as an unsigned number must not become full pressure).
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

  /// nil where the range is unknown: without a maximum there is no telling what a value is a part of.
  init?(_ axis: AxisDescription, threshold: Double) {
    guard let range = AxisRange(axis) else { return nil }
    number = axis.number
    self.range = range
    self.threshold = threshold
  }

  /// The pressure, 0...1, for a raw value; nil for a value that is garbage.
  ///
  /// With p the fraction of the range and t the driver's press threshold it is (p - t) / (1 - t), so that a stroke
  /// starts near zero and still reaches 1.
  public func pressure(of raw: Double) -> Double? {
    guard let value = range.clamped(raw) else { return nil }
    let fraction = (value - range.min) / (range.max - range.min)
    return max(0, (fraction - threshold) / (1 - threshold))
  }

  /// Whether a raw value is no pressure at all.
  func isNone(_ raw: Double) -> Bool { raw == range.min }
}

/// An axis that measures how far the pen leans to one side.
public struct TiltAxis: Sendable, Hashable {
  /// The valuator's number.
  public let number: Int
  let range: AxisRange?
  let radiansPerUnit: Double

  /// Steeper than this no pen can lean and still be held; it also keeps the tangents finite.
  static let limit = 89 * Double.pi / 180

  init(_ axis: AxisDescription) {
    number = axis.number
    range = AxisRange(axis)
    // The units are degrees where X is told of 57 units per radian, or of nothing. The evdev driver passes on the
    // kernel's units with a thousand times the kernel's units per radian.
    radiansPerUnit = axis.resolution == 57 || axis.resolution <= 0 ? .pi / 180 : 1000 / Double(axis.resolution)
  }

  /// The angle from upright, within +-89 degrees, for a raw value; nil for a value that is garbage.
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

  /// nil unless the axis goes both ways from its rest: an airbrush's finger wheel starts at 0.
  init?(_ axis: AxisDescription) {
    guard let range = AxisRange(axis), range.min < 0, range.max > 0 else { return nil }
    number = axis.number
    self.range = range
    // One turn is the whole range, both ends included: -900...899 is 5 units a degree.
    unitsPerDegree = (range.max - range.min + 1) / 360
  }

  /// Whether a pen that does not measure its rotation may have this value: 0, or the start of the range, as drivers of wacom
  /// before 1.0 send it with each event of any pen but an airbrush.
  func isRest(_ raw: Double) -> Bool { raw == 0 || raw == range.min }

  /// The rotation, clockwise, in (-pi, pi], for a raw value; nil for a value that is garbage.
  public func rotation(of raw: Double) -> Angle? {
    range.clamped(raw).map { Angle(degrees: $0 / unitsPerDegree - 90).wrapped }
  }
}

/// An axis that scrolls.
public struct ScrollAxis: Sendable, Hashable {
  /// The valuator's number.
  public let number: Int
  /// Units per notch, positive where growing values scroll down or to the right; finite, not 0.
  public let increment: Double

  init?(_ axis: AxisDescription) {
    guard let increment = axis.scrollIncrement, increment.isFinite, increment != 0 else { return nil }
    number = axis.number
    self.increment = increment
  }
}
