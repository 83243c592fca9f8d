import Geometry

/// A print of a brush's tip: a disc. The ink of a stroke is the union of the discs along its curve.
///
/// Also carries the strength of a dab and the direction of a flat tip.
@frozen public struct Disc: Hashable, Sendable {
  /// Centre, canvas px.
  public var center: Point
  /// Radius, canvas px, not negative; half the width of a flat tip.
  public var radius: Double
  /// Strength of a dab, 0...1.
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

  /// An upper bound of the distance from a point of one disc to the other disc, canvas px.
  func difference(from other: Disc) -> Double {
    center.distance(to: other.center) + abs(radius - other.radius)
  }

  /// The bounding rectangle.
  @inlinable public var bounds: Rect {
    Rect(minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius, maxY: center.y + radius)
  }
}
