import Geometry
import RandomSource
import TestSupport
import Testing

@testable import Panels
@testable import Toolkit

/// The dial's logic: the effect of touch, wheel and keys on its value. Diameter 200: inner ring 20,
/// edge 100.
@Suite struct DialModelTests {
  private func at(_ degrees: Double, _ radius: Double = 60) -> Vector {
    Vector(length: radius, direction: Angle(degrees: degrees))
  }

  private func value(_ outcome: DialModel.Outcome) -> Double? {
    switch outcome {
    case .turning(let v), .released(let v): v
    case .ignored, .held: nil
    }
  }

  private func isClose(_ a: Double?, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
    a.map { abs($0 - b) <= tolerance } ?? false
  }

  @Test("a turn adds the angle of the touch's movement from any start, clockwise increasing")
  func quarter() {
    for start in [-170.0, -90, 0, 33, 90, 180] {
      var dial = DialModel(value: 10, diameter: 200)
      #expect(dial.press(at: at(start)) == .held)
      #expect(isClose(value(dial.move(to: at(start + 90, 80))), 100))
      #expect(isClose(value(dial.move(to: at(start - 45, 50))), -35))
      #expect(isClose(value(dial.release()), -35))
    }
  }

  @Test("crossing +-180 degrees causes no jump")
  func crossing() {
    var dial = DialModel(diameter: 200)
    _ = dial.press(at: at(179))
    #expect(isClose(value(dial.move(to: at(-179))), 2))
    #expect(isClose(value(dial.move(to: at(179))), 0))
    #expect(isClose(value(dial.move(to: at(-179))), 2))
    _ = dial.release()
    _ = dial.press(at: at(-178))
    #expect(isClose(value(dial.move(to: at(178))), -2))
  }

  @Test("several turns forth and back cause no drift", arguments: [-1.0, 1])
  func turns(_ direction: Double) {
    var dial = DialModel(value: 5, diameter: 200)
    _ = dial.press(at: at(17))
    for step in 1...10_000 { _ = dial.move(to: at(17 + direction * 36 * Double(step))) }
    #expect(isClose(dial.value, 5 + direction * 360_000, within: 1e-6))
    for step in (0..<10_000).reversed() { _ = dial.move(to: at(17 + direction * 36 * Double(step))) }
    #expect(isClose(dial.value, 5))
  }

  @Test("a turn starts between 1/10 and 1/2 of the diameter, bounds included")
  func ring() {
    for (radius, isTurning) in [(19.99, false), (20.0, true), (100.0, true), (100.01, false)] {
      var dial = DialModel(diameter: 200)
      let outcome = dial.press(at: Vector(radius, 0))
      #expect(dial.isTurning == isTurning, "\(radius)")
      #expect(outcome == (radius > 100 ? .ignored : .held))
      #expect(dial.isPressed == (radius <= 100))
    }
    var dial = DialModel(diameter: 200)
    #expect(dial.press(at: Vector(.nan, 0)) == .ignored)
  }

