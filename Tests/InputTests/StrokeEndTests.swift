import Geometry
import Ink
import Testing

@testable import Input

/// Every stroke has one end and is kept. Fails if a stroke vanishes, never ends, or continues
/// into the next.
@Suite struct StrokeEndTests {
  /// A pen (5) that is drawing and a mouse (6), with no events pending.
  private func drawing() -> DecoderHarness {
    var harness = DecoderHarness(Synthetic.inputtestPen(5), Synthetic.mouse(6))
    harness.press(5, 10, 10, at: 100)
    harness.motion(5, 11, 11, at: 101, buttons: [1], [0: 1])
    #expect(harness.story() == "down(11,11)")
    return harness
  }

  @Test("the release adds no point")
  func lifted() {
    var harness = drawing()
    harness.release(5, 99, 99, at: 110, values: [4: 0])
    #expect(harness.story() == "up.lifted(11,11)")
  }

  @Test("the release is lost: a motion with the button's bit clear ends the stroke, and hovers")
  func releaseLost() {
    var harness = drawing()
    harness.motion(5, 50, 50, at: 200, [0: 2])
    harness.release(5, 50, 50, at: 210)
    #expect(harness.story() == "up.releaseLost(11,11) hover(50,50)")
  }

  @Test("the release of a tap is lost: the dot is kept")
  func tapReleaseLost() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.press(5, 10, 10, at: 100)
    harness.motion(5, 50, 50, at: 105, [0: 2])
    #expect(harness.story() == "down(10,10) up.releaseLost(10,10) hover(50,50)")
  }

  @Test("a second press ends the stroke and begins the next, with no line between them")
  func secondPress() {
    var harness = drawing()
    harness.press(5, 70, 70, at: 200)
    harness.motion(5, 71, 71, at: 201, buttons: [1], [0: 2])
    #expect(harness.story() == "up.releaseLost(11,11) down(71,71)")
  }

  @Test("proximity out of the pen ends the stroke; that of the mouse does not")
  func proximity() {
    var harness = drawing()
    harness.decoder.proximityOut(6, into: &harness.events)
    harness.decoder.proximityOut(1234, into: &harness.events)
    #expect(harness.take().isEmpty)
    harness.decoder.proximityOut(5, into: &harness.events)
    harness.decoder.proximityOut(5, into: &harness.events)
    #expect(harness.story() == "up.proximityLost(11,11) left")
  }

  @Test("the device is unplugged, or disabled, or its number given to another: the stroke is kept")
  func removed() {
    var harness = drawing()
    harness.decoder.deviceRemoved(6, into: &harness.events)
    #expect(harness.take().isEmpty)
    harness.decoder.deviceRemoved(5, into: &harness.events)
    #expect(harness.story() == "up.deviceRemoved(11,11) left")
    #expect(!harness.decoder.knows(5))

    harness = drawing()
    harness.decoder.setDevices([Synthetic.mouse(6)], into: &harness.events)
    #expect(harness.story() == "up.deviceRemoved(11,11) left")

    harness = drawing()
    var disabled = Synthetic.inputtestPen(5)
    disabled.isEnabled = false
    harness.decoder.setDevices([disabled, Synthetic.mouse(6)], into: &harness.events)
    #expect(harness.story() == "up.deviceRemoved(11,11) left")

    harness = drawing()
    harness.decoder.setDevices([Synthetic.libinputEraser(5), Synthetic.mouse(6)], into: &harness.events)
    #expect(harness.story() == "up.deviceRemoved(11,11) left")
    #expect(harness.decoder.deviceClass(of: 5) == .eraser)
  }

  @Test("a new description of the same device keeps its stroke and axis values")
  func renewed() {
    var harness = drawing()
    harness.motion(5, 12, 12, at: 108, buttons: [1], [4: 800])
    var newer = Synthetic.inputtestPen(5)
    newer.axes[4].value = 10
    newer.axes[0].max = 1000
    harness.decoder.setDevices([newer, Synthetic.mouse(6)], into: &harness.events)
    harness.motion(5, 13, 13, at: 116, buttons: [1], [0: 1])
    let samples = harness.samples()
    #expect(samples.map(\.pressure) == [0.8, 0.8])
    // Between strokes the description counts.
    harness.release(5, 13, 13, at: 120)
    harness.decoder.updateDevice(newer, into: &harness.events)
    harness.motion(5, 14, 14, at: 130, [0: 1])
    #expect(harness.samples().last?.pressure == 0.01)
  }

  @Test("a new device draws at once; removing another does not confuse them")
  func hotplug() {
    var harness = DecoderHarness(Synthetic.mouse(6), Synthetic.libinputPad(7))
    harness.decoder.updateDevice(Synthetic.libinputPen(9), into: &harness.events)
    harness.decoder.deviceRemoved(6, into: &harness.events)
    harness.motion(9, 1, 1, at: 100, [0: 1, 2: 2047])
    harness.press(9, 1, 1, at: 100)
    harness.motion(9, 2, 2, at: 108, buttons: [1], [0: 2])
    harness.press(7, 2, 2, at: 109)
    harness.release(9, 2, 2, at: 116)
    let events = harness.take()
    #expect(events.map(brief) == ["hover(1,1)", "down(1,1)", "drag(2,2)", "pad+1", "up.lifted(2,2)"])
    harness.events = events
    #expect(harness.samples().allSatisfy { $0.pressure == 1 && $0.tool == .pen })
  }

  @Test("another program's grab ends the stroke; a plain Leave does not, as X reports a held button everywhere")
  func leaving() {
    var harness = drawing()
    harness.leave(5, at: 105)
    harness.motion(5, -20, 11, at: 108, buttons: [1], [0: 2])
    #expect(harness.story() == "drag(-20,11)")
    harness.leave(2, at: 110, isFromGrab: true)
    harness.motion(5, 30, 30, at: 120, buttons: [1], [0: 3])
    #expect(harness.story() == "up.windowLost(-20,11) left hover(30,30)")
  }

  @Test("hidden or closing: the stroke is kept, and a pending one is a dot")
  func windowLost() {
    var harness = drawing()
    harness.decoder.windowLost(into: &harness.events)
    harness.decoder.windowLost(into: &harness.events)
    #expect(harness.story() == "up.windowLost(11,11) left")
    harness.press(5, 10, 10, at: 200)
    harness.decoder.windowLost(into: &harness.events)
    #expect(harness.story() == "down(10,10) up.windowLost(10,10) left")
  }

  @Test("mouse motion, buttons and Enter do not disturb a stroke")
  func otherSources() {
    var harness = drawing()
    harness.motion(6, 300, 300, at: 105, buttons: [1], [0: 5])
    harness.motion(6, 301, 300, at: 106, [0: 5])
    harness.press(6, 300, 300, at: 107, 3, buttons: [1])
    harness.press(6, 300, 300, at: 107, 1, buttons: [1])
    harness.release(6, 300, 300, at: 108, 1)
    harness.release(6, 300, 300, at: 108, 3)
    harness.enter(6, 300, 300, at: 109)
    harness.motion(5, 12, 12, at: 110, buttons: [1], [0: 2])
    #expect(harness.story() == "drag(12,12)")
    harness.release(5, 12, 12, at: 111)
    harness.motion(6, 302, 300, at: 120, [0: 5])
    #expect(harness.story() == "up.lifted(12,12) hover(302,300)")
  }

  @Test("a press of another device with the contact's bit clear proves that the stroke's release was lost")
  func silentDevice() {
    var harness = drawing()
    harness.press(6, 300, 300, at: 5000)
    harness.motion(6, 301, 300, at: 5008, buttons: [1], [0: 1])
    #expect(harness.story() == "up.releaseLost(11,11) down(300,300) drag(301,300)")
  }
}

