import Geometry
import Ink
import Testing

@testable import Input

/// A missing axis keeps its value. Fails if a stroke is interrupted or goes to zero if an event
/// omits an axis.
@Suite struct CarryTests {
  @Test("an event without pressure or tilt keeps the last; masks with holes are read by number")
  func carried() {
    var harness = DecoderHarness(Synthetic.evdevPen(5))
    harness.press(5, 0, 0, at: 100)
    harness.motion(5, 1, 0, at: 101, buttons: [1], [0: 10, 5: 4095.5, 9: 57])
    harness.motion(5, 2, 0, at: 109, buttons: [1], [0: 20])
    harness.motion(5, 3, 0, at: 117, buttons: [1], [5: 8191])
    let samples = harness.samples()
    #expect(samples.map(\.pressure) == [0.5, 0.5, 1])
    #expect(samples.allSatisfy { isNear($0.azimuth.radians, .pi / 2) && isNear($0.altitude.radians, .pi / 2 - 1) })
  }

  @Test("axes start with the described values")
  func seeded() {
    var device = Synthetic.inputtestPen(5)
    device.axes[4].value = 250
    var harness = DecoderHarness(device)
    harness.press(5, 0, 0, at: 100)
    harness.motion(5, 1, 0, at: 101, buttons: [1], [0: 10])
    #expect(harness.samples().map(\.pressure) == [0.25])
  }

  @Test("garbage keeps the last good value of pressure and position")
  func garbage() {
    var harness = DecoderHarness(Synthetic.libinputPen(5))
    harness.press(5, 0, 0, at: 100)
    harness.motion(5, 1, 1, at: 101, buttons: [1], [2: 1023.5, 3: 30])
    harness.motion(5, .nan, 2, at: 109, buttons: [1], [2: .infinity, 3: .nan])
    harness.motion(5, 3, 3, at: 117, buttons: [1], [2: 4_294_967_295, 3: 1e12])
    let samples = harness.samples()
    #expect(samples.map(\.position) == [Point(1, 1), Point(1, 1), Point(3, 3)])
    #expect(samples.map(\.pressure) == [0.5, 0.5, 0.5])
    #expect(samples.allSatisfy { isNear($0.altitude.degrees, 60) })
  }

  @Test("rotation is nil until the axis changes: pens without rotation stay at 0 or at the range's start")
  func roll() {
    var harness = DecoderHarness(Synthetic.wacomStylus(5))
    for time: UInt32 in [80, 88] { harness.motion(5, 1, 1, at: time, [5: -900]) }
    #expect(harness.samples().allSatisfy { $0.roll == nil })
    harness.motion(5, 1, 1, at: 100, [5: 0])
    harness.motion(5, 1, 1, at: 108, [5: 450])
    harness.motion(5, 1, 1, at: 116, [5: 0])
    let degrees = harness.samples().map { $0.roll?.degrees }
    #expect(degrees[0] == nil && isNear(degrees[1] ?? 99, 0) && isNear(degrees[2] ?? 99, -90))
  }

  @Test("pressure 0.5 while touching for a pen whose pressure cannot be scaled")
  func noRange() {
    var device = Synthetic.libinputPen(5)
    device.axes[2].max = 0
    var harness = DecoderHarness(device)
    harness.motion(5, 1, 1, at: 100, [2: 700])
    harness.press(5, 1, 1, at: 100)
    harness.motion(5, 2, 1, at: 108, buttons: [1], [2: 900])
    #expect(harness.samples().map(\.pressure) == [0, 0.5, 0.5])
  }

  @Test("reports of a burst get different times, and the clock may wrap")
  func times() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.press(5, 0, 0, at: 0xFFFF_FFFF)
    for i in 1...3 { harness.motion(5, Double(i), 0, at: 0xFFFF_FFFF, buttons: [1], [0: 1]) }
    harness.motion(5, 4, 0, at: 9, buttons: [1], [0: 1])
    let times = harness.samples().map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(isNear(times[3], 4_294_967.305))
    #expect(times[2] < 4_294_967.296)
  }
}
