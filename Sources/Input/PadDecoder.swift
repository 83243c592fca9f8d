import Geometry
import Glibc

/// A ring or strip of a pad, one of its valuators.
public struct PadAxis: Sendable, Hashable {
  /// What a finger does on it.
  public enum Shape: Sendable, Hashable {
    /// Goes round: the end of the range is next to its start.
    case ring
    /// Goes up and down, top to bottom being the range.
    case strip
    /// The same, the value having one bit set for each of the range's places, as the wacom driver passes it on.
    case bits
  }

  /// The valuator's number.
  public let number: Int
  /// What it is.
  public let shape: Shape
  let range: AxisRange

  /// Rings count some 72 places, strips 4096 or, in bits, 13: no ring has as many as this and no strip as few.
  private static let mostPlaces = 256.0

  /// The axis of a pad; nil where it is none of these. Drivers label one ring at most ("Abs Wheel"), and Xwayland none, so
  /// the range decides.
  init?(_ axis: AxisDescription, isWacom: Bool) {
    guard axis.isAbsolute, axis.scrollIncrement == nil, !["Abs X", "Abs Y", "Abs Pressure"].contains(axis.label),
      let range = AxisRange(axis)
    else { return nil }
    number = axis.number
    self.range = range
    shape = axis.label == "Abs Wheel" || range.max - range.min < Self.mostPlaces ? .ring : isWacom ? .bits : .strip
  }

  /// Where the finger is, in turns from the range's start, 0 ..< 1 on a ring and 0...0.5 on a strip; nil where there is no
  /// finger on a strip, and for garbage.
  func place(of raw: Double) -> Double? {
    guard let value = range.clamped(raw) else { return nil }
    switch shape {
    case .ring: return (value - range.min) / (range.max - range.min + 1)
    case .strip: return value > range.min ? (value - range.min) / (range.max - range.min) / 2 : nil
    case .bits: return value >= 1 ? log2(value) / log2(range.max) / 2 : nil
    }
  }
}

/// Turns the values of a pad's rings and strips into how far a finger went.
///
/// A value says where the finger is, and nothing says when it is lifted or put down: on lifting some drivers send the
/// range's start, some nothing. So only small steps that follow each other are a finger's way; a leap, or the first value
/// after a while, only tells where it is now.
struct PadDecoder {
  private var wheels: [Wheel]
  /// The buttons of which a press was told but no release; bit n: number n on the pad.
  var held: UInt32 = 0

  private struct Wheel {
    let axis: PadAxis
    var place: Double?
    var time: Int64 = 0
  }

  /// Longer than this, ms, no finger that goes round waits between two values.
  static let patience: Int64 = 500
  /// Farther than this, in turns, no finger goes between two values.
  static let farthest = 1.0 / 8
  /// A leap to the range's start of more than this is a finger's lifting, in turns: three places of a ring of 72.
  static let lift = 2.5 / 72

  /// The turn that a wheel's button stands for on a pad that has no ring.
  static let notch = Angle(degrees: 15)

  init(_ axes: [PadAxis]) { wheels = axes.map { Wheel(axis: $0) } }

  /// Whether it has a ring or a strip.
  var hasWheel: Bool { !wheels.isEmpty }

  /// Takes the values of an event: how far fingers went, positive clockwise or down. Time in unwrapped ms.
  mutating func turn(_ valuators: borrowing Valuators, at time: Int64) -> Angle {
    var turns = 0.0
    for i in wheels.indices {
      guard let raw = valuators[wheels[i].axis.number] else { continue }
      turns += Self.step(&wheels[i], to: raw, at: time)
    }
    return Angle(degrees: 360 * turns)
  }

  /// Forgets where fingers were.
  mutating func forget() {
    for i in wheels.indices { wheels[i].place = nil }
  }

  private static func step(_ wheel: inout Wheel, to raw: Double, at time: Int64) -> Double {
    guard let place = wheel.axis.place(of: raw) else {
      wheel.place = nil
      return 0
    }
    let before = wheel.place
    // Drivers repeat the values of wheels that rest, with those of the one that turns.
    if before == place { return 0 }
    let pause = time - wheel.time
    (wheel.place, wheel.time) = (place, time)
    guard let before, pause <= patience else { return 0 }
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
