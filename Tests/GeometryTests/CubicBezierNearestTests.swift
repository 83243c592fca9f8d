import Foundation
import RandomSource
import Testing

@testable import Geometry

/// The nearest point of a curve against closed forms and dense samples.
@Suite struct CubicBezierNearestTests {
  /// Fails if a local minimum is returned as the nearest point, or the distance does not fit
  /// the parameter: against 4000 samples, for curves and points of all kinds.
  @Test func nothingIsNearer() throws {
    for seed in RandomSource.seeds(400) {
      var rng = RandomSource(seed)
      let curve = CubicBezierMeasureTests.curve(&rng)
      let place =
        switch seed % 4 {
        case 0: curve.point(at: rng.roll(0...1))
        case 1: [curve.p0, curve.p1, curve.p2, curve.p3][rng.roll(0...3)]
        case 2: Point(rng.roll(-1e4...1e4), rng.roll(-1e4...1e4))
        default: Point(rng.roll(-100...100), rng.roll(-100...100))
        }
      let near = try #require(curve.nearest(to: place))
      #expect((0...1).contains(near.parameter))
      #expect(abs(curve.point(at: near.parameter).distance(to: place) - near.distance) < 1e-10, "seed \(seed)")
      let n = 4000
      let dense = (0...n).reduce(Double.infinity) {
        min($0, curve.point(at: Double($1) / Double(n)).distance(to: place))
      }
      #expect(near.distance <= dense + 1.1e-9, "seed \(seed)")
      // No point of the curve is farther from a sample than half a step at the greatest speed.
      let fastest =
        3 * max((curve.p1 - curve.p0).length, max((curve.p2 - curve.p1).length, (curve.p3 - curve.p2).length))
      #expect(near.distance >= dense - fastest / Double(2 * n) - 1e-10, "seed \(seed)")
      #expect(curve.nearest(to: place, within: near.distance * (1 - 1e-6) - 1e-8) == nil, "seed \(seed)")
      let limited = curve.nearest(to: place, within: near.distance + 1e-3)
      #expect(abs((limited?.distance ?? .infinity) - near.distance) <= 1.1e-9, "seed \(seed)")
    }
  }

  /// Fails if the nearest point of a line or a parabola differs from the closed form.
  @Test func closedForms() throws {
    var rng = RandomSource(7)
    let line = CubicBezier(lineFrom: Point(1, 2), to: Point(7, 10))
    let parabola = CubicBezier(quadraticFrom: Point(-1, 1), control: Point(0, -1), to: Point(1, 1))
    for _ in 0..<100 {
      let t: Double = rng.roll(-0.5...1.5)
      let side: Double = rng.roll(-9.0...9.0)
      let place = Point(1, 2) + Vector(6, 8) * t + Vector(-0.8, 0.6) * side
      let near = try #require(line.nearest(to: place, accuracy: 1e-12))
      let beyond = max(0, max(-t, t - 1)) * 10
      #expect(abs(near.distance - hypot(side, beyond)) < 1e-11)
      #expect(abs(near.parameter - max(0, min(1, t))) < 1e-6)
      // Two points of y = x^2 are equally near to (0, h), h in 1/2...3/2: sqrt(h - 1/4) away, at
      // x^2 = h - 1/2.
      let h: Double = rng.roll(0.51...1.49)
      let twin = try #require(parabola.nearest(to: Point(0, h), accuracy: 1e-12))
      #expect(abs(twin.distance - (h - 0.25).squareRoot()) < 1e-11)
      #expect(abs(pow(2 * twin.parameter - 1, 2) - (h - 0.5)) < 1e-4)
    }
  }

  /// Fails if the search takes too long because much of the curve is equally near: an arc and
  /// its centre, and a point.
  @Test func equallyNearCurvesEndTheSearch() throws {
    let k = 0.552_284_749_830_793_4
    let quarter = CubicBezier(Point(1, 0), Point(1, k), Point(k, 1), Point(0, 1))
    // The usual approximation of an arc is never inside the circle.
    #expect(abs(try #require(quarter.nearest(to: .zero, accuracy: 1e-12)).distance - 1) < 1e-12)
    let dot = CubicBezier(Point(3, 4), Point(3, 4), Point(3, 4), Point(3, 4))
    for place in [Point.zero, Point(3, 4), Point(1e6, -1e6)] {
      #expect(dot.nearest(to: place)?.distance == place.distance(to: Point(3, 4)))
    }
  }

  /// Fails if points or curves that are not finite trap or have a nearest point.
  @Test func invalidPointsHaveNoNearestPoint() {
    let line = CubicBezier(lineFrom: .zero, to: Point(1, 1))
    for x in [Double.nan, .infinity] { #expect(line.nearest(to: Point(x, 0)) == nil) }
    #expect(line.nearest(to: .zero, within: 0) == nil)
    _ = CubicBezier(.zero, Point(1e200, 0), Point(0, 1e200), .zero).nearest(to: Point(1, 1))
    _ = CubicBezier(.zero, Point(.nan, 0), Point(0, .infinity), .zero).nearest(to: Point(1, 1))
  }
}
