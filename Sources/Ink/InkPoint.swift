import Geometry
import Glibc

/// A place on a stroke with how the pen was held there: all that a smoother carries along a curve.
///
/// Every component is blended linearly, so a Bézier curve of ink points carries pressure, tilt and roll as smoothly as it
/// carries its position. Tilt is kept as the pen's projection onto the surface and roll as a unit vector, because angles
/// wrap and vectors do not.
@frozen public struct InkPoint: Hashable, Sendable {
  /// Where, canvas px.
  public var position: Point
  /// Pressure, 0...1.
  public var pressure: Double
  /// The projection of a pen of length 1 onto the surface, from the tip: length 0 upright ... 1 flat, pointing to where
  /// the pen leans.
  public var lean: Vector
  /// Cosine and sine of the barrel's rotation (`PenSample.roll`): length 1, or zero where the pen does not measure it. A
  /// blend of different rotations is shorter than 1.
  public var roll: Vector
  /// When, s; the origin is that of the samples.
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

  /// The point that a sample reports; a pressure outside 0...1 counts as the nearer end, none as 0.
  @inlinable public init(_ s: PenSample) {
    let lean =
      s.altitude.radians >= .pi / 2 ? Vector.zero : Vector(length: s.altitude.cosine, direction: s.azimuth)
    let roll = s.roll.map { Vector(length: 1, direction: $0) } ?? .zero
    self.init(
      position: s.position, pressure: s.pressure > 0 ? min(1, s.pressure) : 0, lean: lean, roll: roll, time: s.time)
  }

  /// Angle between pen and surface: pi/2 upright, 0 flat.
  @inlinable public var altitude: Angle { Angle(radians: acos(min(1, lean.length))) }
  /// Direction in which the pen leans; 0 (right) where it is upright.
  @inlinable public var azimuth: Angle { lean.direction }
  /// Rotation of the barrel in (-pi, pi], as `PenSample.roll` counts it; nil where it is not measured, and half way between
  /// opposite rotations.
  @inlinable public var rollAngle: Angle? { roll.normalized?.direction }

  /// Whether every component is a number that can be computed with (neither NaN nor infinite).
  @inlinable public var isFinite: Bool {
    position.isFinite && pressure.isFinite && lean.isFinite && roll.isFinite && time.isFinite
  }

  /// The point a fraction `t` of the way to `other`, in every component.
  @inlinable public func lerp(to other: InkPoint, _ t: Double) -> InkPoint {
    InkPoint(
      position: position.lerp(to: other.position, t),
      pressure: pressure * (1 - t) + other.pressure * t,
      lean: lean * (1 - t) + other.lean * t,
      roll: roll * (1 - t) + other.roll * t,
      time: time * (1 - t) + other.time * t)
  }
}
