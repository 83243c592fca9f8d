import Geometry
import Ink
import Testing

@testable import Input

/// The states of a stroke, by driver. Fails if a point is lost or invented at either end of a
/// stroke.
@Suite struct StrokeTests {
  @Test("libinput: motion, then a press without valuators; the press keeps the motion's position and pressure")
  func libinput() {
    var harness = DecoderHarness(Synthetic.libinputPen(5))
    harness.motion(5, 10, 10, at: 100, [0: 1, 1: 1, 2: 0])
    harness.motion(5, 12, 12, at: 108, [0: 2, 1: 2, 2: 204.7])
    harness.press(5, 12, 12, at: 108)
    harness.motion(5, 15, 15, at: 116, buttons: [1], [0: 3, 2: 409.4])
    harness.release(5, 15, 15, at: 124)
    let events = harness.take()
    #expect(events.map(brief) == ["hover(10,10)", "hover(12,12)", "down(12,12)", "drag(15,15)", "up.lifted(15,15)"])
    harness.events = events
    let pressures = harness.samples().map(\.pressure)
    #expect(isNear(pressures[2], 0.1) && isNear(pressures[3], 0.2) && pressures[4] == pressures[3])
  }

  @Test("wacom: motion, then a press with all valuators, at pressure threshold: the stroke starts near zero")
  func wacom() {
    var harness = DecoderHarness(Synthetic.wacomStylus(5))
    harness.motion(5, 12, 12, at: 108, [0: 2, 1: 2, 2: 860, 3: 0, 4: 0])
    harness.press(5, 12, 12, at: 109, values: [0: 2, 1: 2, 2: 860, 3: 0, 4: 0])
    harness.motion(5, 15, 15, at: 113, buttons: [1], [0: 3, 1: 3, 2: 32768])
    let samples = harness.samples()
    #expect(samples.map(\.position.x) == [12, 12, 15])
    // 860 / 65536 is 0.01312: just above the threshold of 0.013.
    #expect(samples[1].pressure > 0 && samples[1].pressure < 0.0002)
    #expect(isNear(samples[2].pressure, 0.493_414_387_031_408_3, 1e-12))
  }

  @Test("Xwayland: the press comes before its motion with old values; the stroke starts with the motion")
  func xwayland() {
    var harness = DecoderHarness(Synthetic.xwaylandStylus(5))
    harness.motion(5, 10, 10, at: 100, [0: 1, 2: 0])
    harness.press(5, 10, 10, at: 100)
    #expect(harness.story() == "hover(10,10)")
    harness.motion(5, 14, 14, at: 108, buttons: [1], [0: 2, 2: 6553.5])
    harness.release(5, 14, 14, at: 116)
    harness.motion(5, 18, 18, at: 116, [0: 3, 2: 0])
    let events = harness.take()
    #expect(events.map(brief) == ["down(14,14)", "up.lifted(14,14)", "hover(18,18)"])
    harness.events = events
    #expect(isNear(harness.samples()[0].pressure, 0.1))
  }

  @Test("a press with the mouse's position: the stroke starts with the pen's first motion")
  func mousePlace() {
    var harness = DecoderHarness(Synthetic.libinputPen(5), Synthetic.mouse(6))
    harness.motion(6, 900, 900, at: 100, [0: 1])
    harness.press(5, 900, 900, at: 110)
    harness.motion(5, 20, 20, at: 112, buttons: [1], [0: 3])
    harness.release(5, 20, 20, at: 115)
    #expect(harness.story() == "hover(900,900) down(20,20) up.lifted(20,20)")
    // The same with a motion of the pen just before: the press contradicts it, so it is not used.
    harness.motion(5, 30, 30, at: 120, [0: 4])
    harness.press(5, 900, 900, at: 120)
    harness.motion(5, 31, 31, at: 125, buttons: [1], [0: 5])
    #expect(harness.story() == "hover(30,30) down(31,31)")
  }

