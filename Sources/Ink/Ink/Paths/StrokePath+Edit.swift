import Geometry

/// Operations that make paths of paths. Results are settled as a whole. Cost: O(n).
extension StrokePath {
  /// The parts before and after a location, exact but for rounding (de Casteljau); both have the
  /// same ink point where they meet. At a joint no segment is divided: the first part is empty at
  /// the path's start, the second at its end.
  public func split(at location: Location) -> (StrokePath, StrokePath) {
    let (i, t) = (location.segment, location.parameter)
    if t <= 0 { return (StrokePath(Array(segments[..<i])), StrokePath(Array(segments[i...]))) }
    if t >= 1 { return (StrokePath(Array(segments[...i])), StrokePath(Array(segments[(i + 1)...]))) }
    let (first, second) = segments[i].split(at: t)
    return (StrokePath(segments[..<i] + [first]), StrokePath([second] + segments[(i + 1)...]))
  }

  /// The path's first `length` px and the rest, divided as by `split(at:)`, with an error of at
  /// most `accuracy` px. An empty path gives two empty ones.
  public func split(atLength length: Double, accuracy: Double = 1e-6) -> (StrokePath, StrokePath) {
    guard let location = StrokeMeasure(self, accuracy: accuracy).location(atLength: length) else {
      return (StrokePath(), StrokePath())
    }
    return split(at: location)
  }

  /// The same path from its end to its start, exact to the bit. Ink points keep their times, so
  /// that time decreases along the result.
  public func reversed() -> StrokePath { StrokePath(segments.reversed().map(\.reversed)) }

  /// The image of the path under a map with finite coefficients; the image's positions must be
  /// finite.
  ///
  /// - Positions are exact but for rounding: affine maps and Bézier curves commute.
  /// - Tilt and roll turn with the map's `orthogonalPart`; scale and shear do not change them, so a
  ///   pen keeps its altitude.
  /// - Pressure and time stay.
  public func transformed(by map: Affine) -> StrokePath {
    let turn = map.orthogonalPart
    return StrokePath(segments.map { $0.mapped { $0.transformed(by: map, turn) } })
  }
}

extension InkSegment {
  /// Whether no component is NaN or infinite.
  var isFinite: Bool { p0.isFinite && p1.isFinite && p2.isFinite && p3.isFinite }

  /// The two parts before and after parameter `t` in 0...1, in every component.
  public func split(at t: Double) -> (InkSegment, InkSegment) {
    let a = p0.lerp(to: p1, t)
    let b = p1.lerp(to: p2, t)
    let c = p2.lerp(to: p3, t)
    let d = a.lerp(to: b, t)
    let e = b.lerp(to: c, t)
    let m = d.lerp(to: e, t)
    return (InkSegment(p0, a, d, m), InkSegment(m, e, c, p3))
  }

  /// The same segment from its end to its start.
  public var reversed: InkSegment { InkSegment(p3, p2, p1, p0) }

  fileprivate func mapped(_ map: (InkPoint) -> InkPoint) -> InkSegment {
    InkSegment(map(p0), map(p1), map(p2), map(p3))
  }
}

extension InkPoint {
  /// The point with its position mapped by `map`, and tilt and roll by `turn`, a rotation or
  /// reflection.
  fileprivate func transformed(by map: Affine, _ turn: Affine) -> InkPoint {
    var result = self
    result.position = map(position)
    result.lean = turn(lean)
    // Roll counts from up, not from the right: a quarter turn off.
    result.roll = turn(-roll.perpendicular).perpendicular
    return result
  }
}
