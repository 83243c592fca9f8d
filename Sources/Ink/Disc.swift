import Geometry

/// A disc that a brush prints: the ink of a stroke is the union of all discs along its curve.
///
/// It also says how strong a dab is there, and how a tip that is not round is turned within the disc around it.
@frozen public struct Disc: Hashable, Sendable {
  /// Centre, canvas px.
  public var center: Point
  /// Radius, canvas px, not negative; half the width of a flat tip.
  public var radius: Double
  /// How strong a dab is, 0...1; for brushes of dabs.
  public var strength: Float
  /// Direction of a flat tip's broad side, rad, clockwise from the right.
  public var direction: Float

  /// A disc by centre and radius.
  @inlinable public init(center: Point, radius: Double, strength: Float = 1, direction: Float = 0) {
    self.center = center
    self.radius = radius
    self.strength = strength
    self.direction = direction
  }

  /// The farthest that a point of one disc is from the other disc, or more, in canvas px.
  func difference(from other: Disc) -> Double {
    center.distance(to: other.center) + abs(radius - other.radius)
  }

  /// The rectangle around it.
  @inlinable public var bounds: Rect {
    Rect(minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius, maxY: center.y + radius)
  }
}
