import Geometry
import RandomSource

@testable import Ink

extension StrokePath {
  /// The parameters of `count` + 1 places on a segment.
  static func steps(_ count: Int) -> [Double] { (0...count).map { Double($0) / Double(count) } }

  /// A circle of `n` standard arcs, clockwise on the screen from the right. Its centre line is
  /// outside of the true circle by 0 to `arcError(n)` of the radius.
  static func circle(_ center: Point, _ radius: Double, arcs n: Int) -> StrokePath {
    let angle = Angle(radians: 2 * .pi / Double(n))
    let quarter = angle * 0.25
    let out = 4 / 3.0 * quarter.sine / quarter.cosine * radius
    let places = (0...n).map { i -> InkPoint in
      let p = center + Vector(length: radius, direction: angle * Double(i % n))
      return InkPoint(position: p, pressure: Double(i) / Double(n), time: Double(i))
    }
    return StrokePath(
      (0..<n).map { i in
        let (a, b) = (places[i], places[i + 1])
        let (u, v) = ((a.position - center).perpendicular / radius, (b.position - center).perpendicular / radius)
        let curve = CubicBezier(a.position, a.position + u * out, b.position - v * out, b.position)
        return InkSegment(along: curve, from: a, to: b)
      })
  }

  /// The greatest distance of a standard arc of an `n`th of a circle from the circle, as a share of
  /// the radius: 4/27 sin^6(a/4) / cos^2(a/4).
  static func arcError(_ n: Int) -> Double {
    let quarter = Angle(radians: 2 * .pi / Double(n)) * 0.25
    let s2 = quarter.sine * quarter.sine
    return 4 / 27.0 * s2 * s2 * s2 / (quarter.cosine * quarter.cosine)
  }

  /// Random samples with all properties; some at the same place as the one before.
  static func samples(_ count: Int, _ rng: inout RandomSource, step: Double = 20) -> [PenSample] {
    var p = Point(rng.roll(-50...50), rng.roll(-50...50))
    return (0..<count).map { i in
      if !rng.isOne(in: 6) { p = p + Vector(rng.roll(-step...step), rng.roll(-step...step)) }
      return PenSample(
        position: p, time: Double(i) / 200, pressure: rng.roll(0...1),
        altitude: Angle(degrees: rng.roll(20...90)),
        azimuth: Angle(degrees: rng.roll(-180...180)),
        roll: rng.isOne(in: 5) ? nil : Angle(degrees: rng.roll(-180...180)))
    }
  }

  /// A path of `count` or fewer points by any smoother, with segments without length and sometimes
  /// a cusp.
  static func random(_ rng: inout RandomSource, count: Int = 20) -> StrokePath {
    let points = samples(rng.roll(1...count), &rng).map { InkPoint($0) }
    let smoother = Smoother.allCases[rng.roll(0..<Smoother.allCases.count)]
    var segments = smoother.segments(through: points)
    if rng.isOne(in: 3), let end = segments.last?.p3 {
      var (a, b, c) = (end, end, end)
      a.position = a.position + Vector(60, 60)
      b.position = b.position + Vector(0, 60)
      c.position = c.position + Vector(60, 0)
      segments.append(InkSegment(end, a, b, c))
    }
    return StrokePath(segments)
  }

  func location(_ rng: inout RandomSource) -> Location {
    let t: Double = rng.roll(0...1)
    return Location(segment: rng.roll(0..<segments.count), parameter: rng.isOne(in: 5) ? t.rounded() : t)
  }
}

extension InkPoint {
  func difference(to o: InkPoint) -> Double {
    let d = [
      position.x - o.position.x, position.y - o.position.y, pressure - o.pressure, lean.dx - o.lean.dx,
      lean.dy - o.lean.dy, roll.dx - o.roll.dx, roll.dy - o.roll.dy, time - o.time,
    ]
    return d.reduce(0) { max($0, abs($1)) }
  }
}
