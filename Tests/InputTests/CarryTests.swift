import Geometry
import Ink
import Testing

@testable import Input

/// A missing axis keeps its value. Breaks if a stroke is broken or goes to zero where an event leaves an axis out.
@Suite struct CarryTests {
  @Test("an event without pressure or tilt keeps the last; masks with holes are read by number")
  func carried() {
    var desk = Desk(Synthetic.evdevPen(5))
    desk.press(5, 0, 0, at: 100)
    desk.motion(5, 1, 0, at: 101, buttons: [1], [0: 10, 5: 4095.5, 9: 57])
    desk.motion(5, 2, 0, at: 109, buttons: [1], [0: 20])
    desk.motion(5, 3, 0, at: 117, buttons: [1], [5: 8191])
    let samples = desk.samples()
    #expect(samples.map(\.pressure) == [0.5, 0.5, 1])
    #expect(samples.allSatisfy { isNear($0.azimuth.radians, .pi / 2) && isNear($0.altitude.radians, .pi / 2 - 1) })
  }

  @Test("axes start with the values of the class")
  func seeded() {
    var device = Synthetic.inputtestPen(5)
    device.axes[4].value = 250
    var desk = Desk(device)
    desk.press(5, 0, 0, at: 100)
    desk.motion(5, 1, 0, at: 101, buttons: [1], [0: 10])
    #expect(desk.samples().map(\.pressure) == [0.25])
  }

  @Test("garbage keeps the last good value: no full dab, no infinite pressure, no lost place")
  func garbage() {
    var desk = Desk(Synthetic.libinputPen(5))
    desk.press(5, 0, 0, at: 100)
    desk.motion(5, 1, 1, at: 101, buttons: [1], [2: 1023.5, 3: 30])
    desk.motion(5, .nan, 2, at: 109, buttons: [1], [2: .infinity, 3: .nan])
    desk.motion(5, 3, 3, at: 117, buttons: [1], [2: 4_294_967_295, 3: 1e12])
    let samples = desk.samples()
    #expect(samples.map(\.position) == [Point(1, 1), Point(1, 1), Point(3, 3)])
    #expect(samples.map(\.pressure) == [0.5, 0.5, 0.5])
    #expect(samples.allSatisfy { isNear($0.altitude.degrees, 60) })
  }

  @Test("rotation is nil until the axis moves: pens that do not measure it rest for ever, at 0 or at the range's start")
  func roll() {
    var desk = Desk(Synthetic.wacomStylus(5))
    for time: UInt32 in [80, 88] { desk.motion(5, 1, 1, at: time, [5: -900]) }
    #expect(desk.samples().allSatisfy { $0.roll == nil })
    desk.motion(5, 1, 1, at: 100, [5: 0])
    desk.motion(5, 1, 1, at: 108, [5: 450])
    desk.motion(5, 1, 1, at: 116, [5: 0])
    let degrees = desk.samples().map { $0.roll?.degrees }
    #expect(degrees[0] == nil && isNear(degrees[1] ?? 99, 0) && isNear(degrees[2] ?? 99, -90))
  }

  @Test("pressure 0.5 while touching for a pen whose pressure cannot be scaled")
  func noRange() {
    var device = Synthetic.libinputPen(5)
    device.axes[2].max = 0
    var desk = Desk(device)
    desk.motion(5, 1, 1, at: 100, [2: 700])
    desk.press(5, 1, 1, at: 100)
    desk.motion(5, 2, 1, at: 108, buttons: [1], [2: 900])
    #expect(desk.samples().map(\.pressure) == [0, 0.5, 0.5])
  }

  @Test("equal times of a burst differ, and the wrap of the clock does not show")
  func times() {
    var desk = Desk(Synthetic.inputtestPen(5))
    desk.press(5, 0, 0, at: 0xFFFF_FFFF)
    for i in 1...3 { desk.motion(5, Double(i), 0, at: 0xFFFF_FFFF, buttons: [1], [0: 1]) }
    desk.motion(5, 4, 0, at: 9, buttons: [1], [0: 1])
    let times = desk.samples().map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(isNear(times[3], 4_294_967.305))
    #expect(times[2] < 4_294_967.296)
  }
}
