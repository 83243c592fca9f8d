import Geometry

/// A disc that a brush prints: the ink of a stroke is the union of all discs along its curve.
@frozen public struct Disc: Hashable, Sendable {
  /// Centre, canvas px.
  public var center: Point
  /// Radius, canvas px, not negative.
  public var radius: Double

  /// A disc by centre and radius.
  @inlinable public init(center: Point, radius: Double) {
    self.center = center
    self.radius = radius
  }

  /// The rectangle around it.
  @inlinable public var bounds: Rect {
    Rect(minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius, maxY: center.y + radius)
  }
}

extension InkSegment {
  /// Appends the discs along the segment, the first excluded and the last included, so that between neighbours the ink
  /// is the hull of both: the true shape within `tolerance` canvas px (> 0).
  ///
  /// The number of steps follows from the centre line's bend (Wang's bound) and from how much the radius changes; a
  /// radius that goes along the segment otherwise than evenly is followed at least once a `radiusStep` px.
  public func appendDiscs(of brush: Brush, tolerance: Double, to discs: inout [Disc]) {
    let radiusStep = 1.0
    let change = abs(brush.radius(at: p0) - brush.radius(at: p3))
    let n = max(curve.steps(tolerance: tolerance), min(64, Int((change / radiusStep).rounded(.up))))
    for i in 1...n {
      let p = point(at: i == n ? 1 : Double(i) / Double(n))
      discs.append(Disc(center: p.position, radius: brush.radius(at: p)))
    }
  }
}
