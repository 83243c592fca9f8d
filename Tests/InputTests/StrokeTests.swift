import Geometry
import Ink
import Testing

@testable import Input

/// The stroke's states, driver by driver. Breaks if a point is lost or invented at either end of a stroke.
@Suite struct StrokeTests {
  @Test("libinput: motion, then a press without valuators; the press keeps the motion's place and pressure")
  func libinput() {
    var desk = Desk(Synthetic.libinputPen(5))
    desk.motion(5, 10, 10, at: 100, [0: 1, 1: 1, 2: 0])
    desk.motion(5, 12, 12, at: 108, [0: 2, 1: 2, 2: 204.7])
    desk.press(5, 12, 12, at: 108)
    desk.motion(5, 15, 15, at: 116, buttons: [1], [0: 3, 2: 409.4])
    desk.release(5, 15, 15, at: 124)
    let events = desk.take()
    #expect(events.map(brief) == ["hover(10,10)", "hover(12,12)", "down(12,12)", "drag(15,15)", "up.lifted(15,15)"])
    desk.events = events
    let pressures = desk.samples().map(\.pressure)
    #expect(isNear(pressures[2], 0.1) && isNear(pressures[3], 0.2) && pressures[4] == pressures[3])
  }

  @Test("wacom: motion, then a press with all valuators, at pressure threshold: the stroke starts near zero")
  func wacom() {
    var desk = Desk(Synthetic.wacomStylus(5))
    desk.motion(5, 12, 12, at: 108, [0: 2, 1: 2, 2: 860, 3: 0, 4: 0])
    desk.press(5, 12, 12, at: 109, values: [0: 2, 1: 2, 2: 860, 3: 0, 4: 0])
    desk.motion(5, 15, 15, at: 113, buttons: [1], [0: 3, 1: 3, 2: 32768])
    let samples = desk.samples()
    #expect(samples.map(\.position.x) == [12, 12, 15])
    // 860 / 65536 is 0.01312: just above the threshold of 0.013.
    #expect(samples[1].pressure > 0 && samples[1].pressure < 0.0002)
    #expect(isNear(samples[2].pressure, 0.493_414_387_031_408_3, 1e-12))
  }

  @Test("Xwayland: the press comes before its motion, stale; the stroke starts with the motion")
  func xwayland() {
    var desk = Desk(Synthetic.xwaylandStylus(5))
    desk.motion(5, 10, 10, at: 100, [0: 1, 2: 0])
    desk.press(5, 10, 10, at: 100)
    #expect(desk.story() == "hover(10,10)")
    desk.motion(5, 14, 14, at: 108, buttons: [1], [0: 2, 2: 6553.5])
    desk.release(5, 14, 14, at: 116)
    desk.motion(5, 18, 18, at: 116, [0: 3, 2: 0])
    let events = desk.take()
    #expect(events.map(brief) == ["down(14,14)", "up.lifted(14,14)", "hover(18,18)"])
    desk.events = events
    #expect(isNear(desk.samples()[0].pressure, 0.1))
  }

  @Test("a press with the mouse's place: the stroke starts with the pen's first motion, no line leads there")
  func mousePlace() {
    var desk = Desk(Synthetic.libinputPen(5), Synthetic.mouse(6))
    desk.motion(6, 900, 900, at: 100, [0: 1])
    desk.press(5, 900, 900, at: 110)
    desk.motion(5, 20, 20, at: 112, buttons: [1], [0: 3])
    desk.release(5, 20, 20, at: 115)
    #expect(desk.story() == "hover(900,900) down(20,20) up.lifted(20,20)")
    // The same with a motion of the pen just before: the press denies it, so it is not believed.
    desk.motion(5, 30, 30, at: 120, [0: 4])
    desk.press(5, 900, 900, at: 120)
    desk.motion(5, 31, 31, at: 125, buttons: [1], [0: 5])
    #expect(desk.story() == "hover(30,30) down(31,31)")
  }