  @Test("a touch that began in the inner ring and left it neither turns nor resets")
  func startedInside() {
    var dial = DialModel(value: 42, diameter: 200)
    _ = dial.press(at: at(0, 5))
    for degrees in stride(from: 0.0, through: 270, by: 30) { #expect(dial.move(to: at(degrees)) == .held) }
    #expect(dial.move(to: at(0, 5)) == .held)
    #expect(dial.release() == .held)
    #expect(dial.value == 42)
  }

  @Test("a touch outside is ignored, with its moves and release")
  func outside() {
    var dial = DialModel(value: 42, diameter: 200)
    #expect(dial.press(at: at(0, 101)) == .ignored)
    #expect(dial.move(to: at(90)) == .ignored)
    #expect(dial.release() == .ignored)
    #expect(dial.cancel() == .ignored)
    #expect(dial.value == 42)
  }

  @Test("a turn continues far outside the dial")
  func farAway() {
    var dial = DialModel(diameter: 200)
    _ = dial.press(at: at(0))
    #expect(isClose(value(dial.move(to: at(30, 5000))), 30))
    #expect(isClose(value(dial.move(to: at(60, 101))), 60))
    #expect(dial.move(to: Vector(.infinity, .nan)) == .held)
    #expect(isClose(value(dial.move(to: at(90))), 90))
  }

  @Test("in the inner ring the turn pauses, and continues outside without a jump")
  func pausing() {
    var dial = DialModel(value: 100, diameter: 200)
    _ = dial.press(at: at(0))
    _ = dial.move(to: at(40))
    _ = dial.move(to: at(40, 25))
    // Straight inwards: the path from 25 to 20 on this ray changes nothing.
    #expect(dial.move(to: at(40, 10)) == .held)
    for degrees in [100.0, 200, 300, 20] { #expect(dial.move(to: at(degrees, 15)) == .held) }
    #expect(dial.isTurning && isClose(dial.value, 140))
    // Straight outwards on another ray: no jump. From there on it turns again.
    #expect(dial.move(to: at(-110, 0.001)) == .held)
    _ = dial.move(to: at(-110, 60))
    #expect(isClose(dial.value, 140))
    #expect(isClose(value(dial.move(to: at(-80))), 170))
    #expect(isClose(value(dial.release()), 170))
  }

  @Test("crossing the centre in one move counts only the angle outside the inner ring")
  func leaping() {
    var straight = DialModel(diameter: 200)
    _ = straight.press(at: Vector(-60, 0))
    _ = straight.move(to: Vector(60, 0))
    #expect(isClose(straight.value, 0))
    // Past the centre at a distance of 12: enters the ring at x = -16, leaves at x = 16.
    var beside = DialModel(diameter: 200)
    _ = beside.press(at: Vector(-60, 12))
    _ = beside.move(to: Vector(60, 12))
    let swept = (Vector(-16, 12).direction - Vector(-60, 12).direction).degrees
    #expect(isClose(beside.value, 2 * swept) && swept < -20)
    // Past it at 21, outside the ring: everything counts.
    var clear = DialModel(diameter: 200)
    _ = clear.press(at: Vector(-60, 21))
    _ = clear.move(to: Vector(60, 21))
    #expect(isClose(clear.value, (Vector(60, 21).direction - Vector(-60, 21).direction).degrees))
  }

  @Test("the result does not depend on how a path is divided into moves", arguments: 1...20)
  func cutting(_ seed: UInt64) {
    var rng = RandomSource(seed)
    var coarse = DialModel(value: 7, diameter: 200)
    var fine = coarse
    var place = at(.random(in: -180...180, using: &rng), .random(in: 21...99, using: &rng))
    _ = (coarse.press(at: place), fine.press(at: place))
    var crossings = 0
    for _ in 0..<200 {
      let next = Vector(.random(in: -70...70, using: &rng), .random(in: -70...70, using: &rng))
      _ = coarse.move(to: next)
      if next.length < 20 { crossings += 1 }
      let cuts = Int.random(in: 1...9, using: &rng)
      for i in 1...cuts {
        _ = fine.move(to: place + (next - place) * (Double(i) / Double(cuts)))
      }
      place = next
      #expect(isClose(coarse.value, fine.value, within: 1e-6))
    }
    // The paths must cross the ring often enough.
    #expect(crossings > 3)
  }

  @Test("the value is the start plus the sum of all small turns", arguments: 1...20)
  func summing(_ seed: UInt64) {
    var rng = RandomSource(seed)
    let start = Double.random(in: -1000...1000, using: &rng)
    var dial = DialModel(value: start, diameter: 200)
    var degrees = Double.random(in: -180...180, using: &rng)
    _ = dial.press(at: at(degrees))
    var sum = start
    var (least, most) = (start, start)
    for _ in 0..<2000 {
      // Small steps outside of the ring: from radius 40 on, a chord of 100 degrees stays beyond 20
      // of the centre.
      let step = Double.random(in: -100...100, using: &rng)
      degrees += step
      sum += step
      _ = dial.move(to: at(degrees, .random(in: 40...300, using: &rng)))
      #expect(isClose(dial.value, sum, within: 1e-6))
      (least, most) = (min(least, sum), max(most, sum))
    }
    #expect(most - least > 720)
    #expect(isClose(value(dial.release()), sum, within: 1e-6))
  }

  @Test("a tap in the middle restores the neutral value, also with small movements")
  func tap() {
    var dial = DialModel(value: 123, diameter: 200)
    _ = dial.press(at: at(10, 3))
    #expect(!dial.isTurning && dial.isPressed)
    #expect(dial.move(to: at(200, 19)) == .held)
    #expect(dial.release() == .released(0))
    #expect(dial.value == 0 && !dial.isPressed)
  }

  @Test("a turn is reported while turning and once on release; a move without change is not")
  func telling() {
    var dial = DialModel(value: 1, diameter: 200)
    #expect(dial.press(at: at(0)) == .held)
    #expect(dial.move(to: at(0, 90)) == .held)
    #expect(dial.release() == .released(1))
    #expect(dial.release() == .ignored)
    #expect(dial.move(to: at(90)) == .ignored)
  }

  @Test("a cancelled turn returns to its start, a cancelled tap does nothing")
  func cancelling() {
    var dial = DialModel(value: 30, diameter: 200)
    _ = dial.press(at: at(0))
    _ = dial.move(to: at(80))
    #expect(dial.cancel() == .released(30))
    #expect(dial.value == 30 && !dial.isPressed)
    _ = dial.press(at: at(0, 2))
    #expect(dial.cancel() == .held)
    #expect(dial.value == 30)
  }

  @Test("a value set from outside is shown, except during a touch or if it is not finite")
  func setting() {
    var dial = DialModel(value: 30, diameter: 200)
    dial.show(.nan)
    dial.show(.infinity)
    #expect(dial.value == 30)
    dial.show(50)
    #expect(dial.value == 50)
    _ = dial.press(at: at(0))
    dial.show(0)
    #expect(isClose(value(dial.move(to: at(10))), 60))
  }

  @Test(
    "values are shown as 0 <= v < 360 with one decimal, rounded half up",
    arguments: [
      (0, "0.0°"), (354, "354.0°"), (-6, "354.0°"), (359.94, "359.9°"), (359.95, "0.0°"), (359.96, "0.0°"),
      (-0.04, "0.0°"), (-0.05, "0.0°"), (-0.06, "359.9°"), (0.04, "0.0°"), (0.05, "0.1°"), (0.15, "0.2°"),
      (0.25, "0.3°"), (0.35, "0.4°"), (8.45, "8.5°"), (0.049_999_999_999_999_996, "0.0°"), (9.95, "10.0°"),
      (360, "0.0°"), (720.5, "0.5°"), (-360, "0.0°"), (-0.0, "0.0°"), (-1e-300, "0.0°"), (1e15, "280.0°"),
      (Double.nan, "0.0°"), (Double.infinity, "0.0°"),
    ])
  func rounding(_ value: Double, _ shown: String) {
    #expect(DialMode.rotate.shown(value) == shown)
  }
}
