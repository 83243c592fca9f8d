import Foundation
import RandomSource
import Testing

@testable import Geometry

/// Lengths and bounds of cubic curves against closed forms and strict bounds.
@Suite struct CubicBezierMeasureTests {
  /// The semicubical parabola (u^2, u^3), u = 2 t - 1 in -1...1: a cusp at t = 1/2.
  static let cusp = CubicBezier(
    hermiteFrom: Point(1, -1), velocity: Vector(-4, 6), to: Point(1, 1), velocity: Vector(4, 6))

  /// A random curve of one of several kinds: general, a loop or near cusp, a fold on a line,
  /// coincident control points.
  static func curve(_ rng: inout RandomSource, size: Double = 100) -> CubicBezier {
    func point() -> Point { Point(rng.roll(-size...size), rng.roll(-size...size)) }
    let (a, b) = (point(), point())
    switch rng.roll(0...6) {
    case 0:
      // Crossed handles: a loop, a cusp, or nearly a cusp.
      let c = a + Vector(100, 0) * rng.roll(0.98...1.02)
      return CubicBezier(a, a + Vector(100, 100), Point(c.x - 100, a.y + 100), c)
    case 1: return CubicBezier(a, a.lerp(to: b, rng.roll(-2...3)), a.lerp(to: b, rng.roll(-2...3)), b)
    case 2: return CubicBezier(a, a, point(), b)
    case 3: return CubicBezier(a, b, b, rng.isOne(in: 2) ? a : b)
    default: return CubicBezier(a, point(), point(), b)
    }
  }

  /// The length of the parabola with velocity `v` + `a` t on 0...`t`.
  private static func parabola(_ v: Vector, _ a: Vector, _ t: Double) -> Double {
    let (aa, av) = (a.lengthSquared, a.dot(v))
    let gap = abs(a.cross(v)) / aa.squareRoot()
    func integral(_ t: Double) -> Double {
      let x = (aa * t + av) / aa.squareRoot()
      return (x * (x * x + gap * gap).squareRoot() + gap * gap * asinh(x / gap)) / (2 * aa.squareRoot())
    }
    return integral(t) - integral(0)
  }

  /// Fails if the error of a length exceeds the accuracy: parabolas from wide to nearly folded,
  /// in closed form.
  @Test func lengthsOfParabolasMatchTheClosedForm() {
    for seed in RandomSource.seeds(300) {
      var rng = RandomSource(seed)
      let (a, b) = (
        Point(rng.roll(-90...90), rng.roll(-90...90)), Point(rng.roll(-90...90), rng.roll(-90...90))
      )
      let side = (b - a).perpendicular * pow(10, rng.roll(-7...0))
      let control = a.lerp(to: b, rng.roll(-2...3)) + side
      let curve = CubicBezier(quadraticFrom: a, control: control, to: b)
      let (v, acceleration) = ((control - a) * 2, ((b - control) - (control - a)) * 2)
      let t: Double = rng.roll(0...1)
      for accuracy in [1, 1e-3, 1e-6, 1e-9, 1e-12] {
        let allowed = accuracy + 1e-11
        #expect(abs(curve.length(accuracy: accuracy) - Self.parabola(v, acceleration, 1)) <= allowed, "seed \(seed)")
        let part = curve.length(to: t, accuracy: accuracy)
        #expect(abs(part - Self.parabola(v, acceleration, t)) <= allowed, "seed \(seed)")
      }
    }
    // y = x^2 on 0...1 is the quadratic with control (1/2, 0): sqrt(5)/2 + asinh(2)/4.
    let unit = CubicBezier(quadraticFrom: .zero, control: Point(0.5, 0), to: Point(1, 1))
    #expect(abs(unit.length(accuracy: 1e-15) - 1.478_942_857_544_597_4) < 1e-14)
  }

  /// Fails if the length is wrong near a cusp, at any position of the cusp: closed form.
  @Test func lengthsAtCuspsMatchTheClosedForm() {
    /// The length of the semicubical parabola from the cusp to `u`, negative before the cusp.
    func fromCusp(_ u: Double) -> Double { (u < 0 ? -1 : 1) * (pow(4 + 9 * u * u, 1.5) - 8) / 27 }
    for seed in RandomSource.seeds(300) {
      var rng = RandomSource(seed)
      let (a, b) = (rng.roll(0.0...0.6), rng.roll(0.4...1.0))
      for accuracy in [1e-3, 1e-6, 1e-9, 1e-12] {
        let wanted = a < b ? fromCusp(2 * b - 1) - fromCusp(2 * a - 1) : 0
        #expect(abs(Self.cusp.length(from: a, to: b, accuracy: accuracy) - wanted) <= accuracy + 1e-13, "seed \(seed)")
      }
    }
  }

