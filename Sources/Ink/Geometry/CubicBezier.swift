/// A cubic Bézier curve: starts at `p0` towards `p1`, ends at `p3` coming from `p2`.
@frozen public struct CubicBezier: Hashable, Sendable {
  /// Start.
  public var p0: Point
  /// First control point.
  public var p1: Point
  /// Second control point.
  public var p2: Point
  /// End.
  public var p3: Point

  /// Creates a curve from its control points.
  @inlinable public init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
  }

  /// The straight segment from `a` to `b`, at constant speed.
  @inlinable public init(lineFrom a: Point, to b: Point) {
    self.init(a, a.lerp(to: b, 1 / 3.0), a.lerp(to: b, 2 / 3.0), b)
  }

  /// The same curve as the quadratic with control point `control` (degree elevation, exact).
  @inlinable public init(quadraticFrom a: Point, control: Point, to b: Point) {
    self.init(a, a.lerp(to: control, 2 / 3.0), b.lerp(to: control, 2 / 3.0), b)
  }

  /// The cubic Hermite curve with the velocities `v0` at the start and `v1` at the end, for a
  /// parameter of 0...1.
  @inlinable public init(hermiteFrom a: Point, velocity v0: Vector, to b: Point, velocity v1: Vector) {
    self.init(a, a + v0 / 3, b - v1 / 3, b)
  }

  /// The point at parameter `t` in 0...1, by de Casteljau's scheme; exact at both ends.
  @inlinable public func point(at t: Double) -> Point {
    let a = p0.lerp(to: p1, t)
    let b = p1.lerp(to: p2, t)
    let c = p2.lerp(to: p3, t)
    return a.lerp(to: b, t).lerp(to: b.lerp(to: c, t), t)
  }

  /// The velocity (first derivative) at parameter `t` in 0...1.
  @inlinable public func velocity(at t: Double) -> Vector {
    let s = 1 - t
    return (p1 - p0) * (3 * s * s) + (p2 - p1) * (6 * s * t) + (p3 - p2) * (3 * t * t)
  }

  /// The acceleration (second derivative) at parameter `t` in 0...1.
  @inlinable public func acceleration(at t: Double) -> Vector {
    ((p2 - p1) - (p1 - p0)) * (6 * (1 - t)) + ((p3 - p2) - (p2 - p1)) * (6 * t)
  }

  /// The third derivative, which is constant.
  @inlinable public var jerk: Vector { (((p3 - p2) - (p2 - p1)) - ((p2 - p1) - (p1 - p0))) * 6 }

  /// The unit direction at the start, towards the first control point that differs from it; nil for
  /// a curve that is a point.
  @inlinable public var startDirection: Vector? {
    (p1 - p0).normalized ?? (p2 - p0).normalized ?? (p3 - p0).normalized
  }

  /// The unit direction at the end, as `startDirection`.
  @inlinable public var endDirection: Vector? {
    (p3 - p2).normalized ?? (p3 - p1).normalized ?? (p3 - p0).normalized
  }

  /// The direction of motion at parameter `t` in 0...1, a unit vector; nil for a curve that is a
  /// point.
  ///
  /// Where the velocity is 0 (a cusp, or coincident control points), the direction in which the
  /// curve continues, or at `t` = 1 the direction in which it arrives.
  @inlinable public func direction(at t: Double) -> Vector? {
    // Differences of control points carry rounding errors of about 1e-16 of their size.
    let least = 1e-9 * max((p1 - p0).length, max((p2 - p1).length, (p3 - p2).length))
    let (v, a) = (velocity(at: t), acceleration(at: t))
    if v.length > least { return v.normalized }
    if a.length > least { return (t < 1 ? a : -a).normalized }
    return jerk.normalized
  }

  /// The two parts of the curve before and after parameter `t` in 0...1.
  @inlinable public func split(at t: Double) -> (CubicBezier, CubicBezier) {
    let a = p0.lerp(to: p1, t)
    let b = p1.lerp(to: p2, t)
    let c = p2.lerp(to: p3, t)
    let d = a.lerp(to: b, t)
    let e = b.lerp(to: c, t)
    let m = d.lerp(to: e, t)
    return (CubicBezier(p0, a, d, m), CubicBezier(m, e, c, p3))
  }

  /// The same curve in the opposite direction.
  @inlinable public var reversed: CubicBezier { CubicBezier(p3, p2, p1, p0) }

  /// The number of equal parameter steps after which the chords stay within `tolerance` (same unit
  /// as the points, > 0) of the curve, at least 1 and at most `limit`.
  ///
  /// The bound is Wang's: n^2 >= 6/8 * max |second difference| / tolerance
  /// (G. Wang, "The subdivision method for finding the intersection between two Bézier curves or
  /// surfaces", 1984; also in Goldman, "Pyramid Algorithms", 2003, ch. 5).
  @inlinable public func steps(tolerance: Double, limit: Int = 256) -> Int {
    let a = Vector(p0.x - 2 * p1.x + p2.x, p0.y - 2 * p1.y + p2.y)
    let b = Vector(p1.x - 2 * p2.x + p3.x, p1.y - 2 * p2.y + p3.y)
    let m = max(a.lengthSquared, b.lengthSquared).squareRoot()
    let n = (0.75 * m / tolerance).squareRoot().rounded(.up)
    return n.isFinite ? max(1, min(limit, Int(n))) : limit
  }

  /// A rectangle that holds the curve: that of its control points. Cheaper and larger than
  /// `bounds`.
  @inlinable public var controlBounds: Rect {
    Rect(
      minX: min(min(p0.x, p1.x), min(p2.x, p3.x)), minY: min(min(p0.y, p1.y), min(p2.y, p3.y)),
      maxX: max(max(p0.x, p1.x), max(p2.x, p3.x)), maxY: max(max(p0.y, p1.y), max(p2.y, p3.y)))
  }
}
