import Geometry
import Glibc

/// A ring or strip of a pad: one of its valuators.
public struct PadAxis: Sendable, Hashable {
  /// The kind of a pad's axis.
  public enum Shape: Sendable, Hashable {
    /// A ring: the end of the range is next to its start.
    case ring
    /// A strip; the range goes from top to bottom.
    case strip
    /// A strip whose value has one bit set for each position, as the wacom driver reports it.
    case bits
  }

  /// The valuator's number.
  public let number: Int
  /// The kind of axis.
  public let shape: Shape
  let range: AxisRange

  /// Rings have about 72 positions, strips 4096 or, in bits, 13.
  private static let mostPlaces = 256.0

  /// Returns nil if the axis is neither a ring nor a strip. Drivers label at most one ring ("Abs
  /// Wheel"), and Xwayland none, so the range decides.
  init?(_ axis: AxisDescription, isWacom: Bool) {
    guard axis.isAbsolute, axis.scrollIncrement == nil, !["Abs X", "Abs Y", "Abs Pressure"].contains(axis.label),
      let range = AxisRange(axis)
    else { return nil }
    number = axis.number
    self.range = range
    shape = axis.label == "Abs Wheel" || range.max - range.min < Self.mostPlaces ? .ring : isWacom ? .bits : .strip
  }

  /// The finger's position in turns from the range's start, 0 ..< 1 on a ring and 0...0.5 on a
  /// strip; nil if there is no finger on a strip, and for garbage.
  func place(of raw: Double) -> Double? {
    guard let value = range.clamped(raw) else { return nil }
    switch shape {
    case .ring: return (value - range.min) / (range.max - range.min + 1)
    case .strip: return value > range.min ? (value - range.min) / (range.max - range.min) / 2 : nil
    case .bits: return value >= 1 ? log2(value) / log2(range.max) / 2 : nil
    }
  }
}

/// Turns the values of a pad's rings and strips into angles.
///
/// A value is the finger's position, and nothing reports when it is lifted or put down: on lifting
/// some drivers send the range's start, some nothing. So only small steps in sequence count as
/// movement. A large step, or the first value after a pause, only sets the position.
struct PadDecoder {
  private var wheels: [Wheel]
  /// Pressed buttons without a reported release; bit n: number n on the pad.
  var held: UInt32 = 0

  private struct Wheel {
    let axis: PadAxis
    var place: Double?
    var time: Int64 = 0
  }

  /// The longest pause within a movement, ms.
  static let timeout: Int64 = 500
  /// The longest step of a movement, in turns.
  static let farthest = 1.0 / 8
  /// A step to the range's start of more than this is a lift, in turns: three positions of a ring
  /// of 72.
  static let lift = 2.5 / 72

  /// The turn for a wheel's button on a pad without a ring.
  static let notch = Angle(degrees: 15)

  init(_ axes: [PadAxis]) { wheels = axes.map { Wheel(axis: $0) } }

  var hasWheel: Bool { !wheels.isEmpty }

  /// Takes an event's values; returns the turn, positive clockwise or down. Time in unwrapped ms.
  mutating func turn(_ valuators: borrowing Valuators, at time: Int64) -> Angle {
    var turns = 0.0
    for i in wheels.indices {
      guard let raw = valuators[wheels[i].axis.number] else { continue }
      turns += Self.step(&wheels[i], to: raw, at: time)
    }
    return Angle(degrees: 360 * turns)
  }

  mutating func forget() {
    for i in wheels.indices { wheels[i].place = nil }
  }

  private static func step(_ wheel: inout Wheel, to raw: Double, at time: Int64) -> Double {
    guard let place = wheel.axis.place(of: raw) else {
      wheel.place = nil
      return 0
    }
    let before = wheel.place
    // Drivers repeat the values of resting wheels with those of a turning one.
    if before == place { return 0 }
    let pause = time - wheel.time
    (wheel.place, wheel.time) = (place, time)
    guard let before, pause <= timeout else { return 0 }
    var way = place - before
    if wheel.axis.shape == .ring {
      way -= way.rounded()
      if place == 0, abs(way) > lift {
        wheel.place = nil
        return 0
      }
    }
    return abs(way) <= farthest ? way : 0
  }
}