/// Fails if a button that went down never comes up, or comes up twice.
@Suite struct ButtonTests {
  @Test("side buttons and thumb buttons are mapped by function")
  func mapping() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    for (i, button) in [2, 3, 8, 9, 10, 0, -4, 40].enumerated() {
      harness.press(6, 1, 1, at: UInt32(100 + i), button)
      if button > 0 && button < 32 { harness.release(6, 1, 1, at: UInt32(100 + i), button) }
    }
    #expect(
      harness.story()
        == "press.middle release.middle press.secondary release.secondary press.back release.back press.forward "
        + "release.forward")
  }

  @Test("a side button during a stroke adds no point")
  func duringStroke() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    harness.press(5, 1, 1, at: 100)
    harness.motion(5, 2, 2, at: 101, buttons: [1], [0: 1])
    harness.press(5, 40, 40, at: 102, 2, buttons: [1])
    harness.motion(5, 3, 3, at: 109, buttons: [1, 2], [0: 2])
    harness.release(5, 3, 3, at: 110, 2)
    harness.release(5, 3, 3, at: 111)
    let events = harness.take()
    #expect(
      events.map(brief) == ["down(2,2)", "press.middle", "drag(3,3)", "release.middle", "up.lifted(3,3)"])
    harness.events = events
    let samples = harness.samples()
    #expect(samples[1].position == Point(2, 2))
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test("a lost release is detected by the next motion; a second press releases first")
  func lost() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.press(6, 1, 1, at: 100, 2)
    harness.motion(6, 2, 2, at: 108, buttons: [2], [0: 1])
    harness.motion(6, 3, 3, at: 116, [0: 1])
    harness.release(6, 3, 3, at: 117, 2)
    #expect(harness.story() == "press.middle hover(2,2) release.middle hover(3,3)")
    harness.press(6, 1, 1, at: 200, 3)
    harness.press(6, 1, 1, at: 210, 3)
    #expect(harness.story() == "press.secondary release.secondary press.secondary")
  }

  @Test("dragging with the middle button goes on outside of the window; a grab or unplugging releases it")
  func outside() {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.press(6, 1, 1, at: 100, 2)
    harness.leave(6, at: 105)
    harness.motion(6, -9, 1, at: 108, buttons: [2], [0: 1])
    #expect(harness.story() == "press.middle hover(-9,1)")
    harness.leave(6, at: 110, isFromGrab: true)
    #expect(harness.story() == "release.middle left")
    harness.press(6, 1, 1, at: 200, 3)
    harness.decoder.deviceRemoved(6, into: &harness.events)
    #expect(harness.story() == "press.secondary release.secondary left")
  }

  @Test("a touching pen ends the mouse's pan first, so that no pan event is within the stroke")
  func penEndsPan() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5), Synthetic.mouse(6))
    harness.press(6, 1, 1, at: 100, 2)
    harness.press(5, 9, 9, at: 110, buttons: [2])
    harness.motion(5, 10, 9, at: 111, buttons: [1, 2], [0: 1])
    harness.release(6, 1, 1, at: 115, 2)
    harness.release(5, 10, 9, at: 120)
    #expect(harness.story() == "press.middle release.middle down(10,9) up.lifted(10,9)")
  }

  @Test("the pointer leaves once; entering reports its position")
  func leftOnce() {
    var harness = DecoderHarness(Synthetic.mouse(6), Synthetic.inputtestPen(5))
    harness.leave(6, at: 90)
    harness.enter(6, 7, 8, at: 100)
    harness.leave(6, at: 110)
    harness.leave(2, at: 120)
    harness.enter(2, 7, 8, at: 130)
    #expect(harness.story() == "hover(7,8) left")
  }
}
