import Geometry
import RandomSource
import Testing

@Suite struct SimplifyTests {
  /// A smooth curve through random points, split into many curves.
  private func chain(_ rng: inout RandomSource, count: Int, parts: Int) -> [CubicBezier] {
    let points = (0..<(count + 3)).map { _ in Point(rng.roll(0...300), rng.roll(0...300)) }
    return (1...count).flatMap { i in
      let (v0, v1) = ((points[i + 1] - points[i - 1]) / 2, (points[i + 2] - points[i]) / 2)
      return cut(CubicBezier(hermiteFrom: points[i], velocity: v0, to: points[i + 1], velocity: v1), parts)
    }
  }

  private func cut(_ curve: CubicBezier, _ parts: Int) -> [CubicBezier] {
    var (rest, curves) = (curve, [CubicBezier]())
    for i in (1...parts).reversed() {
      let (first, second) = rest.split(at: 1 / Double(i))
      curves.append(first)
      rest = second
    }
    return curves
  }

  /// The greatest distance of a point of one chain from another chain.
  private func distance(_ a: [CubicBezier], _ b: [CubicBezier]) -> Double {
    var most = 0.0
    for curve in a {
      for k in 0...10 {
        let place = curve.point(at: Double(k) / 10)
        var least = 10.0
        for other in b where other.controlBounds.insetBy(-least).contains(place) {
          least = other.nearest(to: place, within: least)?.distance ?? least
        }
        most = max(most, least)
      }
    }
    return most
  }

  private func expectChain(_ curves: [CubicBezier], from start: Point, to end: Point) {
    #expect(curves.first?.p0 == start && curves.last?.p3 == end)
    for (a, b) in zip(curves, curves.dropFirst()) { #expect(a.p3 == b.p0) }
  }

  /// Fails if a result leaves the tolerance, misses a part of the chain, has gaps or other
  /// ends, or is not shorter.
  @Test(arguments: [0.5, 0.05, 0.01]) func resultsStayWithinTheTolerance(tolerance: Double) throws {
    for seed in RandomSource.seeds(24) {
      var rng = RandomSource(seed)
      let chain = chain(&rng, count: 6, parts: rng.roll(8...30))
      let result = CubicBezier.simplified(chain, tolerance: tolerance)
      let (first, last) = (try #require(chain.first), try #require(chain.last))
      expectChain(result, from: first.p0, to: last.p3)
      // The distance is measured at samples; between them it may be slightly larger.
      let (there, back) = (distance(chain, result), distance(result, chain))
      #expect(there < tolerance * 1.1 && back < tolerance * 1.1, "seed \(seed): \(there), \(back)")
      #expect(result.count < chain.count / 2, "seed \(seed): \(result.count) of \(chain.count)")
    }
  }

  /// Fails if a curve that was split into many is not restored.
  @Test func aSplitCurveIsRestored() {
    let curve = CubicBezier(Point(0, 0), Point(30, 80), Point(120, -40), Point(150, 60))
    for parts in [1, 2, 3, 10, 100] {
      let result = CubicBezier.simplified(cut(curve, parts), tolerance: 0.02)
      #expect(result.count == 1, "\(parts) parts")
      #expect(distance(result, [curve]) < 0.021)
    }
    let line = CubicBezier(lineFrom: Point(5, 5), to: Point(900, -20))
    #expect(CubicBezier.simplified(cut(line, 50), tolerance: 0.001).count == 1)
  }

  /// Fails if a corner is rounded or moved, or a smooth joint is treated as a corner.
  @Test func cornersDoNotMove() {
    for seed in RandomSource.seeds(24) {
      var rng = RandomSource(seed)
      let corners = (0..<6).map { _ in Point(rng.roll(0...200), rng.roll(0...200)) }
      let chain = zip(corners, corners.dropFirst()).flatMap { cut(CubicBezier(lineFrom: $0, to: $1), 7) }
      let result = CubicBezier.simplified(chain, tolerance: 0.2, corner: 0.05)
      let places = result.map(\.p0)
      for i in 1..<5 {
        let (a, b) = (corners[i] - corners[i - 1], corners[i + 1] - corners[i])
        guard abs(a.cross(b)) > 0.06 * a.length * b.length || a.dot(b) < 0 else { continue }
        #expect(places.contains { $0.distance(to: corners[i]) < 1e-9 }, "seed \(seed)")
      }
      #expect(result.count <= 5)
    }
  }

  /// Fails if small gaps along the chain, forwards or backwards, leave hooks or end a curve, or
  /// a sideways gap is lost.
  @Test func smallGapsAlongTheChainAreClosed() {
    // An arc of radius 10 in segments of 0.1 rad; each starts 0.03 rad before or after the end of
    // the previous one.
    for overlap in [0.03, -0.03] {
      let chain = (0..<12).map { i in
        let (a, b) = (0.1 * Double(i) - overlap / 2, 0.1 * Double(i + 1) + overlap / 2)
        func place(_ t: Double) -> Point { .zero + Vector(length: 10, direction: Angle(radians: t)) }
        func velocity(_ t: Double) -> Vector { Vector(length: 10 * (b - a), direction: Angle(radians: t + .pi / 2)) }
        return CubicBezier(hermiteFrom: place(a), velocity: velocity(a), to: place(b), velocity: velocity(b))
      }
      let result = CubicBezier.simplified(chain, tolerance: 0.02)
      #expect(result.count == 1)
      for k in 0...20 {
        let place = result[0].point(at: Double(k) / 20)
        #expect(abs(place.distance(to: .zero) - 10) < 0.022)
      }
    }
    let apart = [
      CubicBezier(lineFrom: Point(0, 0), to: Point(10, 0)), CubicBezier(lineFrom: Point(10, 3), to: Point(20, 3)),
    ]
    let result = CubicBezier.simplified(apart, tolerance: 0.1)
    expectChain(result, from: Point(0, 0), to: Point(20, 3))
    #expect(distance(apart + [CubicBezier(lineFrom: Point(10, 0), to: Point(10, 3))], result) < 1e-9)
  }

  /// Fails if curves without length, or not finite, stop the program or affect other curves.
  @Test func invalidCurvesAreLeftOut() {
    let point = CubicBezier(lineFrom: Point(3, 3), to: Point(3, 3))
    let wrong = CubicBezier(lineFrom: Point(3, 3), to: Point(.nan, 3))
    let line = CubicBezier(lineFrom: Point(3, 3), to: Point(9, 3))
    #expect(CubicBezier.simplified([], tolerance: 0.1).isEmpty)
    #expect(CubicBezier.simplified([point, wrong], tolerance: 0.1).isEmpty)
    #expect(CubicBezier.simplified([point, line, point, wrong], tolerance: 0.1).count == 1)
  }
}