  /// Fails if a length is not between those of the chords and of the control polygons of the
  /// curve's 4096 parts. Also fails if the lengths of parts do not add up.
  @Test func lengthsAreBetweenChordsAndPolygons() {
    for seed in RandomSource.seeds(90) {
      var rng = RandomSource(seed)
      let curve = Self.curve(&rng)
      var (chords, polygons) = (0.0, 0.0)
      let n = 4096
      for i in 0..<n {
        let (a, b) = (Double(i) / Double(n), Double(i + 1) / Double(n))
        let (p, q, h) = (curve.point(at: a), curve.point(at: b), 1 / Double(3 * n))
        let (v, w) = (curve.velocity(at: a) * h, curve.velocity(at: b) * h)
        chords += p.distance(to: q)
        polygons += v.length + (p + v).distance(to: q - w) + w.length
      }
      for accuracy in [1e-3, 1e-8] {
        let length = curve.length(accuracy: accuracy)
        #expect(length >= chords - accuracy - 1e-9 && length <= polygons + accuracy + 1e-9, "seed \(seed)")
        let t: Double = rng.roll(0...1)
        let sum = curve.length(to: t, accuracy: accuracy) + curve.length(from: t, accuracy: accuracy)
        #expect(abs(sum - length) <= 3 * accuracy, "seed \(seed)")
      }
    }
  }

  /// Fails if invalid curves or accuracies trap, loop without end or give a finite length.
  @Test func invalidCurvesHaveNoFiniteLength() {
    let p = Point(3, 4)
    #expect(CubicBezier(p, p, p, p).length() == 0 && CubicBezier(p, p, p, p).parameter(atLength: 1) == 1)
    #expect(abs(CubicBezier(lineFrom: .zero, to: p).length() - 5) < 1e-14)
    #expect(Self.cusp.length(from: 0.7, to: 0.7) == 0 && Self.cusp.length(from: 0.7, to: 0.2) == 0)
    for x in [Double.nan, .infinity, 1e200] { #expect(!CubicBezier(.zero, p, Point(x, 0), p).length().isFinite) }
    for accuracy in [0, -1, .nan, 1e-300] {
      #expect(abs(Self.cusp.length(accuracy: accuracy) - 2 * (pow(13, 1.5) - 8) / 27) < 1e-13)
    }
  }

  /// Fails if the length up to the returned parameter is not the given one, at cusps and folds
  /// as well.
  @Test func parametersMatchTheirLength() {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      let curve = seed % 5 == 0 ? Self.cusp : Self.curve(&rng)
      let total = curve.length(accuracy: 1e-10)
      for accuracy in [1e-3, 1e-9] {
        let wanted = seed % 10 == 0 ? total / 2 : rng.roll(0...total)
        let t = curve.parameter(atLength: wanted, accuracy: accuracy)
        #expect((0...1).contains(t))
        #expect(abs(curve.length(to: t, accuracy: 1e-12) - wanted) <= accuracy + 1e-10, "seed \(seed)")
      }
      #expect(curve.parameter(atLength: -1) == 0 && curve.parameter(atLength: 0) == 0)
      #expect(curve.parameter(atLength: total + 1) == 1 && curve.parameter(atLength: .nan) == 0)
    }
  }

  /// Fails if bounds leave out a point of the curve or are too wide: 2000 samples.
  @Test func boundsMatchDenseSamples() {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      let curve = Self.curve(&rng)
      var dense = Rect.null
      let n = 2000
      for i in 0...n { dense.formUnion(disc: curve.point(at: Double(i) / Double(n)), radius: 0) }
      let bounds = curve.bounds
      // Half a step from an extremum the curve moves by less than |acceleration| h^2 / 8.
      let a = max(curve.acceleration(at: 0).length, curve.acceleration(at: 1).length) / Double(n * n) / 8 + 1e-12
      for (outer, inner) in [
        (-bounds.minX, -dense.minX), (-bounds.minY, -dense.minY), (bounds.maxX, dense.maxX), (bounds.maxY, dense.maxY),
      ] { #expect(outer >= inner - 1e-12 && outer <= inner + a, "seed \(seed)") }
    }
    let line = CubicBezier(lineFrom: Point(2, 7), to: Point(-1, 7)).bounds
    #expect(line == Rect(minX: -1, minY: 7, maxX: 2, maxY: 7))
    // By hand: y = 3 t (1 - t) * 4, at most 3.
    #expect(
      CubicBezier(.zero, Point(1, 4), Point(2, 4), Point(3, 0)).bounds == Rect(minX: 0, minY: 0, maxX: 3, maxY: 3))
  }
}
