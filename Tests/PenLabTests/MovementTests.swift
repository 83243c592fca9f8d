import Foundation
import Geometry
import Ink
import Testing

@testable import PenLab

@Suite("Movements of hands, against the closed forms of their theories")
struct MovementTests {
  private func near(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

  private func stroke(bend: Double = 0, sigma: Double = 0.25) -> LognormalStroke {
    let (start, turn) = (Angle(degrees: 30), Angle(degrees: bend))
    return LognormalStroke(t0: 0.4, d: 120, mu: -1.9, sigma: sigma, startAngle: start, endAngle: start + turn)
  }

  /// Fails if the path does not have the requested length, or is not half done at exp(mu).
  @Test("A lognormal stroke runs its length, half of it by the median time")
  func lognormalLength() {
    let s = stroke()
    #expect(near(s.displacement(at: 5).length, 120, 1e-6))
    #expect(near(s.share(at: 0.4 + exp(-1.9)), 0.5, 1e-12))
    #expect(s.displacement(at: 0.4) == .zero && s.speed(at: 0.3) == 0)
    #expect(near(s.share(at: s.span.lowerBound), 0.00135, 1e-5) && near(s.share(at: s.span.upperBound), 0.99865, 1e-5))
  }

  /// Fails if the speed is not the lognormal function, which is fastest at its mode.
  @Test("It is fastest at the lognormal's mode, by the mode's value", arguments: [0.15, 0.25, 0.35])
  func lognormalPeak(sigma: Double) {
    let s = stroke(sigma: sigma)
    #expect(near(s.peakTime, 0.4 + exp(-1.9 - sigma * sigma), 1e-12))
    let peak = s.speed(at: s.peakTime)
    #expect(near(peak, 120 / (sigma * sqrt(2 * .pi)) * exp(1.9 + sigma * sigma / 2), 1e-9))
    for time in stride(from: 0.41, through: 1, by: 0.001) { #expect(s.speed(at: time) <= peak) }
  }

  /// Fails if positions do not follow from speed and direction. The direction turns along the path.
  @Test("Its places are the integral of its velocity; the way is an arc", arguments: [-140.0, 0, 60])
  func lognormalPath(bend: Double) {
    let s = stroke(bend: bend)
    for time in stride(from: 0.45, through: 0.9, by: 0.01) {
      let h = 1e-6
      let velocity = (s.displacement(at: time + h) - s.displacement(at: time - h)) / (2 * h)
      let direction = s.startAngle + (s.endAngle - s.startAngle) * s.share(at: time)
      let wanted = Vector(length: s.speed(at: time), direction: direction)
      #expect((velocity - wanted).length < 0.01)
    }
    let half = abs(bend) * .pi / 360
    #expect(near(s.displacement(at: 9).length, half == 0 ? 120 : 120 * sin(half) / half, 1e-6))
  }

  /// Fails if the polynomial is wrong: it starts and ends at rest, and its peak speed is 15/8 of
  /// the mean.
  @Test("A minimum-jerk stroke ends where it should, at rest, and is fastest halfway")
  func minimumJerk() {
    let s = MinimumJerkStroke(start: 1, duration: 0.5, way: Vector(30, -40))
    #expect(s.displacement(at: 0.9) == .zero && (s.displacement(at: 7) - Vector(30, -40)).length < 1e-9)
    #expect((s.displacement(at: 1.25) - Vector(15, -20)).length < 1e-9)
    #expect(near(s.speed(at: 1.25), 1.875 * 100, 1e-9) && s.speed(at: 1) == 0 && s.speed(at: 1.5) == 0)
    for time in stride(from: 1.01, through: 1.49, by: 0.02) {
      let h = 1e-6
      let step = s.displacement(at: time + h) - s.displacement(at: time - h)
      #expect(near(step.length / (2 * h), s.speed(at: time), 1e-3))
    }
    // The sixth derivative of a minimum-jerk path is 0, and so are its sixth differences.
    for time in [1.2, 1.25, 1.3] {
      let sixth = zip([1.0, -6, 15, -20, 15, -6, 1], -3...3).reduce(0) {
        $0 + $1.0 * s.displacement(at: time + 0.05 * Double($1.1)).dx
      }
      #expect(abs(sixth) < 1e-9)
    }
  }

  /// Fails if tremor is stronger than specified or outside a hand's frequency band.
  @Test("Tremor has its root mean square, and nothing slower or faster than 8 to 12 Hz")
  func tremor() {
    var noise = SeededNoise(seed: 5)
    let tremor = Tremor(rootMeanSquare: 0.1, noise: &noise)
    let count = 40_000
    let offsets = (0..<count).map { tremor.offset(at: Double($0) / 400) }
    let square = offsets.reduce(0) { $0 + $1.dx * $1.dx } / Double(count)
    #expect(near(square.squareRoot(), 0.1, 0.01))
    func power(_ hertz: Double) -> Double {
      let sum = offsets.enumerated().reduce(Vector.zero) {
        $0 + Vector(length: $1.element.dx, direction: Angle(radians: 2 * .pi * hertz * Double($1.offset) / 400))
      }
      return sum.length / Double(count)
    }
    for hertz in [1.0, 4, 6.5, 14, 20, 50] { #expect(power(hertz) < 0.003, "\(hertz) Hz") }
  }

  /// Fails if a movement depends on anything but its seed, never ends, jumps, or has an unnatural
  /// size or speed.
  @Test(
    "Every movement is one of a hand: same for a seed, steady, of its size and speed",
    arguments: HandMovement.Kind.allCases)
  func movements(kind: HandMovement.Kind) throws {
    var peaks: [Double] = []
    for seed in UInt64(1)...20 {
      let (hand, again) = (HandMovement(kind, seed: seed), HandMovement(kind, seed: seed))
      #expect(hand.span == again.span && hand.span.upperBound < 6)
      #expect(
        hand.place(at: hand.span.lowerBound - 0.001) == nil && hand.place(at: hand.span.upperBound + 0.001) == nil)
      let places = stride(from: hand.span.lowerBound, through: hand.span.upperBound, by: 0.001).compactMap {
        hand.place(at: $0)
      }
      let middle = (hand.span.lowerBound + hand.span.upperBound) / 2
      #expect(places.count > 100 && hand.place(at: middle) == again.place(at: middle))
      let steps = zip(places, places.dropFirst()).map { $0.distance(to: $1) }
      peaks.append((steps.max() ?? 0) * 1000)
    }
    let bounds: ClosedRange<Double> =
      switch kind {
      case .writing: 250...2500
      case .hatching: 300...3000
      case .curves: 300...3000
      case .flicks: 500...8000
      }
    #expect(peaks.allSatisfy { bounds.contains($0) }, "\(peaks.sorted())")
    #expect(HandMovement(kind, seed: 1).place(at: 0.3) != HandMovement(kind, seed: 2).place(at: 0.3))
  }

  /// Fails if the score ignores the tablet's rounding, or includes speeds that were not requested.
  @Test("Samples of held-out movements are rounded as the tablet does; only speeds asked for are judged")
  func heldOut() {
    let movements = PredictionScore.heldOut([.flicks], rate: 200, grain: 0.1)
    #expect(movements.count == PredictionScore.heldOutSeeds.count)
    for m in movements.prefix(5) {
      for s in m.samples {
        #expect(near((s.position.x * 10).rounded(), s.position.x * 10, 1e-6))
        #expect((m.place(s.time)?.distance(to: s.position) ?? 9) < 0.0708)
      }
    }
    let (slow, fast) = (
      PredictionScore(movements, horizon: 0.004, speeds: 0...1000),
      PredictionScore(movements, horizon: 0.004, speeds: 1e6...1e7)
    )
    #expect(slow.reach > 0 && fast.reach == 0 && fast.errors.median.isNaN)
  }

  /// Fails if predicted ink of movements that were not used for tuning exceeds the promised error.
  @Test("Held out, what is shown up to 1000 px/s errs by less than 2 px in 95 of 100", arguments: [125.0, 200, 1000])
  func promise(rate: Double) {
    // A few of each kind; the table of `penlab scores` has all.
    let movements = HandMovement.Kind.allCases.flatMap { PredictionScore.heldOut([$0], rate: rate).prefix(8) }
    let score = PredictionScore(movements, horizon: 0.008, speeds: 0...1000)
    #expect(score.errors(0.95) < 2)
    #expect(score.reach > 0.001)
  }
}
