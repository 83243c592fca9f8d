import Geometry
import Glibc
import RandomSource
import TestSupport
import Testing

@testable import Ink

@Suite struct ModelledSmootherTests {
  private static let smoothers = [Smoother.modelled, .steady]

  private static func points(_ places: [Point]) -> [InkPoint] { places.map { InkPoint(position: $0, pressure: 0.5) } }

  private static func circle(samples n: Int, radius: Double, turns: Double = 1.5) -> [InkPoint] {
    points(
      (0...Int(Double(n) * turns)).map {
        Point(500, 500) + Vector(length: radius, direction: Angle(radians: 2 * .pi * Double($0) / Double(n)))
      })
  }

  /// Fails if fast circles are flattened or shrunk. The curve through points of a circle must be
  /// the circle, within a cubic's error. For an arc of angle a, that is 4/27 * sin^6(a/4) /
  /// cos^2(a/4) of the radius.
  @Test(arguments: [5, 6, 10, 16, 32], smoothers)
  func pointsOfACircleGiveTheCircle(_ n: Int, _ smoother: Smoother) {
    let segments = smoother.segments(through: Self.circle(samples: n, radius: 320))
    let quarter = Angle(radians: .pi / 2 / Double(n))
    let s3 = quarter.sine * quarter.sine * quarter.sine
    let bound = 320 * (4.0 / 27) * s3 * s3 / (quarter.cosine * quarter.cosine)
    for s in segments {
      for i in 0...20 {
        let error = abs(s.curve.point(at: Double(i) / 20).distance(to: Point(500, 500)) - 320)
        #expect(error < bound * 1.01 + 1e-9)
      }
    }
  }

  /// Fails if the shake of a slow hand on a coarse tablet shows: whole px, Gaussian noise of
  /// 0.5 px, 0.5 px a sample.
  @Test(arguments: [0.0, 17, 45, 73, 90, 135], smoothers)
  func slowLinesAreCalm(_ degrees: Double, _ smoother: Smoother) {
    var g = RandomSource(UInt64(degrees) + 1)
    let along = Vector(length: 1, direction: Angle(degrees: degrees))
    let start = Point(300, 300)
    let places = (0..<500).map { i -> Point in
      let p = start + along * (Double(i) * 0.5)
      return Point((p.x + g.gaussian() * 0.5).rounded(), (p.y + g.gaussian() * 0.5).rounded())
    }
    var squares = 0.0
    var count = 0.0
    for s in smoother.segments(through: Self.points(places)) {
      for i in 0..<8 {
        let d = (s.curve.point(at: Double(i) / 8) - start).cross(along)
        squares += d * d
        count += 1
      }
    }
    #expect((squares / count).squareRoot() < 0.25)
    // Without smoothing the same samples are twice as far off.
    let raw = places.reduce(0) { $0 + ($1 - start).cross(along) * ($1 - start).cross(along) } / 500
    #expect(raw.squareRoot() > 0.45)
  }

  /// Fails if a corner is rounded by more than 1.5 px, with fine or coarse samples.
  @Test(arguments: [30.0, 60, 90, 120], [2.0, 4, 10]) func cornersStay(_ degrees: Double, _ spacing: Double) throws {
    let tip = Point(400, 400)
    let arms = [Angle(degrees: 90 - degrees / 2), Angle(degrees: 90 + degrees / 2)]
    let n = Int(80 / spacing)
    let places =
      (0...n).reversed().map { tip + Vector(length: Double($0) * spacing, direction: arms[0]) }
      + (1...n).map { tip + Vector(length: Double($0) * spacing, direction: arms[1]) }
    for smoother in Self.smoothers {
      let nearest = smoother.segments(through: Self.points(places))
        .flatMap { s in (0...20).map { s.curve.point(at: Double($0) / 20).distance(to: tip) } }.min()
      #expect(try #require(nearest) < 1.5)
    }
  }

  /// Fails if the curve misses the first or the last place of the pen, at any strength.
  @Test(arguments: [0.0, 20, 60, 100], smoothers)
  func reachesBothEnds(_ strength: Double, _ smoother: Smoother) throws {
    var g = RandomSource(9)
    for _ in 0..<50 {
      let places = (0..<Int.random(in: 1...60, using: &g)).map { _ in
        Point(.random(in: 0...50, using: &g), .random(in: 0...50, using: &g))
      }
      let segments = smoother.segments(through: Self.points(places), strength: strength)
      #expect(try #require(segments.first).p0.position == places.first)
      #expect(try #require(segments.last).p3.position == places.last)
    }
  }

  /// Fails if tangents do not meet at a joint that is no corner.
  @Test(arguments: smoothers) func tangentsMeet(_ smoother: Smoother) {
    var g = RandomSource(3)
    var places = [Point(100, 100)]
    var heading = 0.0
    for _ in 0..<400 {
      heading += .random(in: -0.3...0.3, using: &g)
      places.append(
        places[places.count - 1]
          + Vector(length: .random(in: 0.2...12, using: &g), direction: Angle(radians: heading)))
    }
    let segments = smoother.segments(through: Self.points(places))
    for (a, b) in zip(segments, segments.dropFirst()) {
      guard let u = a.curve.endDirection, let v = b.curve.startDirection else { continue }
      #expect(abs((v.direction - u.direction).wrapped.degrees) < 1)
    }
  }

  /// Fails if strength 0 moves a sample.
  @Test(arguments: smoothers) func strengthZeroPassesThroughEverySample(_ smoother: Smoother) {
    let points = Self.circle(samples: 23, radius: 9)
    let segments = smoother.segments(through: points, strength: 0)
    #expect(segments.map(\.p0.position) == points.dropLast().map(\.position))
  }

  /// Fails if shake is measured on the canvas instead of the tablet: at another zoom the curve
  /// must only be larger.
  @Test(arguments: smoothers) func scalesWithTheView(_ smoother: Smoother) {
    var g = RandomSource(5)
    let places = (0..<80).map { Point(Double($0) * 0.7, .random(in: -1...1, using: &g)) }
    let once = smoother.segments(through: Self.points(places), inputScale: 1)
    let larger = smoother.segments(
      through: Self.points(places.map { Point($0.x * 4, $0.y * 4) }), inputScale: 4)
    #expect(once.count == larger.count)
    for (a, b) in zip(once, larger) {
      #expect(Point(a.p3.position.x * 4, a.p3.position.y * 4).distance(to: b.p3.position) < 1e-9)
    }
  }
}

extension RandomSource {
  /// A number of the standard normal distribution (Box and Muller, 1958).
  fileprivate mutating func gaussian() -> Double {
    let u = Double.random(in: 0x1p-53...1, using: &self)
    let angle = Angle(radians: Double.random(in: 0..<(2 * .pi), using: &self))
    return (-2 * log(u)).squareRoot() * angle.cosine
  }
}