  @Test("a tap with the mouse's place is a dot where the pen was")
  func tapWithMousePlace() {
    var desk = Desk(Synthetic.libinputPen(5), Synthetic.mouse(6))
    desk.motion(5, 20, 20, at: 100, [0: 3])
    desk.motion(6, 900, 900, at: 105, [0: 1])
    desk.press(5, 900, 900, at: 110)
    desk.release(5, 900, 900, at: 112)
    #expect(desk.story() == "hover(20,20) hover(900,900) down(20,20) up.lifted(20,20)")
    // Once the pointer was elsewhere, that place means nothing.
    desk.leave(5, at: 120)
    desk.press(5, 40, 40, at: 130)
    desk.release(5, 40, 40, at: 132)
    #expect(desk.story() == "left down(40,40) up.lifted(40,40)")
  }

  @Test("a press's own valuators count: the dot of a tap has its pressure")
  func tapPressure() {
    var desk = Desk(Synthetic.inputtestPen(5))
    desk.press(5, 10, 10, at: 100, values: [4: 250])
    desk.release(5, 10, 10, at: 101, values: [4: 0])
    #expect(desk.samples().map(\.pressure) == [0.25, 0.25])
  }

  @Test("a pen's press long after its motion waits for the next")
  func lateMotion() {
    var desk = Desk(Synthetic.inputtestPen(5))
    desk.motion(5, 10, 10, at: 100, [0: 1])
    desk.press(5, 10, 10, at: 105)
    desk.motion(5, 11, 11, at: 110, buttons: [1], [0: 2])
    #expect(desk.story() == "hover(10,10) down(11,11)")
  }

  @Test("released while pending: a dot where it was pressed")
  func tap() {
    var desk = Desk(Synthetic.inputtestPen(5))
    desk.motion(5, 10, 10, at: 100, [0: 1, 4: 300])
    desk.press(5, 10, 10, at: 105)
    desk.release(5, 10, 10, at: 110)
    let events = desk.take()
    #expect(events.map(brief) == ["hover(10,10)", "down(10,10)", "up.lifted(10,10)"])
    desk.events = events
    #expect(desk.samples().map(\.pressure) == [0.3, 0.3, 0.3])
    #expect(!desk.decoder.isStrokeActive)
  }

  @Test("nothing for 20 ms by the loop's clock: a dot, once, that can still become a line")
  func patience() {
    var desk = Desk(Synthetic.inputtestPen(5))
    #expect(desk.decoder.deadline == nil)
    desk.press(5, 10, 10, at: 105)
    desk.decoder.tick(now: 50, into: &desk.events)
    #expect(desk.decoder.deadline == 50.02)
    desk.decoder.tick(now: 50.019, into: &desk.events)
    #expect(desk.take().isEmpty)
    desk.decoder.tick(now: 50.02, into: &desk.events)
    desk.decoder.tick(now: 60, into: &desk.events)
    #expect(desk.decoder.deadline == nil)
    desk.motion(5, 20, 20, at: 130, buttons: [1], [0: 9])
    desk.release(5, 20, 20, at: 140)
    #expect(desk.story() == "down(10,10) drag(20,20) up.lifted(20,20)")
  }

  @Test("nothing for 20 ms by the server's clock is the same, so that a late loop draws the same")
  func patienceOfServer() {
    var desk = Desk(Synthetic.inputtestPen(5))
    desk.press(5, 10, 10, at: 105)
    desk.motion(5, 20, 20, at: 125, buttons: [1], [0: 9])
    #expect(desk.story() == "down(10,10) drag(20,20)")
    desk.release(5, 20, 20, at: 130)
    _ = desk.take()
    desk.press(5, 10, 10, at: 205)
    desk.motion(5, 20, 20, at: 224, buttons: [1], [0: 8])
    #expect(desk.story() == "down(20,20)")
  }

