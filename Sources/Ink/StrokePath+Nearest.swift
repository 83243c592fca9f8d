import Geometry

extension StrokePath {
  /// A place of a path that is near another place.
  public struct Nearest: Hashable, Sendable {
    /// Where on the path; `StrokeMeasure.length(to:)` gives its length along it.
    public var location: Location
    /// The ink there.
    public var point: InkPoint
    /// How far the centre line is from the place there, canvas px, not negative.
    public var distance: Double
  }

  /// The place of the centre line that is nearest to `place`; nil for an empty path, where none is nearer than `limit`,
  /// canvas px, or where `place` is not finite.
  ///
  /// No place of the path is nearer than `distance` - `accuracy`, as `CubicBezier.nearest` states it. The location is less
  /// certain: beside a straight line it may be off by sqrt(2 * distance * accuracy) px. Where several places are as near,
  /// the result is one of them. Cost: O(n), two distances a segment, and a search in the few segments whose control points'
  /// rectangle is nearer than the nearest joint.
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
  /// Distance from `p` to the nearest point of the rectangle, its edges included: 0 inside.
  fileprivate func distance(to p: Point) -> Double {
    Vector(max(0, max(minX - p.x, p.x - maxX)), max(0, max(minY - p.y, p.y - maxY))).length
  }
}
