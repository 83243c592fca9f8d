import Geometry
import Ink
import Testing

@testable import Input

/// Breaks if a wheel scrolls twice, in raw units, backwards, or jumps after the pointer was elsewhere.
@Suite struct ScrollTests {
  @Test("differences in units of the increment; the first value is the base")
  func differences() {
    var desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 1, 2, at: 10, [3: 1000])
    #expect(desk.take().isEmpty)
    desk.motion(6, 1, 2, at: 20, [3: 1015])
    desk.motion(6, 1, 2, at: 30, [3: 985])
    #expect(
      desk.scrolling() == [
        ScrollEvent(dx: 0, dy: 1, position: Point(1, 2)), ScrollEvent(dx: 0, dy: -2, position: Point(1, 2)),
      ])
  }

  @Test("sideways, and both at once")
  func sideways() {
    var desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 0, 0, at: 10, [2: 0, 3: 0])
    desk.motion(6, 0, 0, at: 20, [2: 30])
    desk.motion(6, 0, 0, at: 30, [2: 15, 3: 15])
    #expect(desk.story() == "scroll(2,0) scroll(-1,1)")
  }

  @Test("a negative increment turns the direction")
  func natural() {
    var device = Synthetic.mouse(6)
    device.axes[2].scrollIncrement = -15
    var desk = Desk(device)
    desk.motion(6, 0, 0, at: 10, [3: 0])
    desk.motion(6, 0, 0, at: 20, [3: 15])
    #expect(desk.story() == "scroll(0,-1)")
  }

  @Test("a wheel as servers tell it: a motion marked as emulated, and emulated buttons that are dropped")
  func wheelOfServer() {
    var desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 0, 0, at: 10, [3: 0], isEmulated: true)
    _ = desk.take()
    desk.motion(6, 0, 0, at: 20, [3: 15], isEmulated: true)
    desk.press(6, 0, 0, at: 20, 5, isEmulated: true)
    desk.release(6, 0, 0, at: 20, 5)
    let scrolling = desk.scrolling()
    #expect(scrolling.map(\.dy) == [1])
    #expect(scrolling.map(\.isSmooth) == [false])
  }

  @Test("a wheel whose driver sends buttons: the server makes a motion of each, and it counts once")
  func wheelOfButtons() {
    var desk = Desk(Synthetic.mouse(6))
    for notch in 1...3 {
      // Also where two notches share a millisecond.
      let time = UInt32(10 + notch / 2)
      desk.motion(6, 0, 0, at: time, [3: Double(-15 * notch)], isEmulated: true)
      desk.press(6, 0, 0, at: time, 4)
      desk.release(6, 0, 0, at: time, 4)
    }
    #expect(desk.scrolling().map(\.dy) == [-1, -1, -1])
  }

  @Test("the first notch after an Enter is not swallowed: it is told by the emulated button")
  func firstNotch() {
    var desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 0, 0, at: 10, [3: 0])
    desk.enter(2, at: 15)
    desk.motion(6, 0, 0, at: 20, [3: 4500])
    desk.press(6, 0, 0, at: 20, 4, isEmulated: true)
    desk.motion(6, 0, 0, at: 30, [3: 4485])
    desk.press(6, 0, 0, at: 30, 4, isEmulated: true)
    #expect(desk.story() == "scroll(0,-1) scroll(0,-1)")
  }

  @Test("a device that has its turn after another tells anew where its wheel is, and all else that it said holds")
  func switched() {
    var desk = Desk(Synthetic.mouse(6), Synthetic.wacomStylus(5))
    desk.motion(6, 9, 9, at: 100, [3: 150])
    desk.motion(5, 9, 9, at: 101, [0: 1, 3: 45, 4: 0])
    let before = desk.samples().last
    desk.decoder.deviceSwitched(6)
    desk.motion(6, 9, 9, at: 200, [3: 600])
    desk.motion(6, 9, 9, at: 300, [3: 615])
    #expect(desk.scrolling().map(\.dy) == [1])
    desk.decoder.deviceSwitched(5)
    desk.decoder.deviceSwitched(99)
    desk.motion(5, 10, 9, at: 400, [0: 2])
    #expect(desk.samples().last?.altitude == before?.altitude && (before?.altitude.degrees ?? 90) < 46)
  }

  @Test("Enter and DeviceChanged forget the base: what was scrolled elsewhere does not count")
  func forget() {
    var desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 0, 0, at: 10, [3: 0])
    desk.enter(6, at: 15)
    _ = desk.take()
    desk.motion(6, 0, 0, at: 20, [3: 150])
    #expect(desk.scrolling().isEmpty)
    desk.motion(6, 0, 0, at: 30, [3: 165])
    #expect(desk.scrolling().count == 1)
    desk.decoder.updateDevice(Synthetic.mouse(6), into: &desk.events)
    desk.motion(6, 0, 0, at: 40, [3: 300])
    #expect(desk.scrolling().isEmpty)
  }

  @Test("fractions are smooth, also a whole notch amid them; after a pause whole notches are a wheel's")
  func smooth() {
    var desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 0, 0, at: 10, [3: 0])
    desk.motion(6, 0, 0, at: 20, [3: 5])
    desk.motion(6, 0, 0, at: 30, [3: 20])
    desk.motion(6, 0, 0, at: 1000, [3: 35])
    let scrolling = desk.scrolling()
    #expect(scrolling.map(\.isSmooth) == [true, true, false])
    #expect(isNear(scrolling[0].dy, 1.0 / 3))
  }

  @Test("a touchpad by its type is always smooth, a wheel by the user's word never")
  func byStyle() {
    var desk = Desk(Synthetic.touchpad(6))
    desk.motion(6, 0, 0, at: 10, [3: 0])
    // Half a step that crosses a notch: the button that X makes of it does not count.
    desk.press(6, 0, 0, at: 10, 5, isEmulated: true)
    desk.motion(6, 0, 0, at: 20, [3: 15])
    #expect(desk.scrolling().map(\.isSmooth) == [true])

    desk = Desk()
    desk.decoder.overrides = [DeviceKey(name: "Some Optical Mouse", product: nil): DeviceOverride(scrollStyle: .wheel)]
    desk.decoder.setDevices([Synthetic.mouse(6)], into: &desk.events)
    desk.motion(6, 0, 0, at: 10, [3: 0])
    desk.motion(6, 0, 0, at: 20, [3: 1.875])
    #expect(desk.scrolling() == [ScrollEvent(dx: 0, dy: 0.125, position: .zero)])

    // Wheels of high resolution send fractions, which look like a touchpad's until the user says what they are.
    desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 0, 0, at: 10, [3: 0])
    desk.motion(6, 0, 0, at: 20, [3: 1.875])
    #expect(desk.scrolling().map(\.isSmooth) == [true])
    desk.decoder.overrides = [DeviceKey(name: "Some Optical Mouse", product: nil): DeviceOverride(scrollStyle: .wheel)]
    desk.decoder.setDevices([Synthetic.mouse(6)], into: &desk.events)
    _ = desk.take()
    desk.motion(6, 0, 0, at: 30, [3: 3.75])
    desk.motion(6, 0, 0, at: 40, [3: 5.625])
    #expect(desk.scrolling().map(\.isSmooth) == [false])
  }

  @Test("buttons 4 to 7 without valuators are whole notches, on the core pointer too, emulated or not")
  func legacy() {
    var desk = Desk(Synthetic.mouse(6, horizontal: false))
    for (i, button) in [4, 5, 6, 7].enumerated() { desk.press(0, 0, 0, at: UInt32(i), button) }
    #expect(desk.story() == "scroll(0,-1) scroll(0,1) scroll(-1,0) scroll(1,0)")
    desk.press(6, 0, 0, at: 10, 7, isEmulated: true)
    desk.press(6, 0, 0, at: 11, 5, isEmulated: true)
    desk.press(6, 0, 0, at: 12, 5)
    desk.release(6, 0, 0, at: 13, 5)
    #expect(desk.story() == "scroll(1,0) scroll(0,1)")
  }

  @Test("a valuator that was reset or is garbage scrolls nothing, and the next turn counts from there")
  func reset() {
    var desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 0, 0, at: 10, [3: 2e9])
    desk.motion(6, 0, 0, at: 20, [3: -2e9])
    desk.motion(6, 0, 0, at: 30, [3: .nan])
    desk.motion(6, 0, 0, at: 40, [3: -2e9 + 15])
    #expect(desk.story() == "scroll(0,1)")
  }

  @Test("turning the wheel is no movement: it adds no point to a stroke")
  func noMovement() {
    var desk = Desk(Synthetic.mouse(6))
    desk.press(6, 5, 5, at: 10)
    desk.motion(6, 5, 5, at: 11, buttons: [1], [3: 0])
    desk.motion(6, 5, 5, at: 12, buttons: [1], [3: 15])
    #expect(desk.story() == "scroll(0,1)")
    desk.release(6, 5, 5, at: 13)
    #expect(desk.story() == "down(5,5) up.lifted(5,5)")
  }

  @Test("another device's wheel does not disturb a stroke, nor does it jump after it")
  func duringStroke() {
    var desk = Desk(Synthetic.inputtestPen(5), Synthetic.mouse(6))
    desk.motion(6, 0, 0, at: 1, [3: 0])
    desk.press(5, 5, 5, at: 10)
    desk.motion(5, 6, 6, at: 18, buttons: [1], [0: 1])
    desk.motion(6, 0, 0, at: 20, buttons: [1], [3: 150])
    desk.press(6, 0, 0, at: 21, 4, buttons: [1])
    desk.release(5, 6, 6, at: 25)
    desk.motion(6, 0, 0, at: 30, [3: 165])
    #expect(desk.story() == "down(6,6) up.lifted(6,6) scroll(0,1)")
  }

  @Test("neither a pad nor a touch scrolls")
  func padsAndTouch() {
    var desk = Desk(Synthetic.wacomPad(7), Synthetic.wacomTouch(8))
    desk.press(7, 3, 3, at: 10, 4)
    desk.press(8, 3, 3, at: 10, 4)
    #expect(desk.take().isEmpty)
  }
}
