import Geometry

/// One cubic segment of a stroke's centre line. Pressure, tilt, roll and time are cubics of the
/// same parameter. Consecutive segments of a stroke share an end point.
@frozen public struct InkSegment: Hashable, Sendable {
  /// Start.
  public var p0: InkPoint
  /// First control point.
  public var p1: InkPoint
  /// Second control point.
  public var p2: InkPoint
  /// End.
  public var p3: InkPoint

  /// A segment by its control points.
  @inlinable public init(_ p0: InkPoint, _ p1: InkPoint, _ p2: InkPoint, _ p3: InkPoint) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
  }

  /// The straight segment between two points. Equal points make a dot.
  @inlinable public init(lineFrom a: InkPoint, to b: InkPoint) {
    self.init(a, a.lerp(to: b, 1 / 3.0), a.lerp(to: b, 2 / 3.0), b)
  }

  /// The quadratic segment with one control point, raised to a cubic exactly.
  @inlinable public init(quadraticFrom a: InkPoint, control: InkPoint, to b: InkPoint) {
    self.init(a, a.lerp(to: control, 2 / 3.0), b.lerp(to: control, 2 / 3.0), b)
  }

  /// The segment with the positions of `curve`; other components go linearly from `a` to `b`.
  @inlinable public init(along curve: CubicBezier, from a: InkPoint, to b: InkPoint) {
    self.init(lineFrom: a, to: b)
    p0.position = curve.p0
    p1.position = curve.p1
    p2.position = curve.p2
    p3.position = curve.p3
  }

  /// The centre line.
  @inlinable public var curve: CubicBezier { CubicBezier(p0.position, p1.position, p2.position, p3.position) }

  /// The point at parameter `t` in 0...1 (Bernstein form), exact at both ends.
  @inlinable public func point(at t: Double) -> InkPoint {
    let s = 1 - t
    let (b0, b1, b2, b3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return InkPoint(
      position: Point(
        b0 * p0.position.x + b1 * p1.position.x + b2 * p2.position.x + b3 * p3.position.x,
        b0 * p0.position.y + b1 * p1.position.y + b2 * p2.position.y + b3 * p3.position.y),
      pressure: b0 * p0.pressure + b1 * p1.pressure + b2 * p2.pressure + b3 * p3.pressure,
      lean: p0.lean * b0 + p1.lean * b1 + p2.lean * b2 + p3.lean * b3,
      roll: p0.roll * b0 + p1.roll * b1 + p2.roll * b2 + p3.roll * b3,
      time: b0 * p0.time + b1 * p1.time + b2 * p2.time + b3 * p3.time)
  }
}