  @Test("a mouse draws from where it was pressed, at constant pressure")
  func mouse() {
    var desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 1, 1, at: 90, [0: 1])
    desk.press(6, 1, 1, at: 100)
    desk.motion(6, 9, 9, at: 110, buttons: [1], [0: 1])
    desk.release(6, 9, 9, at: 120)
    desk.motion(6, 10, 9, at: 130, [0: 1])
    let events = desk.take()
    #expect(
      events.map(brief) == ["hover(1,1)", "down(1,1)", "drag(9,9)", "up.lifted(9,9)", "hover(10,9)"])
    desk.events = events
    let samples = desk.samples()
    #expect(samples.map(\.pressure) == [0, 0.5, 0.5, 0.5, 0])
    #expect(samples.allSatisfy { $0.tool == .mouse && $0.altitude == .quarterTurn && $0.roll == nil })
  }

  @Test("the core pointer, without XI2, draws like a mouse")
  func core() {
    var desk = Desk()
    desk.motion(0, 1, 1, at: 90)
    desk.press(0, 1, 1, at: 100)
    desk.motion(0, 5, 1, at: 110, buttons: [1])
    desk.release(0, 5, 1, at: 120)
    let events = desk.take()
    #expect(events.map(brief) == ["hover(1,1)", "down(1,1)", "drag(5,1)", "up.lifted(5,1)"])
    desk.events = events
    #expect(desk.samples()[2].pressure == 0.5)
  }

  @Test("hovering with pressure draws nothing: wacom tells pressure before the tip is down")
  func hoverPressure() {
    var desk = Desk(Synthetic.wacomStylus(5))
    desk.motion(5, 1, 1, at: 100, [2: 40000])
    desk.motion(5, 2, 2, at: 108, buttons: [1], [2: 65536])
    #expect(desk.story() == "hover(1,1) hover(2,2)")
  }

  @Test("zero pressure lifts nothing: the contact is the button")
  func zeroPressure() {
    var desk = Desk(Synthetic.inputtestPen(5))
    desk.press(5, 1, 1, at: 100, values: [4: 500])
    desk.motion(5, 1, 1, at: 101, buttons: [1], [0: 1])
    desk.motion(5, 2, 2, at: 109, buttons: [1], [4: 0])
    desk.motion(5, 3, 3, at: 117, buttons: [1], [4: 500])
    #expect(desk.story() == "down(1,1) drag(2,2) drag(3,3)")
  }

  @Test("the eraser's end erases")
  func eraser() {
    for device in [Synthetic.wacomEraser(5), Synthetic.libinputEraser(5), Synthetic.xwaylandEraser(5)] {
      var desk = Desk(device)
      desk.press(5, 1, 1, at: 100)
      desk.motion(5, 2, 2, at: 101, buttons: [1], [0: 1])
      #expect(desk.samples().map(\.tool) == [.eraser])
    }
  }

  @Test("pads, touches, keyboards and unknown devices never draw nor point")
  func neverDraw() {
    var desk = Desk(
      Synthetic.wacomPad(5), Synthetic.wacomTouch(6), Synthetic.libinputPad(7), Synthetic.keyboard(8))
    for source in [5, 6, 7, 8, 99, -1, Int.max] {
      desk.press(source, 1, 1, at: 100)
      desk.motion(source, 2, 2, at: 101, buttons: [1], [0: 1])
      desk.press(source, 2, 2, at: 102, 3)
      desk.release(source, 2, 2, at: 103)
      desk.release(source, 2, 2, at: 104, 3)
    }
    #expect(desk.story() == "pad+1 pad+3 pad-1 pad-3 pad+1 pad+3 pad-1 pad-3")
    #expect(!desk.decoder.knows(99) && desk.decoder.knows(5))
  }

  @Test("what X makes of touches does not draw, whatever device it names")
  func emulated() {
    var desk = Desk(Synthetic.mouse(6))
    desk.motion(6, 1, 1, at: 99, [0: 1], isEmulated: true)
    desk.press(6, 1, 1, at: 100, isEmulated: true)
    desk.motion(6, 2, 2, at: 101, buttons: [1], [0: 1], isEmulated: true)
    #expect(desk.take().isEmpty)
  }

  @Test("a tip that the user's settings call another button: that one draws, button 1 does not end it")
  func remappedContact() {
    var desk = Desk()
    desk.decoder.overrides = [DeviceKey(name: "test tablet", product: nil): DeviceOverride(contactButton: 3)]
    desk.decoder.setDevices([Synthetic.inputtestPen(5)], into: &desk.events)
    desk.press(5, 1, 1, at: 100, 3)
    desk.motion(5, 2, 2, at: 101, buttons: [3], [0: 1])
    desk.release(5, 2, 2, at: 102, 1)
    desk.motion(5, 3, 3, at: 109, buttons: [3], [0: 2])
    desk.release(5, 3, 3, at: 110, 3)
    desk.press(5, 3, 3, at: 111, 1)
    #expect(desk.story() == "down(2,2) drag(3,3) up.lifted(3,3)")
  }

  @Test("the eraser's end erases, whichever button its driver makes of its touch")
  func mappedEraser() {
    for device in [Synthetic.wacomEraser(5), Synthetic.libinputEraser(5)] {
      var desk = Desk(device)
      desk.motion(5, 1, 1, at: 100, [0: 1, 2: 1500])
      desk.press(5, 1, 1, at: 100, 3)
      desk.motion(5, 2, 2, at: 108, buttons: [3], [0: 2, 2: 2000])
      // Amid a stroke another button is a button.
      desk.press(5, 2, 2, at: 109, 2, buttons: [3])
      desk.release(5, 2, 2, at: 110, 2)
      desk.release(5, 2, 2, at: 116, 3)
      let events = desk.take()
      #expect(
        events.map(brief) == [
          "hover(1,1)", "down(1,1)", "drag(2,2)", "press.middle", "release.middle", "up.lifted(2,2)",
        ])
      desk.events = events
      #expect(desk.samples().allSatisfy { $0.tool == .eraser })
    }
    // A side button under a hovering eraser presses nothing down.
    var desk = Desk(Synthetic.wacomEraser(5))
    desk.motion(5, 1, 1, at: 100, [0: 1, 2: 300])
    desk.press(5, 1, 1, at: 105, 3)
    desk.motion(5, 2, 2, at: 108, buttons: [3], [0: 2, 2: 0])
    #expect(desk.story() == "hover(1,1) press.secondary hover(2,2)")
    // Where the user says which button touches, no other does.
    desk = Desk()
    desk.decoder.overrides = [DeviceKey(Synthetic.wacomEraser()): DeviceOverride(contactButton: 2)]
    desk.decoder.setDevices([Synthetic.wacomEraser(5)], into: &desk.events)
    desk.press(5, 1, 1, at: 100, 3, values: [2: 30000])
    #expect(desk.story() == "press.secondary")
  }

  @Test("one device for both ends, its eraser told by a button: the stroke of that button erases, the next draws")
  func eraserButton() {
    var desk = Desk()
    desk.decoder.overrides = [DeviceKey(name: "test tablet", product: nil): DeviceOverride(eraserButton: 3)]
    desk.decoder.setDevices([Synthetic.inputtestPen(5)], into: &desk.events)
    desk.press(5, 1, 1, at: 100, 3)
    desk.motion(5, 2, 2, at: 101, buttons: [3], [0: 1])
    desk.motion(5, 3, 3, at: 109, buttons: [3], [0: 2])
    desk.release(5, 3, 3, at: 110, 3)
    desk.motion(5, 4, 4, at: 117, [0: 3])
    desk.press(5, 4, 4, at: 120)
    desk.motion(5, 5, 5, at: 121, buttons: [1], [0: 4])
    desk.press(5, 5, 5, at: 122, 3, buttons: [1])
    desk.motion(5, 6, 6, at: 129, buttons: [1, 3], [0: 5])
    desk.release(5, 6, 6, at: 130)
    let events = desk.take()
    #expect(
      events.map(brief) == [
        "down(2,2)", "drag(3,3)", "up.lifted(3,3)", "hover(4,4)", "down(5,5)", "press.secondary", "drag(6,6)",
        "up.lifted(6,6)",
      ])
    desk.events = events
    #expect(desk.samples().map(\.tool) == [.eraser, .eraser, .eraser, .pen, .pen, .pen, .pen, .pen])
  }

  @Test("a tip that the driver maps to button 3 without our knowing is a button, and hovers")
  func unknownRemap() {
    var desk = Desk(Synthetic.inputtestPen(5))
    desk.press(5, 1, 1, at: 100, 3)
    desk.motion(5, 2, 2, at: 108, buttons: [3], [0: 1, 4: 900])
    desk.release(5, 2, 2, at: 110, 3)
    #expect(desk.story() == "press.secondary hover(2,2) release.secondary")
  }
}
