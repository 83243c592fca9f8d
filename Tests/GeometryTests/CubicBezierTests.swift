import RandomSource
import Testing

@testable import Geometry

/// Cubic Bézier curves against their definition and closed forms.
@Suite struct CubicBezierTests {
  private func random(_ rng: inout RandomSource, size: Double = 100) -> CubicBezier {
    func point() -> Point { Point(rng.roll(-size...size), rng.roll(-size...size)) }
    return CubicBezier(point(), point(), point(), point())
  }

  /// Fails if a curve differs from the Bernstein polynomial, misses an end, or its velocity
  /// differs from the slope.
  @Test func pointsAndVelocities() {
    var rng = RandomSource(1)
    for _ in 0..<300 {
      let c = random(&rng)
      #expect(c.point(at: 0) == c.p0 && c.point(at: 1) == c.p3)
      let t = rng.roll(0.01...0.99)
      let s = 1 - t
      let (b0, b1, b2, b3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      let x = b0 * c.p0.x + b1 * c.p1.x + b2 * c.p2.x + b3 * c.p3.x
      let y = b0 * c.p0.y + b1 * c.p1.y + b2 * c.p2.y + b3 * c.p3.y
      #expect(c.point(at: t).distance(to: Point(x, y)) < 1e-12)
      let slope = (c.point(at: t + 1e-5) - c.point(at: t - 1e-5)) / 2e-5
      #expect((slope - c.velocity(at: t)).length < 1e-5)
      #expect(c.velocity(at: 0) == (c.p1 - c.p0) * 3 && c.velocity(at: 1) == (c.p3 - c.p2) * 3)
      #expect(c.controlBounds.insetBy(-1e-9).contains(c.point(at: t)))
    }
  }

  /// Fails if the two parts of a split differ from the curve or do not meet.
  @Test func splitsAreTheSameCurve() {
    var rng = RandomSource(2)
    for _ in 0..<300 {
      let c = random(&rng)
      let t: Double = rng.roll(0...1)
      let (a, b) = c.split(at: t)
      #expect(a.p0 == c.p0 && a.p3 == b.p0 && b.p3 == c.p3)
      #expect(a.p3.distance(to: c.point(at: t)) < 1e-12)
      let u: Double = rng.roll(0...1)
      #expect(a.point(at: u).distance(to: c.point(at: t * u)) < 1e-11)
      #expect(b.point(at: u).distance(to: c.point(at: t + (1 - t) * u)) < 1e-11)
    }
  }

  /// Fails if a raised or Hermite curve differs from its definition.
  @Test func raisedCurvesAreTheSame() {
    let line = CubicBezier(lineFrom: Point(1, 2), to: Point(7, -4))
    let quadratic = CubicBezier(quadraticFrom: Point(0, 0), control: Point(6, 9), to: Point(12, 0))
    let hermite = CubicBezier(
      hermiteFrom: Point(1, 1), velocity: Vector(3, 6), to: Point(5, 2), velocity: Vector(-9, 3))
    for i in 0...16 {
      let t = Double(i) / 16
      #expect(line.point(at: t).distance(to: Point(1 + 6 * t, 2 - 6 * t)) < 1e-14)
      #expect(quadratic.point(at: t).distance(to: Point(12 * t, 18 * t * (1 - t))) < 1e-13)
    }
    #expect(quadratic.p1 == Point(4, 6) && quadratic.p2 == Point(8, 6))
    #expect(hermite.p1 == Point(2, 3) && hermite.p2 == Point(8, 1))
    #expect((hermite.velocity(at: 0) - Vector(3, 6)).length < 1e-14)
    #expect((hermite.velocity(at: 1) - Vector(-9, 3)).length < 1e-14)
  }

  /// Fails if coincident control points give a wrong direction.
  @Test func directionsLookPastCoincidentPoints() {
    let (a, b) = (Point(1, 1), Point(4, 5))
    #expect(CubicBezier(a, a, a, b).startDirection == Vector(0.6, 0.8))
    #expect(CubicBezier(a, b, b, b).endDirection == Vector(0.6, 0.8))
    #expect(CubicBezier(a, Point(1, 3), a, b).startDirection == Vector(0, 1))
    #expect(CubicBezier(a, a, a, a).startDirection == nil && CubicBezier(a, a, a, a).endDirection == nil)
  }

  /// Fails if flattening exceeds its tolerance: dense points of random curves, loops and cusps
  /// against the chords. Also where it needs far more steps than necessary.
  @Test func stepsBoundTheError() {
    var wasted = 0
    for seed in 0..<120 {
      var rng = RandomSource(seed)
      let c = random(&rng, size: [0.5, 8, 200][seed % 3])
      let tolerance = [0.01, 0.04, 0.5][(seed / 3) % 3]
      let n = c.steps(tolerance: tolerance, limit: 10_000)
      var worst = 0.0
      for i in 0..<n {
        let (a, b) = (c.point(at: Double(i) / Double(n)), c.point(at: Double(i + 1) / Double(n)))
        for k in 1..<8 {
          let p = c.point(at: (Double(i) + Double(k) / 8) / Double(n))
          let chord = b - a
          let t = max(0, min(1, (p - a).dot(chord) / max(chord.lengthSquared, 1e-300)))
          worst = max(worst, p.distance(to: a + chord * t))
        }
      }
      #expect(worst <= tolerance * (1 + 1e-9), "seed \(seed)")
      if n > 4, worst < tolerance / 16 { wasted += 1 }
    }
    #expect(wasted < 12)
  }

  /// Fails if the number of steps leaves its range, for lines, points, huge and invalid curves.
  @Test func stepsStayInTheirRange() {
    #expect(CubicBezier(lineFrom: .zero, to: Point(90, 0)).steps(tolerance: 0.01) == 1)
    #expect(CubicBezier(.zero, .zero, .zero, .zero).steps(tolerance: 0.01) == 1)
    let wild = CubicBezier(.zero, Point(1e9, 0), Point(0, 1e9), Point(5, 5))
    #expect(wild.steps(tolerance: 1e-3) == 256 && wild.steps(tolerance: 1e-3, limit: 7) == 7)
    #expect(CubicBezier(.zero, Point(.nan, 0), .zero, .zero).steps(tolerance: 0.1) == 256)
    #expect(CubicBezier(.zero, Point(1e300, 0), .zero, .zero).steps(tolerance: 0.1) == 256)
    // By hand: the second differences are (0, 8) and (0, 8); 0.75 * 8 / 0.06 = 100, its root 10.
    let arch = CubicBezier(Point(0, 0), Point(3, -4), Point(6, 0), Point(9, 12))
    #expect(arch.steps(tolerance: 0.06) == 10)
  }

  /// Fails if a derivative differs from the slope of the previous one, or a reversed curve is a
  /// different curve.
  @Test func derivativesAndReversal() {
    var rng = RandomSource(6)
    for _ in 0..<100 {
      let c = random(&rng)
      let t = rng.roll(0.01...0.99)
      let slope = (c.velocity(at: t + 1e-5) - c.velocity(at: t - 1e-5)) / 2e-5
      #expect((slope - c.acceleration(at: t)).length < 1e-5)
      #expect((c.acceleration(at: 1) - c.acceleration(at: 0) - c.jerk).length < 1e-10)
      #expect(c.reversed.point(at: t).distance(to: c.point(at: 1 - t)) < 1e-12)
      #expect(c.reversed.reversed == c)
    }
  }

  /// Fails if the direction is missing or wrong at a cusp or where control points coincide.
  @Test func directionsAtCusps() throws {
    let cusp = CubicBezierMeasureTests.cusp
    #expect(cusp.direction(at: 0.5) == Vector(1, 0))
    let (before, after) = try (#require(cusp.direction(at: 0.499)), #require(cusp.direction(at: 0.501)))
    #expect(before.dx < -0.99 && after.dx > 0.99)
    let (a, b) = (Point(1, 1), Point(4, 5))
    for c in [
      CubicBezier(a, a, b, b), CubicBezier(a, a, a, b), CubicBezier(a, b, b, b), CubicBezier(lineFrom: a, to: b),
    ] {
      for t in [0, 0.3, 1] { #expect(try (#require(c.direction(at: t)) - Vector(0.6, 0.8)).length < 1e-12) }
    }
    for t in [0, 0.5, 1] { #expect(CubicBezier(a, a, a, a).direction(at: t) == nil) }
  }
}
