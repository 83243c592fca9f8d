import Geometry

/// Fits cubic Béziers to points so that points of a circle give that circle.
///
/// The tangent at a point is that of the circle through it and its neighbours. The control points'
/// distances follow J. Hobby's velocity function ("Smooth, easy to compute interpolating splines",
/// 1986); for an arc that is 4/3 tan(angle/4) times the radius. Departure from Hobby: tangents
/// follow from neighbours instead of a system over all points, since a stroke grows.
///
/// A corner is a point where the direction turns by more than `cornerTurn` and little at its
/// neighbours. Tangents do not meet there: each side ends as if the stroke ended.
enum RoundInterpolation {
  /// The least turn of a corner, rad: 70 degrees.
  static let cornerTurn = 70.0 * .pi / 180
  /// Least ratio of a corner's turn to that of its neighbours.
  static let cornerContrast = 2.5
  /// Number of points on either side that a segment depends on.
  static let context = 2

  /// The segment from point `k` to the next. All existing points within `context` of both must be
  /// given.
  static func segment(_ k: Int, in points: Span<InkPoint>) -> InkSegment {
    let (p, q) = (points[k], points[k + 1])
    let chord = q.position - p.position
    let length = chord.length
    guard length > 1e-9 else { return InkSegment(lineFrom: p, to: q) }
    let c = chord / length
    let start = direction(at: k, towards: 1, chord: c, in: points)
    let end = direction(at: k + 1, towards: -1, chord: c, in: points)
    // Sine and cosine of Hobby's theta and phi.
    let (sinTheta, cosTheta) = (c.cross(start), c.dot(start))
    let (sinPhi, cosPhi) = (end.cross(c), c.dot(end))
    let out = velocity(sinTheta, cosTheta, sinPhi, cosPhi) * length / 3
    let back = velocity(sinPhi, cosPhi, sinTheta, cosTheta) * length / 3
    return InkSegment(
      along: CubicBezier(p.position, p.position + start * out, q.position - end * back, q.position), from: p, to: q)
  }

  /// Hobby's rho, limited to 0.2...2, so that a sharp turn neither makes a loop nor loses its
  /// tangent.
  static func velocity(_ sinA: Double, _ cosA: Double, _ sinB: Double, _ cosB: Double) -> Double {
    let root5 = 2.236_067_977_499_79
    let numerator = 2 + 2.0.squareRoot() * (sinA - sinB / 16) * (sinB - sinA / 16) * (cosA - cosB)
    let denominator = 1 + 0.5 * (root5 - 1) * cosA + 0.5 * (3 - root5) * cosB
    return max(0.2, min(2, numerator / max(denominator, 1e-3)))
  }

  /// The stroke's direction at point `k`, a unit vector, for the segment along the chord `c` to the
  /// next point (`side` 1) or the one before (-1).
  private static func direction(at k: Int, towards side: Int, chord c: Vector, in points: Span<InkPoint>) -> Vector {
    let isEnd = k == 0 || k == points.count - 1
    if !isEnd, !isCorner(k, in: points) { return tangent(k, in: points) ?? c }
    // At an end or a corner: the tangent at the segment's other end, mirrored at the chord.
    let other = k + side
    guard other > 0, other < points.count - 1, !isCorner(other, in: points), let t = tangent(other, in: points) else {
      return c
    }
    let mirrored = c * (2 * t.dot(c)) - t
    // A turn of more than a right angle within the last segment is not plausible.
    return mirrored.dot(c) > 0 ? mirrored : c
  }

  /// The tangent at point `k` of the circle through it and its neighbours; nil where they coincide.
  private static func tangent(_ k: Int, in points: Span<InkPoint>) -> Vector? {
    let a = points[k].position - points[k - 1].position
    let b = points[k + 1].position - points[k].position
    let (aa, bb) = (a.lengthSquared, b.lengthSquared)
    guard aa > 1e-18 else { return b.normalized }
    guard bb > 1e-18 else { return a.normalized }
    return (a / aa + b / bb).normalized ?? a.normalized
  }

  static func isCorner(_ k: Int, in points: Span<InkPoint>) -> Bool {
    if certainlyTurnsLittle(k, in: points) { return false }
    let turn = turn(k, in: points)
    guard turn > cornerTurn else { return false }
    return self.turn(k - 1, in: points) * cornerContrast < turn && self.turn(k + 1, in: points) * cornerContrast < turn
  }

  /// A cheap test that the direction turns by less than `cornerTurn` at point `k`, which is the
  /// usual case.
  private static func certainlyTurnsLittle(_ k: Int, in points: Span<InkPoint>) -> Bool {
    guard k > 0, k < points.count - 1 else { return true }
    let a = points[k].position - points[k - 1].position
    let b = points[k + 1].position - points[k].position
    // cos(69.5 degrees); closer to the limit the angle decides.
    let least = 0.35
    let dot = a.dot(b)
    return dot > 0 && dot * dot > least * least * a.lengthSquared * b.lengthSquared
  }

  /// The turn at point `k`, rad, 0...pi; 0 at the ends and outside.
  private static func turn(_ k: Int, in points: Span<InkPoint>) -> Double {
    guard k > 0, k < points.count - 1 else { return 0 }
    let a = points[k].position - points[k - 1].position
    let b = points[k + 1].position - points[k].position
    guard a.lengthSquared > 1e-18, b.lengthSquared > 1e-18 else { return 0 }
    return abs((b.direction - a.direction).wrapped.radians)
  }
}
