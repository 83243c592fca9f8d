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

extension InkSegment {
  /// Appends the discs along the segment, without its first, so that between neighbours the ink is the hull of both: the
  /// true shape within about `tolerance` canvas px (> 0). Discs nearer than that to the one before are left out, even the
  /// last: a pen that hardly moves draws hardly more.
  ///
  /// The number of steps follows from the centre line's bend (Wang's bound), from how much the radius changes on the way
  /// (a disc for each `radiusStep`, 1 px at the standard tolerance: it need not go evenly) and from the length (a disc
  /// each `longestStep`, so that the rectangle around two neighbours holds little else).
  /// - Parameter flatness: how far the centre line between two discs may be from the curve, canvas px, > 0, where that is more than
  ///   `tolerance`; nil for no more.
  public func appendDiscs(
    of brush: Brush, tolerance: Double, flatness: Double? = nil, to discs: inout [Disc]
  ) {
    let (radiusStep, longestStep) = (tolerance / StrokeModel.standardTolerance, 64.0)
    // On the way pressure stays between the least and the greatest of the control points' (convex hull).
    let pressures = (
      min(min(p0.pressure, p1.pressure), min(p2.pressure, p3.pressure)),
      max(max(p0.pressure, p1.pressure), max(p2.pressure, p3.pressure))
    )
    let change = brush.radius(atPressure: pressures.1) - brush.radius(atPressure: pressures.0)
    let bounds = curve.controlBounds
    let length = max(bounds.width, bounds.height)
    let n = max(
      max(curve.steps(tolerance: flatness ?? tolerance), min(64, Int((change / radiusStep).rounded(.up)))),
      Int((length / longestStep).rounded(.up)))
    for i in 1...n {
      let p = point(at: i == n ? 1 : Double(i) / Double(n))
      let disc = Disc(center: p.position, radius: brush.radius(at: p))
      if let last = discs.last, last.difference(from: disc) < tolerance { continue }
      discs.append(disc)
    }
  }
}