  @Test("a tap with the mouse's position is a dot at the pen's")
  func tapWithMousePlace() {
    var harness = DecoderHarness(Synthetic.libinputPen(5), Synthetic.mouse(6))
    harness.motion(5, 20, 20, at: 100, [0: 3])
    harness.motion(6, 900, 900, at: 105, [0: 1])
    harness.press(5, 900, 900, at: 110)
    harness.release(5, 900, 900, at: 112)
    #expect(harness.story() == "hover(20,20) hover(900,900) down(20,20) up.lifted(20,20)")
    // After the pointer was elsewhere, that position is not used.
    harness.leave(5, at: 120)
    harness.press(5, 40, 40, at: 130)
    harness.release(5, 40, 40, at: 132)
    #expect(harness.story() == "left down(40,40) up.lifted(40,40)")
  }

  @Test("a press's own valuators count: the dot of a tap has its pressure")
  func tapPressure() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.press(5, 10, 10, at: 100, values: [4: 250])
    harness.release(5, 10, 10, at: 101, values: [4: 0])
    #expect(harness.samples().map(\.pressure) == [0.25, 0.25])
  }

  @Test("a pen's press long after its motion waits for the next")
  func lateMotion() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.motion(5, 10, 10, at: 100, [0: 1])
    harness.press(5, 10, 10, at: 105)
    harness.motion(5, 11, 11, at: 110, buttons: [1], [0: 2])
    #expect(harness.story() == "hover(10,10) down(11,11)")
  }

  @Test("released while pending: a dot where it was pressed")
  func tap() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.motion(5, 10, 10, at: 100, [0: 1, 4: 300])
    harness.press(5, 10, 10, at: 105)
    harness.release(5, 10, 10, at: 110)
    let events = harness.take()
    #expect(events.map(brief) == ["hover(10,10)", "down(10,10)", "up.lifted(10,10)"])
    harness.events = events
    #expect(harness.samples().map(\.pressure) == [0.3, 0.3, 0.3])
    #expect(!harness.decoder.isStrokeActive)
  }

  @Test("no event for 20 ms by the loop's clock: one dot, which can still become a line")
  func timeout() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    #expect(harness.decoder.deadline == nil)
    harness.press(5, 10, 10, at: 105)
    harness.decoder.tick(now: 50, into: &harness.events)
    #expect(harness.decoder.deadline == 50.02)
    harness.decoder.tick(now: 50.019, into: &harness.events)
    #expect(harness.take().isEmpty)
    harness.decoder.tick(now: 50.02, into: &harness.events)
    harness.decoder.tick(now: 60, into: &harness.events)
    #expect(harness.decoder.deadline == nil)
    harness.motion(5, 20, 20, at: 130, buttons: [1], [0: 9])
    harness.release(5, 20, 20, at: 140)
    #expect(harness.story() == "down(10,10) drag(20,20) up.lifted(20,20)")
  }

  @Test("no event for 20 ms by the server's clock gives the same, so that a late loop draws the same")
  func patienceOfServer() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.press(5, 10, 10, at: 105)
    harness.motion(5, 20, 20, at: 125, buttons: [1], [0: 9])
    #expect(harness.story() == "down(10,10) drag(20,20)")
    harness.release(5, 20, 20, at: 130)
    _ = harness.take()
    harness.press(5, 10, 10, at: 205)
    harness.motion(5, 20, 20, at: 224, buttons: [1], [0: 8])
    #expect(harness.story() == "down(20,20)")
  }

  @Test("a mouse draws from where it was pressed, at constant pressure")
  func mouse() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.motion(6, 1, 1, at: 90, [0: 1])
    harness.press(6, 1, 1, at: 100)
    harness.motion(6, 9, 9, at: 110, buttons: [1], [0: 1])
    harness.release(6, 9, 9, at: 120)
    harness.motion(6, 10, 9, at: 130, [0: 1])
    let events = harness.take()
    #expect(
      events.map(brief) == ["hover(1,1)", "down(1,1)", "drag(9,9)", "up.lifted(9,9)", "hover(10,9)"])
    harness.events = events
    let samples = harness.samples()
    #expect(samples.map(\.pressure) == [0, 0.5, 0.5, 0.5, 0])
    #expect(samples.allSatisfy { $0.tool == .mouse && $0.altitude == .quarterTurn && $0.roll == nil })
  }

  @Test("the core pointer, without XI2, draws like a mouse")
  func core() {
    var harness = DecoderHarness()
    harness.motion(0, 1, 1, at: 90)
    harness.press(0, 1, 1, at: 100)
    harness.motion(0, 5, 1, at: 110, buttons: [1])
    harness.release(0, 5, 1, at: 120)
    let events = harness.take()
    #expect(events.map(brief) == ["hover(1,1)", "down(1,1)", "drag(5,1)", "up.lifted(5,1)"])
    harness.events = events
    #expect(harness.samples()[2].pressure == 0.5)
  }

  @Test("hovering with pressure draws nothing: wacom reports pressure before the tip is down")
  func hoverPressure() {
    var harness = DecoderHarness(Synthetic.wacomStylus(5))
    harness.motion(5, 1, 1, at: 100, [2: 40000])
    harness.motion(5, 2, 2, at: 108, buttons: [1], [2: 65536])
    #expect(harness.story() == "hover(1,1) hover(2,2)")
  }

  @Test("zero pressure does not lift: the contact is the button")
  func zeroPressure() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.press(5, 1, 1, at: 100, values: [4: 500])
    harness.motion(5, 1, 1, at: 101, buttons: [1], [0: 1])
    harness.motion(5, 2, 2, at: 109, buttons: [1], [4: 0])
    harness.motion(5, 3, 3, at: 117, buttons: [1], [4: 500])
    #expect(harness.story() == "down(1,1) drag(2,2) drag(3,3)")
  }

  @Test("the eraser's end erases")
  func eraser() {
    for device in [Synthetic.wacomEraser(5), Synthetic.libinputEraser(5), Synthetic.xwaylandEraser(5)] {
      var harness = DecoderHarness(device)
      harness.press(5, 1, 1, at: 100)
      harness.motion(5, 2, 2, at: 101, buttons: [1], [0: 1])
      #expect(harness.samples().map(\.tool) == [.eraser])
    }
  }

  @Test("pads, touches, keyboards and unknown devices never draw nor point")
  func neverDraw() {
    var harness = DecoderHarness(
      Synthetic.wacomPad(5), Synthetic.wacomTouch(6), Synthetic.libinputPad(7), Synthetic.keyboard(8))
    for source in [5, 6, 7, 8, 99, -1, Int.max] {
      harness.press(source, 1, 1, at: 100)
      harness.motion(source, 2, 2, at: 101, buttons: [1], [0: 1])
      harness.press(source, 2, 2, at: 102, 3)
      harness.release(source, 2, 2, at: 103)
      harness.release(source, 2, 2, at: 104, 3)
    }
    #expect(harness.story() == "pad+1 pad+3 pad-1 pad-3 pad+1 pad+3 pad-1 pad-3")
    #expect(!harness.decoder.knows(99) && harness.decoder.knows(5))
  }

  @Test("emulated events of touches do not draw, for any device")
  func emulated() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.motion(6, 1, 1, at: 99, [0: 1], isEmulated: true)
    harness.press(6, 1, 1, at: 100, isEmulated: true)
    harness.motion(6, 2, 2, at: 101, buttons: [1], [0: 1], isEmulated: true)
    #expect(harness.take().isEmpty)
  }

  @Test("a contact button chosen by the user draws; button 1 does not end its stroke")
  func remappedContact() {
    var harness = DecoderHarness()
    harness.decoder.overrides = [DeviceKey(name: "test tablet", product: nil): DeviceOverride(contactButton: 3)]
    harness.decoder.setDevices([Synthetic.inputtestPen(5)], into: &harness.events)
    harness.press(5, 1, 1, at: 100, 3)
    harness.motion(5, 2, 2, at: 101, buttons: [3], [0: 1])
    harness.release(5, 2, 2, at: 102, 1)
    harness.motion(5, 3, 3, at: 109, buttons: [3], [0: 2])
    harness.release(5, 3, 3, at: 110, 3)
    harness.press(5, 3, 3, at: 111, 1)
    #expect(harness.story() == "down(2,2) drag(3,3) up.lifted(3,3)")
  }

  @Test("the eraser end erases, whichever button reports its contact")
  func mappedEraser() {
    for device in [Synthetic.wacomEraser(5), Synthetic.libinputEraser(5)] {
      var harness = DecoderHarness(device)
      harness.motion(5, 1, 1, at: 100, [0: 1, 2: 1500])
      harness.press(5, 1, 1, at: 100, 3)
      harness.motion(5, 2, 2, at: 108, buttons: [3], [0: 2, 2: 2000])
      // During a stroke another button is a button.
      harness.press(5, 2, 2, at: 109, 2, buttons: [3])
      harness.release(5, 2, 2, at: 110, 2)
      harness.release(5, 2, 2, at: 116, 3)
      let events = harness.take()
      #expect(
        events.map(brief) == [
          "hover(1,1)", "down(1,1)", "drag(2,2)", "press.middle", "release.middle", "up.lifted(2,2)",
        ])
      harness.events = events
      #expect(harness.samples().allSatisfy { $0.tool == .eraser })
    }
    // A side button does not touch while the eraser hovers.
    var harness = DecoderHarness(Synthetic.wacomEraser(5))
    harness.motion(5, 1, 1, at: 100, [0: 1, 2: 300])
    harness.press(5, 1, 1, at: 105, 3)
    harness.motion(5, 2, 2, at: 108, buttons: [3], [0: 2, 2: 0])
    #expect(harness.story() == "hover(1,1) press.secondary hover(2,2)")
    // If the user has chosen the contact button, no other touches.
    harness = DecoderHarness()
    harness.decoder.overrides = [DeviceKey(Synthetic.wacomEraser()): DeviceOverride(contactButton: 2)]
    harness.decoder.setDevices([Synthetic.wacomEraser(5)], into: &harness.events)
    harness.press(5, 1, 1, at: 100, 3, values: [2: 30000])
    #expect(harness.story() == "press.secondary")
  }

  @Test("one device for both ends: a stroke of the eraser button erases, the next draws")
  func eraserButton() {
    var harness = DecoderHarness()
    harness.decoder.overrides = [DeviceKey(name: "test tablet", product: nil): DeviceOverride(eraserButton: 3)]
    harness.decoder.setDevices([Synthetic.inputtestPen(5)], into: &harness.events)
    harness.press(5, 1, 1, at: 100, 3)
    harness.motion(5, 2, 2, at: 101, buttons: [3], [0: 1])
    harness.motion(5, 3, 3, at: 109, buttons: [3], [0: 2])
    harness.release(5, 3, 3, at: 110, 3)
    harness.motion(5, 4, 4, at: 117, [0: 3])
    harness.press(5, 4, 4, at: 120)
    harness.motion(5, 5, 5, at: 121, buttons: [1], [0: 4])
    harness.press(5, 5, 5, at: 122, 3, buttons: [1])
    harness.motion(5, 6, 6, at: 129, buttons: [1, 3], [0: 5])
    harness.release(5, 6, 6, at: 130)
    let events = harness.take()
    #expect(
      events.map(brief) == [
        "down(2,2)", "drag(3,3)", "up.lifted(3,3)", "hover(4,4)", "down(5,5)", "press.secondary", "drag(6,6)",
        "up.lifted(6,6)",
      ])
    harness.events = events
    #expect(harness.samples().map(\.tool) == [.eraser, .eraser, .eraser, .pen, .pen, .pen, .pen, .pen])
  }

  @Test("a tip that the driver maps to button 3 is a button, and hovers, unless the settings say otherwise")
  func unknownRemap() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.press(5, 1, 1, at: 100, 3)
    harness.motion(5, 2, 2, at: 108, buttons: [3], [0: 1, 4: 900])
    harness.release(5, 2, 2, at: 110, 3)
    #expect(harness.story() == "press.secondary hover(2,2) release.secondary")
  }
}
