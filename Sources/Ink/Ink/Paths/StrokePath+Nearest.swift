import Geometry

extension StrokePath {
  /// The place of a path nearest to a point.
  public struct Nearest: Hashable, Sendable {
    /// Its location; `StrokeMeasure.length(to:)` gives the length.
    public var location: Location
    /// The ink point there.
    public var point: InkPoint
    /// Distance from the point to the centre line, canvas px, >= 0.
    public var distance: Double
  }

  /// The place of the centre line nearest to `place`; nil for an empty path, where none is nearer
  /// than `limit`, canvas px, or where `place` is not finite.
  ///
  /// No place of the path is nearer than `distance` - `accuracy` (`CubicBezier.nearest`). The
  /// location is less certain: beside a straight line it may be off by sqrt(2 * distance *
  /// accuracy) px. Among equally near places the result is any one. Cost: O(n), with a search in
  /// the few segments whose control points' rectangle is nearer than the nearest joint.
  public func nearest(to place: Point, accuracy: Double = 1e-9, within limit: Double = .infinity) -> Nearest? {
    var location: Location?
    var distance = limit
    func consider(_ p: InkPoint, _ segment: Int, _ parameter: Double) {
      let d = p.position.distance(to: place)
      if d < distance { (location, distance) = (Location(segment: segment, parameter: parameter), d) }
    }
    if let first = segments.first { consider(first.p0, 0, 0) }
    for i in segments.indices { consider(segments[i].p3, i, 1) }
    for i in segments.indices {
      let curve = segments[i].curve
      guard curve.controlBounds.distance(to: place) < distance - accuracy,
        let near = curve.nearest(to: place, accuracy: accuracy, within: distance)
      else { continue }
      (location, distance) = (Location(segment: i, parameter: near.parameter), near.distance)
    }
    return location.map { Nearest(location: $0, point: point(at: $0), distance: distance) }
  }
}

extension Rect {
  /// Distance from `p` to the rectangle: 0 inside.
  fileprivate func distance(to p: Point) -> Double {
    Vector(max(0, max(minX - p.x, p.x - maxX)), max(0, max(minY - p.y, p.y - maxY))).length
  }
}
