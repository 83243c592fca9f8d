import Glibc

/// A displacement in the plane: a direction with a length, not a place.
///
/// The unit is that of the points (canvas px, window px); +x is right and +y is down the screen.
@frozen public struct Vector: Hashable, Sendable {
  /// Displacement to the right.
  public var dx: Double
  /// Displacement down the screen.
  public var dy: Double

  /// The zero vector.
  public static let zero = Vector(0, 0)

  /// Creates a vector from its components.
  @inlinable public init(_ dx: Double, _ dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// The vector of `length` that points along `direction`.
  @inlinable public init(length: Double, direction: Angle) {
    self.init(length * direction.cosine, length * direction.sine)
  }

  /// Whether neither component is NaN or infinite.
  @inlinable public var isFinite: Bool { dx.isFinite && dy.isFinite }

  /// Euclidean length, not negative.
  @inlinable public var length: Double { (dx * dx + dy * dy).squareRoot() }

  /// Square of the length; cheaper than `length` for comparisons.
  @inlinable public var lengthSquared: Double { dx * dx + dy * dy }

  /// The direction in (-pi, pi]: 0 is right, positive is clockwise on the screen. The zero vector
  /// points right.
  @inlinable public var direction: Angle { Angle(radians: atan2(dy, dx)) }

  /// The unit vector of the same direction; nil where the length is at most 1e-12.
  @inlinable public var normalized: Vector? {
    let l = length
    return l > 1e-12 ? Vector(dx / l, dy / l) : nil
  }

  /// The vector turned a quarter clockwise on the screen (from +x to +y).
  @inlinable public var perpendicular: Vector { Vector(-dy, dx) }

  /// Scalar product.
  @inlinable public func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// The z component of the cross product: positive where `other` is clockwise of this vector on
  /// the screen.
  @inlinable public func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// The sum.
  @inlinable public static func + (a: Vector, b: Vector) -> Vector { Vector(a.dx + b.dx, a.dy + b.dy) }
  /// The difference.
  @inlinable public static func - (a: Vector, b: Vector) -> Vector { Vector(a.dx - b.dx, a.dy - b.dy) }
  /// The opposite vector.
  @inlinable public static prefix func - (a: Vector) -> Vector { Vector(-a.dx, -a.dy) }
  /// The vector times `k`.
  @inlinable public static func * (a: Vector, k: Double) -> Vector { Vector(a.dx * k, a.dy * k) }
  /// The vector divided by `k`; not finite where `k` is 0.
  @inlinable public static func / (a: Vector, k: Double) -> Vector { Vector(a.dx / k, a.dy / k) }
}
