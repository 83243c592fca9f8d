import Geometry

/// Takes the shake out of a chain of points and leaves the movement in.
///
/// Each point is replaced by the value of a parabola fitted to its neighbours by weighted least squares (Savitzky and Golay,
/// 1964, generalised to uneven distances; W. Cleveland, "Robust locally weighted regression", 1979). Neighbours count by
/// their distance along the stroke, w(u) = (1 - u^2)^2 for u = distance / reach, so:
/// - slow samples lie close together and many are averaged: shake goes;
/// - fast samples lie farther apart than the reach, none but the point itself counts, and it stays where it was;
/// - a parabola follows the bend of the stroke, so that circles do not shrink, as they would in an average.
///
/// Where the neighbours do not lie on a parabola within the noise that is expected of a hand and a tablet, there is a
/// corner or a tight bend: the reach is halved, and halved again, blending evenly from one to the next.
struct PointFilter: Sendable {
  /// A point with its distance from the stroke's start along the points, canvas px.
  struct Knot: Sendable {
    var point: InkPoint
    var along: Double
  }

  /// How far neighbours count, canvas px along the stroke; 0 leaves every point as it is.
  var reach: Double
  /// Root mean square distance of the samples from the true path that counts as shake, canvas px.
  var noise: Double

  /// The farthest that a point is moved, as a multiple of the noise: 19 of 20 samples of a coarse tablet are off by less.
  static let mostMoved = 1.1

  /// The point of knot `i` without its shake. `knots` must hold all that are within the reach. Towards the ends of the
  /// stroke the reach shrinks to what is there on both sides, but not below half of it; the first and the last point stay,
  /// since the stroke starts where the pen touched and ends where it was lifted.
  func filtered(_ i: Int, in knots: Span<Knot>) -> InkPoint {
    let raw = knots[i].point
    let room = min(knots[i].along - knots[0].along, knots[knots.count - 1].along - knots[i].along)
    var h = room > 0 ? min(reach, max(room, reach * 0.5)) : 0
    var result = raw
    var share = 1.0
    // What a coarser fit does not explain is left to the finer ones, and in the end to the point itself.
    for _ in 0..<4 {
      guard h > 0, let fit = fit(i, in: knots, reach: h) else { break }
      let trust = 1 - Self.smoothStep((fit.residual / noise - 1) / 0.6)
      result = result.moved(towards: fit.point, from: raw, by: share * trust)
      share *= 1 - trust
      if share < 1e-3 { break }
      h *= 0.5
    }
    // Shake moves a sample so far and no farther: what would move it more is the tip of a corner.
    let moved = result.position - raw.position
    let most = Self.mostMoved * noise
    if moved.length > most { result.position = raw.position + moved * (most / moved.length) }
    result.pressure = max(0, min(1, result.pressure))
    return result
  }

  private static func smoothStep(_ x: Double) -> Double {
    let t = max(0, min(1, x))
    return t * t * (3 - 2 * t)
  }

  /// The parabola's value at knot `i` and the weighted root mean square distance of the knots from it; nil where too few knots
  /// count for a parabola to smooth anything.
  private func fit(_ i: Int, in knots: Span<Knot>, reach h: Double) -> (point: InkPoint, residual: Double)? {
    let origin = knots[i].along
    var first = i
    while first > 0, origin - knots[first - 1].along < h { first -= 1 }
    var last = i
    while last < knots.count - 1, knots[last + 1].along - origin < h { last += 1 }
    guard last - first >= 3 else { return nil }

    // Moments of the distances, and of each component with them.
    var m = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (c0, c1, c2) = (Components(), Components(), Components())
    for j in first...last {
      let u = (knots[j].along - origin) / h
      let v = 1 - u * u
      let w = v * v
      let wu = w * u
      let wuu = wu * u
      m.0 += w
      m.1 += wu
      m.2 += wuu
      m.3 += wuu * u
      m.4 += wuu * u * u
      let c = Components(knots[j].point, relativeTo: knots[i].point)
      c0.add(c, w)
      c1.add(c, wu)
      c2.add(c, wuu)
    }
    // Cramer's rule for the normal equations; the determinant vanishes where fewer than three distances differ.
    let a00 = m.2 * m.4 - m.3 * m.3
    let a01 = m.2 * m.3 - m.1 * m.4
    let a02 = m.1 * m.3 - m.2 * m.2
    let determinant = m.0 * a00 + m.1 * a01 + m.2 * a02
    guard determinant > 1e-9 * m.0 * m.0 * m.0 else { return nil }
    let a11 = m.0 * m.4 - m.2 * m.2
    let a12 = m.1 * m.2 - m.0 * m.3
    let a22 = m.0 * m.2 - m.1 * m.1
    let k = 1 / determinant
    let value = Components.sum(c0, a00 * k, c1, a01 * k, c2, a02 * k)
    let slope = Components.sum(c0, a01 * k, c1, a11 * k, c2, a12 * k)
    let bend = Components.sum(c0, a02 * k, c1, a12 * k, c2, a22 * k)

    var squares = 0.0
    for j in first...last {
      let u = (knots[j].along - origin) / h
      let v = 1 - u * u
      let c = Components(knots[j].point, relativeTo: knots[i].point)
      let dx = c.x - (value.x + u * (slope.x + u * bend.x))
      let dy = c.y - (value.y + u * (slope.y + u * bend.y))
      squares += v * v * (dx * dx + dy * dy)
    }
    return (value.added(to: knots[i].point), (squares / m.0).squareRoot())
  }

  /// The components of an ink point that are smoothed, as numbers; time is not, it must not run backwards.
  private struct Components {
    var x = 0.0
    var y = 0.0
    var pressure = 0.0
    var leanX = 0.0
    var leanY = 0.0
    var rollX = 0.0
    var rollY = 0.0

    init() {}

    init(_ p: InkPoint, relativeTo o: InkPoint) {
      x = p.position.x - o.position.x
      y = p.position.y - o.position.y
      pressure = p.pressure - o.pressure
      leanX = p.lean.dx - o.lean.dx
      leanY = p.lean.dy - o.lean.dy
      rollX = p.roll.dx - o.roll.dx
      rollY = p.roll.dy - o.roll.dy
    }

    mutating func add(_ c: Components, _ w: Double) {
      x += w * c.x
      y += w * c.y
      pressure += w * c.pressure
      leanX += w * c.leanX
      leanY += w * c.leanY
      rollX += w * c.rollX
      rollY += w * c.rollY
    }

    static func sum(
      _ a: Components, _ p: Double, _ b: Components, _ q: Double, _ c: Components, _ r: Double
    ) -> Components {
      var s = Components()
      s.add(a, p)
      s.add(b, q)
      s.add(c, r)
      return s
    }

    func added(to o: InkPoint) -> InkPoint {
      InkPoint(
        position: Point(o.position.x + x, o.position.y + y), pressure: o.pressure + pressure,
        lean: Vector(o.lean.dx + leanX, o.lean.dy + leanY), roll: Vector(o.roll.dx + rollX, o.roll.dy + rollY),
        time: o.time)
    }
  }
}

extension InkPoint {
  /// This point, moved by a share `k` of the way from `origin` to `target`.
  fileprivate func moved(towards target: InkPoint, from origin: InkPoint, by k: Double) -> InkPoint {
    InkPoint(
      position: position + (target.position - origin.position) * k,
      pressure: pressure + (target.pressure - origin.pressure) * k,
      lean: lean + (target.lean - origin.lean) * k, roll: roll + (target.roll - origin.roll) * k, time: time)
  }
}
