/// A point in the plane. Its unit and origin are those of its space: canvas px from the canvas's
/// upper left corner, or window px from the window's; +x is right, +y is down. Pixel (i, j) covers
/// [i, i+1) x [j, j+1).
@frozen public struct Point: Hashable, Sendable {
  /// Distance from the origin to the right.
  public var x: Double
  /// Distance from the origin downwards.
  public var y: Double

  /// The origin.
  public static let zero = Point(0, 0)

  /// Creates a point from its coordinates.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether neither coordinate is NaN or infinite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Euclidean distance to another point.
  @inlinable public func distance(to other: Point) -> Double { (other - self).length }

  /// The point a fraction `t` of the way to `other`: 0 is this point, 1 the other. Exact at both
  /// ends.
  @inlinable public func lerp(to other: Point, _ t: Double) -> Point {
    Point(x * (1 - t) + other.x * t, y * (1 - t) + other.y * t)
  }

  /// The point half way to `other`.
  @inlinable public func midpoint(to other: Point) -> Point {
    Point((x + other.x) * 0.5, (y + other.y) * 0.5)
  }

  /// The displacement from `b` to `a`.
  @inlinable public static func - (a: Point, b: Point) -> Vector { Vector(a.x - b.x, a.y - b.y) }
  /// `a`, displaced by `v`.
  @inlinable public static func + (a: Point, v: Vector) -> Point { Point(a.x + v.dx, a.y + v.dy) }
  /// `a`, displaced by `-v`.
  @inlinable public static func - (a: Point, v: Vector) -> Point { Point(a.x - v.dx, a.y - v.dy) }
}
