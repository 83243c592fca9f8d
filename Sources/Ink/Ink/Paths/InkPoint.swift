import Geometry
import Glibc

/// A point of a stroke with pressure, tilt, roll and time.
///
/// Components are blended linearly, so they vary along a Bézier curve as smoothly as the position.
/// Tilt is a projected vector and roll a unit vector, because angles wrap.
@frozen public struct InkPoint: Hashable, Sendable {
  /// Position, canvas px.
  public var position: Point
  /// Pressure, 0...1.
  public var pressure: Double
  /// The projection of a pen of length 1 onto the surface, from the tip: length 0 upright ... 1
  /// flat.
  public var lean: Vector
  /// Cosine and sine of the barrel's rotation (`PenSample.roll`); zero where the pen does not
  /// measure it. A blend of different rotations is shorter than 1.
  public var roll: Vector
  /// Time, s, from the origin of the samples' times.
  public var time: Double

  /// A point by its values.
  @inlinable public init(
    position: Point, pressure: Double, lean: Vector = .zero, roll: Vector = .zero, time: Double = 0
  ) {
    self.position = position
    self.pressure = pressure
    self.lean = lean
    self.roll = roll
    self.time = time
  }

  /// The point of a sample. Pressure is clamped to 0...1; NaN counts as 0.
  @inlinable public init(_ s: PenSample) {
    let lean =
      s.altitude.radians >= .pi / 2 ? Vector.zero : Vector(length: s.altitude.cosine, direction: s.azimuth)
    let roll = s.roll.map { Vector(length: 1, direction: $0) } ?? .zero
    self.init(
      position: s.position, pressure: s.pressure > 0 ? min(1, s.pressure) : 0, lean: lean, roll: roll, time: s.time)
  }

  /// Angle between pen and surface: pi/2 upright, 0 flat.
  @inlinable public var altitude: Angle { Angle(radians: acos(min(1, lean.length))) }
  /// Direction in which the pen leans; 0 (right) for an upright pen.
  @inlinable public var azimuth: Angle { lean.direction }
  /// Rotation of the barrel in (-pi, pi], as in `PenSample.roll`; nil where it is not measured and
  /// half way between opposite rotations.
  @inlinable public var rollAngle: Angle? { roll.normalized?.direction }

  /// Whether no component is NaN or infinite.
  @inlinable public var isFinite: Bool {
    position.isFinite && pressure.isFinite && lean.isFinite && roll.isFinite && time.isFinite
  }

  /// Linear interpolation in every component: this point at `t` = 0, `other` at 1.
  @inlinable public func lerp(to other: InkPoint, _ t: Double) -> InkPoint {
    InkPoint(
      position: position.lerp(to: other.position, t),
      pressure: pressure * (1 - t) + other.pressure * t,
      lean: lean * (1 - t) + other.lean * t,
      roll: roll * (1 - t) + other.roll * t,
      time: time * (1 - t) + other.time * t)
  }
}
