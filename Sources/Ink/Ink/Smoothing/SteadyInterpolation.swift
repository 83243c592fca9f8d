import Geometry

/// Fits cubic Béziers to points: arcs of circles where the points lie on circles, else centripetal Catmull-Rom.
///
/// Four points on one circle show how the pen moved between them. Three always lie on one, so their circle is
/// unreliable if one chord is much longer than the other: where a fast line turns, the curve would leave it at a right
/// angle and bulge by a third of the chord. So each point has a trust:
/// - 1: the tangent is that of the circle through it and its neighbours, handles are Hobby's (`RoundInterpolation`);
/// - 0: the tangent halves the turn, handles are those of Catmull-Rom (`SmootherState`);
/// - between, a blend of both. Tangents meet in any case but at corners, which are those of `RoundInterpolation`.
enum SteadyInterpolation {
  /// Number of points on either side that a segment depends on.
  static let context = 2
  /// Cosines of turns: up to 72.5 degrees (five points a circle) the trust is whole, from 87 degrees on it is 0.
  private static let (roundTurn, sharpTurn) = (0.3, 0.05)
  /// Differences of curvatures of neighbours, relative to the greater one: up to a quarter the trust is whole, from
  /// three quarters on it is 0.
  private static let (sameBend, otherBend) = (0.25, 0.75)

  /// A segment's tangent at one of its ends.
  private struct Tangent {
    /// A unit vector.
    var direction: Vector
    /// The length of Catmull-Rom's handle, px.
    var handle = 0.0
    /// 0...1.
    var trust = 1.0
  }

  /// The segment from point `k` to the next. All existing points within `context` of both must be given.
  static func segment(_ k: Int, in points: Span<InkPoint>) -> InkSegment {
    let (p, q) = (points[k], points[k + 1])
    let chord = q.position - p.position
    let length = chord.length
    guard length > 1e-9 else { return InkSegment(lineFrom: p, to: q) }
    let c = chord / length
    let start = tangent(at: k, towards: 1, chord: c, in: points)
    let end = tangent(at: k + 1, towards: -1, chord: c, in: points)
    // Sine and cosine of Hobby's theta and phi.
    let (sinTheta, cosTheta) = (c.cross(start.direction), c.dot(start.direction))
    let (sinPhi, cosPhi) = (end.direction.cross(c), c.dot(end.direction))
    let out = RoundInterpolation.velocity(sinTheta, cosTheta, sinPhi, cosPhi) * length / 3
    let back = RoundInterpolation.velocity(sinPhi, cosPhi, sinTheta, cosTheta) * length / 3
    return InkSegment(
      along: CubicBezier(
        p.position, p.position + start.direction * (start.handle + (out - start.handle) * start.trust),
        q.position - end.direction * (end.handle + (back - end.handle) * end.trust), q.position), from: p, to: q)
  }

  /// The tangent at point `k` for the segment along the chord `c` to the next point (`side` 1) or the one before (-1).
  private static func tangent(at k: Int, towards side: Int, chord c: Vector, in points: Span<InkPoint>) -> Tangent {
    let isEnd = k == 0 || k == points.count - 1
    if !isEnd, !RoundInterpolation.isCorner(k, in: points) {
      return tangent(k, towards: side, in: points) ?? Tangent(direction: c)
    }
    // At an end or a corner: the tangent at the segment's other end, mirrored at the chord.
    let other = k + side
    guard other > 0, other < points.count - 1, !RoundInterpolation.isCorner(other, in: points),
      var tangent = tangent(other, towards: -side, in: points)
    else { return Tangent(direction: c) }
    tangent.direction = c * (2 * tangent.direction.dot(c)) - tangent.direction
    // A turn of more than a right angle within the last segment is not plausible.
    return tangent.direction.dot(c) > 0 ? tangent : Tangent(direction: c)
  }

  /// The tangent at a point between two others; nil where they coincide.
  private static func tangent(_ k: Int, towards side: Int, in points: Span<InkPoint>) -> Tangent? {
    let bend = Bend(k, in: points)
    guard bend.before > 1e-9 else { return bend.b.normalized.map { Tangent(direction: $0) } }
    guard bend.after > 1e-9 else { return bend.a.normalized.map { Tangent(direction: $0) } }
    let (u, v) = (bend.a / bend.before, bend.b / bend.after)
    // Points that go straight back have no tangent of Catmull-Rom.
    guard let halving = (u + v).normalized else { return Tangent(direction: u, trust: 0) }
    let trust = trust(bend, at: k, in: points)
    let circle = (u / bend.before + v / bend.after).normalized ?? halving
    let direction = (halving * (1 - trust) + circle * trust).normalized ?? halving
    let (rootBefore, rootAfter) = (bend.before.squareRoot(), bend.after.squareRoot())
    let knot = side > 0 ? rootAfter : rootBefore
    return Tangent(
      direction: direction,
      handle: (u + v).length * rootBefore * rootAfter * knot / (3 * (rootBefore + rootAfter)), trust: trust)
  }

  /// How far point `k` and those around it look like points of one circle, 0...1.
  private static func trust(_ bend: Bend, at k: Int, in points: Span<InkPoint>) -> Double {
    var trust = share(bend.a.dot(bend.b) / (bend.before * bend.after), none: sharpTurn, whole: roundTurn)
    if trust == 0 { return 0 }
    let own = bend.curvature
    var isKnown = false
    for other in [k - 1, k + 1] where other > 0 && other < points.count - 1 {
      isKnown = true
      let curvature = Bend(other, in: points).curvature
      let greatest = max(abs(own), abs(curvature))
      if greatest > 1e-12 { trust *= share(abs(own - curvature) / greatest, none: otherBend, whole: sameBend) }
    }
    // A circle goes through any three points.
    return isKnown ? trust : 0
  }

  /// 0 at `none` and beyond, 1 at `whole` and beyond, smooth between them.
  private static func share(_ value: Double, none: Double, whole: Double) -> Double {
    let t = max(0, min(1, (value - none) / (whole - none)))
    return t * t * (3 - 2 * t)
  }

  /// The ways to a point and on from it.
  private struct Bend {
    let a: Vector
    let b: Vector
    /// Their lengths, px.
    let before: Double
    let after: Double

    init(_ k: Int, in points: Span<InkPoint>) {
      a = points[k].position - points[k - 1].position
      b = points[k + 1].position - points[k].position
      (before, after) = (a.length, b.length)
    }

    /// The curvature of the circle through the three points, 1/px; positive for a turn to the right on the screen.
    var curvature: Double {
      let n = before * after * (a + b).length
      return n > 1e-12 ? 2 * a.cross(b) / n : 0
    }
  }
}
