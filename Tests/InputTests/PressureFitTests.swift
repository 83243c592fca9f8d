import Geometry
import RandomSource
import Testing

@testable import Input

@Suite struct PressureFitTests {
  /// Ten strokes whose pressure rises from nothing to around `middle` and falls again.
  private static func strokes(_ middle: Double, spread: Double, seed: Int, count: Int = 10, step: Double = 3)
    -> PressureFit
  {
    var (rng, fit) = (RandomSource(seed), PressureFit())
    for stroke in 0..<count {
      fit.begin()
      let own = middle + rng.roll(-spread...spread)
      for k in 0..<60 {
        let taper = min(1, Double(min(k, 59 - k)) / 6)
        let pressure = own * taper + rng.roll(-0.01...0.01)
        fit.add(Point(Double(k) * step, Double(stroke * 20)), pressure: max(0, pressure))
      }
      fit.end()
    }
    return fit
  }

  /// Fails if strokes of a light touch stay thin or those of a heavy touch stay wide.
  @Test(arguments: [(0.2, 0.08), (0.5, 0.2), (0.8, 0.12)])
  func anyHandComesToTheMiddle(_ middle: Double, _ spread: Double) throws {
    for seed in 0..<20 {
      let response = try #require(Self.strokes(middle, spread: spread, seed: seed).response)
      let felt = response(middle)
      #expect((0.25...0.75).contains(felt), "\(middle) is felt as \(felt) by \(response.handles)")
      #expect(response(0) == 0, "strokes taper")
      #expect(response(min(1, middle + 2 * spread)) > 0.85)
      #expect(response(1) == 1)
    }
  }

  /// Fails if the noise of a user with constant pressure becomes width.
  @Test func narrowRangeIsStretchedLittle() throws {
    let response = try #require(Self.strokes(0.5, spread: 0.005, seed: 4).response)
    #expect(response(0.51) - response(0.49) < 0.02 * 6, "\(response.handles)")
    #expect(response(0.3) < 0.35 && response(0.7) > 0.8)
  }

  /// Fails if a resting pen, or the slow ends of strokes with many reports, count more than the
  /// line drawn.
  @Test func restingDoesNotCount() throws {
    let plain = try #require(Self.strokes(0.6, spread: 0.1, seed: 5).response)
    var (rng, fit) = (RandomSource(5), PressureFit())
    for stroke in 0..<10 {
      fit.begin()
      let own = 0.6 + rng.roll(-0.1...0.1)
      for k in 0..<60 {
        let taper = min(1, Double(min(k, 59 - k)) / 6)
        let pressure = max(0, own * taper + rng.roll(-0.01...0.01))
        fit.add(Point(Double(k) * 3, Double(stroke * 20)), pressure: pressure)
      }
      for _ in 0..<5000 { fit.add(Point(177, Double(stroke * 20)), pressure: 0) }
      fit.end()
    }
    let response = try #require(fit.response)
    for (a, b) in zip(plain.handles, response.handles) { #expect(a.distance(to: b) < 0.03) }
  }

  /// Fails if dots count as strokes, fewer than ten are enough, or an eleventh changes the
  /// curve.
  @Test func tenStrokesAreNeeded() {
    #expect(Self.strokes(0.5, spread: 0.1, seed: 1, count: 9).response == nil)
    #expect(Self.strokes(0.5, spread: 0.1, seed: 1, step: 0.1).strokeCount == 0, "dots")
    let ten = Self.strokes(0.5, spread: 0.1, seed: 1)
    var eleven = ten
    eleven.begin()
    for k in 0..<100 { eleven.add(Point(Double(k) * 9, 0), pressure: 1) }
    #expect(!eleven.end() && eleven.response == ten.response)
  }

  /// Fails if pressure at the ends of the range, no pressure, or garbage gives an invalid
  /// curve.
  @Test func extremesGiveValidCurves() {
    for pressure in [0.001, 0.02, 0.05, 0.98, 1] {
      var fit = PressureFit()
      for _ in 0..<10 {
        fit.begin()
        for k in 0..<20 { fit.add(Point(Double(k) * 5, 0), pressure: pressure) }
        fit.add(Point(.nan, 0), pressure: 1)
        fit.add(Point(100, 0), pressure: .nan)
        fit.end()
      }
      #expect(fit.response != nil, "\(pressure)")
    }
    var none = PressureFit()
    for _ in 0..<10 {
      none.begin()
      for k in 0..<20 { none.add(Point(Double(k) * 5, 0), pressure: 0) }
      none.end()
    }
    #expect(none.strokeCount == 10 && none.response == nil)
  }
}
