import Geometry
import RandomSource
import Testing

@testable import Ink

@Suite struct BrushTests {
  /// Fails if an invalid setting is used, or a brush's own strength is overridden.
  @Test func strengthIsClampedAndTheBrushsOwnStays() {
    let brush = Brush(size: 5)
    #expect(!brush.hasOwnStrength && brush.steadied(by: 55).strength == 55)
    #expect(brush.steadied(by: -3).strength == 0 && brush.steadied(by: 101).strength == 100)
    #expect(brush.steadied(by: .nan) == brush)
    var own = Brush(strength: 33)
    own.hasOwnStrength = true
    #expect(own.steadied(by: 55) == own && own.resized(to: 8).steadied(by: 55).strength == 33)
  }

  /// Fails if a curve is not its Bézier: control points a third apart give x = t, so y is the
  /// Bernstein polynomial of the pressure.
  @Test func curvesAreTheirBezier() {
    for (y1, y2) in [(1 / 3.0, 2 / 3.0), (0, 0), (1, 1), (0.1, 0.95), (0.9, 0.05), (0, 1)] {
      let curve = PressureCurve(first: Point(1 / 3.0, y1), second: Point(2 / 3.0, y2))
      for i in 0...1000 {
        let t = Double(i) / 1000
        let y = 3 * (1 - t) * (1 - t) * t * y1 + 3 * (1 - t) * t * t * y2 + t * t * t
        #expect(abs(curve(t) - y) < 1e-4)
      }
    }
    // Both control points at x = 0: x = t^3, the steepest; exact at the table's entries.
    let steep = PressureCurve(first: Point(0, 0.5), second: Point(0, 1))
    for i in [1, 8, 27, 64, 125, 216] {
      let t = [1: 1, 8: 2, 27: 3, 64: 4, 125: 5, 216: 6][i, default: 0] / 256.0.cubeRoot
      #expect(abs(steep(Double(i) / 256) - (1.5 * (1 - t) * (1 - t) * t + 3 * (1 - t) * t * t + t * t * t)) < 1e-9)
    }
  }

  /// Fails if more pressure gives less, or the ends move: random curves.
  @Test func curvesNeverFall() {
    for seed in 0..<60 {
      var rng = RandomSource(seed)
      let curve = PressureCurve(
        first: Point(rng.roll(-0.5...1.5), rng.roll(-0.5...1.5)),
        second: Point(rng.roll(-0.5...1.5), rng.roll(-0.5...1.5)))
      #expect(curve(0) == 0 && curve(1) == 1)
      var last = 0.0
      for i in 0...700 {
        let felt = curve(Double(i) / 700)
        #expect(felt >= last && felt <= 1, "seed \(seed)")
        last = felt
      }
    }
    let linear = PressureCurve.linear
    #expect(linear(-1) == 0 && linear(7) == 1 && linear(.nan) == 0 && linear(.infinity) == 1)
    #expect(linear(1.0.nextDown) <= 1 && abs(linear(0.123) - 0.123) < 1e-12)
    let strange = PressureCurve(first: Point(.nan, .infinity), second: Point(-.infinity, 2))
    #expect(strange.first == Point(0, 0) && strange.second == Point(0, 1))
  }

  /// Fails if a brush has another width than its properties say.
  @Test func widthGoesFromTheShareToTheSize() {
    let brush = Brush(size: 12, minimumShare: 0.25)
    func radius(_ pressure: Double) -> Double { brush.radius(at: InkPoint(position: .zero, pressure: pressure)) }
    #expect(radius(0) == 1.5 && radius(1) == 6 && abs(radius(0.5) - 3.75) < 1e-12)
    #expect(Brush(size: 5000).size == 4000 && Brush(size: 0).size == 0.1 && Brush(size: .nan).size == 12)
    #expect(Brush(minimumShare: -1).minimumShare == 0 && Brush(minimumShare: 3).minimumShare == 1)
  }

  /// Fails if tilt is converted wrongly to a lean or back.
  @Test func leanKeepsTheAngles() {
    let sample = PenSample(
      position: .zero, time: 0, altitude: Angle(degrees: 30), azimuth: Angle(degrees: -120))
    let point = InkPoint(sample)
    #expect(abs(point.altitude.degrees - 30) < 1e-9 && abs(point.azimuth.degrees + 120) < 1e-9)
    #expect(abs(point.lean.length - Angle(degrees: 30).cosine) < 1e-12)
    let upright = InkPoint(PenSample(position: .zero, time: 0, azimuth: Angle(degrees: 70)))
    #expect(upright.lean == .zero && upright.altitude == .quarterTurn)
  }
}

extension Double {
  fileprivate var cubeRoot: Double {
    // Newton's method.
    (0..<60).reduce(max(self, 1)) { x, _ in x - (x * x * x - self) / (3 * x * x) }
  }
}
