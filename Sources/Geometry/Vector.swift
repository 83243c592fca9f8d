import Glibc

/// A displacement in the plane: a direction with a length, not a place.
///
/// The unit is that of the points it lies between (canvas px, window px); +x is right and +y is down the screen.
@frozen public struct Vector: Hashable, Sendable {
  /// Displacement to the right.
  public var dx: Double
  /// Displacement down the screen.
  public var dy: Double

  /// The zero vector.
  public static let zero = Vector(0, 0)

  /// A vector by its components.
  @inlinable public init(_ dx: Double, _ dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// The vector of `length` that points along `direction`.
  @inlinable public init(length: Double, direction: Angle) {
    self.init(length * direction.cosine, length * direction.sine)
  }

  /// Whether both components are numbers that can be computed with (neither NaN nor infinite).
  @inlinable public var isFinite: Bool { dx.isFinite && dy.isFinite }

  /// Euclidean length, not negative.
  @inlinable public var length: Double { (dx * dx + dy * dy).squareRoot() }

  /// Square of the length: cheaper than `length` for comparisons.
  @inlinable public var lengthSquared: Double { dx * dx + dy * dy }

  /// The direction it points to, in (-pi, pi]: 0 is right, positive is clockwise on the screen.
  /// The zero vector points right.
  @inlinable public var direction: Angle { Angle(radians: atan2(dy, dx)) }

  /// The unit vector of the same direction, or nil for a vector too short to have one.
  @inlinable public var normalized: Vector? {
    let l = length
    return l > 1e-12 ? Vector(dx / l, dy / l) : nil
  }

  /// The same vector turned a quarter clockwise on the screen (from +x to +y).
  @inlinable public var perpendicular: Vector { Vector(-dy, dx) }

  /// Scalar product.
  @inlinable public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// The z component of the cross product: positive where `other` lies clockwise of this vector on the screen.
  @inlinable public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// The sum, laid end to end.
  @inlinable public static func + (a: Vector, b: Vector) -> Vector { Vector(a.dx + b.dx, a.dy + b.dy) }
  /// What must be added to `b` to get `a`.
  @inlinable public static func - (a: Vector, b: Vector) -> Vector { Vector(a.dx - b.dx, a.dy - b.dy) }
  /// The same length the other way.
  @inlinable public static prefix func - (a: Vector) -> Vector { Vector(-a.dx, -a.dy) }
  /// `k` times as long; the other way where `k` is negative.
  @inlinable public static func * (a: Vector, k: Double) -> Vector { Vector(a.dx * k, a.dy * k) }
  /// `1 / k` times as long; not finite where `k` is 0.
  @inlinable public static func / (a: Vector, k: Double) -> Vector { Vector(a.dx / k, a.dy / k) }
}
