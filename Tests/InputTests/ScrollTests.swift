import Geometry
import Ink
import Testing

@testable import Input

/// Fails if a wheel scrolls twice, in raw units, backwards, or jumps after the pointer was
/// elsewhere.
@Suite struct ScrollTests {
  @Test("differences in units of the increment; the first value is the base")
  func differences() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.motion(6, 1, 2, at: 10, [3: 1000])
    #expect(harness.take().isEmpty)
    harness.motion(6, 1, 2, at: 20, [3: 1015])
    harness.motion(6, 1, 2, at: 30, [3: 985])
    #expect(
      harness.scrolling() == [
        ScrollEvent(dx: 0, dy: 1, position: Point(1, 2)), ScrollEvent(dx: 0, dy: -2, position: Point(1, 2)),
      ])
  }

  @Test("sideways, and both at once")
  func sideways() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.motion(6, 0, 0, at: 10, [2: 0, 3: 0])
    harness.motion(6, 0, 0, at: 20, [2: 30])
    harness.motion(6, 0, 0, at: 30, [2: 15, 3: 15])
    #expect(harness.story() == "scroll(2,0) scroll(-1,1)")
  }

  @Test("a negative increment turns the direction")
  func natural() {
    var device = Synthetic.mouse(6)
    device.axes[2].scrollIncrement = -15
    var harness = DecoderHarness(device)
    harness.motion(6, 0, 0, at: 10, [3: 0])
    harness.motion(6, 0, 0, at: 20, [3: 15])
    #expect(harness.story() == "scroll(0,-1)")
  }

  @Test("a wheel as servers report it: a motion marked as emulated, and emulated buttons that are dropped")
  func wheelOfServer() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.motion(6, 0, 0, at: 10, [3: 0], isEmulated: true)
    _ = harness.take()
    harness.motion(6, 0, 0, at: 20, [3: 15], isEmulated: true)
    harness.press(6, 0, 0, at: 20, 5, isEmulated: true)
    harness.release(6, 0, 0, at: 20, 5)
    let scrolling = harness.scrolling()
    #expect(scrolling.map(\.dy) == [1])
    #expect(scrolling.map(\.isSmooth) == [false])
  }

  @Test("a wheel whose driver sends buttons: the server makes a motion of each, and it counts once")
  func wheelOfButtons() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    for notch in 1...3 {
      // Also if two notches share a millisecond.
      let time = UInt32(10 + notch / 2)
      harness.motion(6, 0, 0, at: time, [3: Double(-15 * notch)], isEmulated: true)
      harness.press(6, 0, 0, at: time, 4)
      harness.release(6, 0, 0, at: time, 4)
    }
    #expect(harness.scrolling().map(\.dy) == [-1, -1, -1])
  }

  @Test("the first notch after an Enter is not lost: the emulated button reports it")
  func firstNotch() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.motion(6, 0, 0, at: 10, [3: 0])
    harness.enter(2, at: 15)
    harness.motion(6, 0, 0, at: 20, [3: 4500])
    harness.press(6, 0, 0, at: 20, 4, isEmulated: true)
    harness.motion(6, 0, 0, at: 30, [3: 4485])
    harness.press(6, 0, 0, at: 30, 4, isEmulated: true)
    #expect(harness.story() == "scroll(0,-1) scroll(0,-1)")
  }

  @Test("after another slave device drove the pointer, the wheel's base is unknown and other values are kept")
  func switched() {
    var harness = DecoderHarness(Synthetic.mouse(6), Synthetic.wacomStylus(5))
    harness.motion(6, 9, 9, at: 100, [3: 150])
    harness.motion(5, 9, 9, at: 101, [0: 1, 3: 45, 4: 0])
    let before = harness.samples().last
    harness.decoder.deviceSwitched(6)
    harness.motion(6, 9, 9, at: 200, [3: 600])
    harness.motion(6, 9, 9, at: 300, [3: 615])
    #expect(harness.scrolling().map(\.dy) == [1])
    harness.decoder.deviceSwitched(5)
    harness.decoder.deviceSwitched(99)
    harness.motion(5, 10, 9, at: 400, [0: 2])
    #expect(harness.samples().last?.altitude == before?.altitude && (before?.altitude.degrees ?? 90) < 46)
  }

  @Test("Enter and DeviceChanged forget the base: what was scrolled elsewhere does not count")
  func forget() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.motion(6, 0, 0, at: 10, [3: 0])
    harness.enter(6, at: 15)
    _ = harness.take()
    harness.motion(6, 0, 0, at: 20, [3: 150])
    #expect(harness.scrolling().isEmpty)
    harness.motion(6, 0, 0, at: 30, [3: 165])
    #expect(harness.scrolling().count == 1)
    harness.decoder.updateDevice(Synthetic.mouse(6), into: &harness.events)
    harness.motion(6, 0, 0, at: 40, [3: 300])
    #expect(harness.scrolling().isEmpty)
  }

  @Test(
    "where a device may be either, fractions are fingers, and so is a whole notch between them, but not after a pause")
  func smooth() {
    var device = Synthetic.mouse(6)
    device.xi1Type = nil
    var harness = DecoderHarness(device)
    harness.motion(6, 0, 0, at: 10, [3: 0])
    harness.motion(6, 0, 0, at: 20, [3: 5])
    harness.motion(6, 0, 0, at: 30, [3: 20])
    harness.motion(6, 0, 0, at: 1000, [3: 35])
    let scrolling = harness.scrolling()
    #expect(scrolling.map(\.isSmooth) == [true, true, false])
    #expect(isNear(scrolling[0].dy, 1.0 / 3))
  }

  @Test("a touchpad's type is always smooth, and so is a device by the user's settings")
  func byStyle() {
    var harness = DecoderHarness(Synthetic.touchpad(6))
    harness.motion(6, 0, 0, at: 10, [3: 0])
    // Half a step that crosses a notch: X's emulated button does not count.
    harness.press(6, 0, 0, at: 10, 5, isEmulated: true)
    harness.motion(6, 0, 0, at: 20, [3: 15])
    #expect(harness.scrolling().map(\.isSmooth) == [true])

    harness = DecoderHarness()
    harness.decoder.overrides = [
      DeviceKey(name: "Some Optical Mouse", product: nil): DeviceOverride(scrollStyle: .fingers)
    ]
    harness.decoder.setDevices([Synthetic.mouse(6)], into: &harness.events)
    harness.motion(6, 0, 0, at: 10, [3: 0])
    harness.motion(6, 0, 0, at: 20, [3: 15])
    #expect(harness.scrolling().map(\.isSmooth) == [true])
  }

  @Test("parts of a wheel's notch are a wheel's, each part once", arguments: [3, 8, 120]) func parts(_ parts: Int) {
    var mouse = Synthetic.mouse(6)
    for i in mouse.axes.indices where mouse.axes[i].scrollIncrement != nil { mouse.axes[i].scrollIncrement = 120 }
    var harness = DecoderHarness(mouse)
    harness.motion(6, 0, 0, at: 10, [3: 0])
    for part in 1...2 * parts {
      let time = UInt32(10 + part)
      harness.motion(6, 0, 0, at: time, [3: Double(120 * part) / Double(parts)])
      // At a whole notch X adds the button.
      guard part % parts == 0 else { continue }
      harness.press(6, 0, 0, at: time, 5, isEmulated: true)
      harness.release(6, 0, 0, at: time, 5)
    }
    let scrolling = harness.scrolling()
    #expect(scrolling.count == 2 * parts && scrolling.allSatisfy { !$0.isSmooth })
    #expect(isNear(scrolling.reduce(0) { $0 + $1.dy }, 2))
  }

  @Test("a device that moves relatively and has touches is a touchpad, whatever its type says")
  func touchClass() {
    var device = Synthetic.mouse(6)
    device.hasTouchClass = true
    var harness = DecoderHarness(device)
    harness.motion(6, 0, 0, at: 10, [3: 0])
    harness.motion(6, 0, 0, at: 20, [3: 15])
    #expect(harness.scrolling().map(\.isSmooth) == [true])
  }

  @Test("buttons 4 to 7 without valuators are whole notches, on the core pointer too, emulated or not")
  func legacy() {
    var harness = DecoderHarness(Synthetic.mouse(6, horizontal: false))
    for (i, button) in [4, 5, 6, 7].enumerated() { harness.press(0, 0, 0, at: UInt32(i), button) }
    #expect(harness.story() == "scroll(0,-1) scroll(0,1) scroll(-1,0) scroll(1,0)")
    harness.press(6, 0, 0, at: 10, 7, isEmulated: true)
    harness.press(6, 0, 0, at: 11, 5, isEmulated: true)
    harness.press(6, 0, 0, at: 12, 5)
    harness.release(6, 0, 0, at: 13, 5)
    #expect(harness.story() == "scroll(1,0) scroll(0,1)")
  }

  @Test("a valuator that was reset or is garbage scrolls nothing, and the next turn counts from there")
  func reset() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.motion(6, 0, 0, at: 10, [3: 2e9])
    harness.motion(6, 0, 0, at: 20, [3: -2e9])
    harness.motion(6, 0, 0, at: 30, [3: .nan])
    harness.motion(6, 0, 0, at: 40, [3: -2e9 + 15])
    #expect(harness.story() == "scroll(0,1)")
  }

  @Test("scrolling is not a movement: it adds no point to a stroke")
  func noMovement() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.press(6, 5, 5, at: 10)
    harness.motion(6, 5, 5, at: 11, buttons: [1], [3: 0])
    harness.motion(6, 5, 5, at: 12, buttons: [1], [3: 15])
    #expect(harness.story() == "scroll(0,1)")
    harness.release(6, 5, 5, at: 13)
    #expect(harness.story() == "down(5,5) up.lifted(5,5)")
  }

  @Test("another device's wheel does not disturb a stroke and does not jump afterwards")
  func duringStroke() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5), Synthetic.mouse(6))
    harness.motion(6, 0, 0, at: 1, [3: 0])
    harness.press(5, 5, 5, at: 10)
    harness.motion(5, 6, 6, at: 18, buttons: [1], [0: 1])
    harness.motion(6, 0, 0, at: 20, buttons: [1], [3: 150])
    harness.press(6, 0, 0, at: 21, 4, buttons: [1])
    harness.release(5, 6, 6, at: 25)
    harness.motion(6, 0, 0, at: 30, [3: 165])
    #expect(harness.story() == "down(6,6) up.lifted(6,6) scroll(0,1)")
  }

  @Test("neither a pad nor a touch scrolls")
  func padsAndTouch() {
    var harness = DecoderHarness(Synthetic.wacomPad(7), Synthetic.wacomTouch(8))
    harness.press(7, 3, 3, at: 10, 4)
    harness.press(8, 3, 3, at: 10, 4)
    #expect(harness.take().isEmpty)
  }
}
