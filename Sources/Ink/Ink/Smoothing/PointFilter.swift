import Geometry

/// Removes shake from a chain of points.
///
/// Each point becomes the value of a parabola fitted to its neighbours by weighted least squares
/// (Savitzky and Golay, 1964, generalised to uneven distances; W. Cleveland, "Robust locally
/// weighted regression", 1979). The weight at a distance along the stroke is w(u) = (1 - u^2)^2, u
/// = distance / reach:
/// - Slow samples are close together, so many are averaged.
/// - Fast samples are farther apart than the reach, so they stay in place.
/// - A parabola follows bends, so circles do not shrink as with a mean.
///
/// Where the residual exceeds the expected noise there is a corner or a tight bend: the reach is
/// halved repeatedly, with a smooth blend.
struct PointFilter: Sendable {
  /// A point with its distance from the stroke's start along the points, canvas px.
  struct Knot: Sendable {
    var point: InkPoint
    var along: Double
  }

  /// Distance up to which neighbours count, canvas px along the stroke; 0 keeps every point.
  var reach: Double
  /// Expected root mean square distance of samples from the true path, canvas px.
  var noise: Double

  /// The farthest that a point is moved, in multiples of the noise: 19 of 20 samples of a coarse
  /// tablet are off by less.
  static let mostMoved = 1.1

  /// The filtered point of knot `i`. `knots` must contain all within the reach. Near the ends the
  /// reach shrinks to the distance from the end, but not below half. The first and the last point
  /// do not move. Cost: O(knots within the reach).
  func filtered(_ i: Int, in knots: Span<Knot>) -> InkPoint {
    let raw = knots[i].point
    let room = min(knots[i].along - knots[0].along, knots[knots.count - 1].along - knots[i].along)
    var h = room > 0 ? min(reach, max(room, reach * 0.5)) : 0
    var result = raw
    var share = 1.0
    // The share that a coarse fit does not explain is left to finer ones, and finally to the point
    // itself.
    for _ in 0..<4 {
      guard h > 0, let fit = fit(i, in: knots, reach: h) else { break }
      let trust = 1 - Self.smoothStep((fit.residual / noise - 1) / 0.6)
      result = result.moved(towards: fit.point, from: raw, by: share * trust)
      share *= 1 - trust
      if share < 1e-3 { break }
      h *= 0.5
    }
    // A larger move is the tip of a corner, not shake.
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

  /// The parabola's value at knot `i` and the weighted root mean square residual; nil where too few
  /// knots count.
  private func fit(_ i: Int, in knots: Span<Knot>, reach h: Double) -> (point: InkPoint, residual: Double)? {
    let origin = knots[i].along
    var first = i
    while first > 0, origin - knots[first - 1].along < h { first -= 1 }
    var last = i
    while last < knots.count - 1, knots[last + 1].along - origin < h { last += 1 }
    guard last - first >= 3 else { return nil }

    // Moments of the distances, alone and with each component.
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
    // Cramer's rule; the determinant vanishes where fewer than three distances differ.
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

  /// The smoothed components of an ink point. Time is not smoothed, as it must not decrease.
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
  /// This point moved by a share `k` of the way from `origin` to `target`.
  fileprivate func moved(towards target: InkPoint, from origin: InkPoint, by k: Double) -> InkPoint {
    InkPoint(
      position: position + (target.position - origin.position) * k,
      pressure: pressure + (target.pressure - origin.pressure) * k,
      lean: lean + (target.lean - origin.lean) * k, roll: roll + (target.roll - origin.roll) * k, time: time)
  }
}
