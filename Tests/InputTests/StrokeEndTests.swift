import Geometry
import Ink
import Testing

@testable import Input

/// However a stroke ends, it is told once and kept. Breaks if a stroke vanishes, never ends, or leads into the next.
@Suite struct StrokeEndTests {
  /// A pen (5) that is drawing and a mouse (6), with no events pending.
  private func drawing() -> Desk {
    var desk = Desk(Synthetic.inputtestPen(5), Synthetic.mouse(6))
    desk.press(5, 10, 10, at: 100)
    desk.motion(5, 11, 11, at: 101, buttons: [1], [0: 1])
    #expect(desk.story() == "down(11,11)")
    return desk
  }

  @Test("the release adds no point")
  func lifted() {
    var desk = drawing()
    desk.release(5, 99, 99, at: 110, values: [4: 0])
    #expect(desk.story() == "up.lifted(11,11)")
  }

  @Test("the release is lost: a motion with the button's bit clear ends the stroke, and hovers")
  func releaseLost() {
    var desk = drawing()
    desk.motion(5, 50, 50, at: 200, [0: 2])
    desk.release(5, 50, 50, at: 210)
    #expect(desk.story() == "up.releaseLost(11,11) hover(50,50)")
  }

  @Test("the release of a tap is lost: the dot is kept")
  func tapReleaseLost() {
    var desk = Desk(Synthetic.inputtestPen(5))
    desk.press(5, 10, 10, at: 100)
    desk.motion(5, 50, 50, at: 105, [0: 2])
    #expect(desk.story() == "down(10,10) up.releaseLost(10,10) hover(50,50)")
  }

  @Test("a second press ends the stroke and begins the next, with no line between them")
  func secondPress() {
    var desk = drawing()
    desk.press(5, 70, 70, at: 200)
    desk.motion(5, 71, 71, at: 201, buttons: [1], [0: 2])
    #expect(desk.story() == "up.releaseLost(11,11) down(71,71)")
  }

  @Test("proximity out ends the stroke; the mouse's does not")
  func proximity() {
    var desk = drawing()
    desk.decoder.proximityOut(6, into: &desk.events)
    desk.decoder.proximityOut(1234, into: &desk.events)
    #expect(desk.take().isEmpty)
    desk.decoder.proximityOut(5, into: &desk.events)
    desk.decoder.proximityOut(5, into: &desk.events)
    #expect(desk.story() == "up.proximityLost(11,11) left")
  }

  @Test("the device is unplugged, or disabled, or its number given to another: the stroke is kept")
  func removed() {
    var desk = drawing()
    desk.decoder.deviceRemoved(6, into: &desk.events)
    #expect(desk.take().isEmpty)
    desk.decoder.deviceRemoved(5, into: &desk.events)
    #expect(desk.story() == "up.deviceRemoved(11,11) left")
    #expect(!desk.decoder.knows(5))

    desk = drawing()
    desk.decoder.setDevices([Synthetic.mouse(6)], into: &desk.events)
    #expect(desk.story() == "up.deviceRemoved(11,11) left")

    desk = drawing()
    var disabled = Synthetic.inputtestPen(5)
    disabled.isEnabled = false
    desk.decoder.setDevices([disabled, Synthetic.mouse(6)], into: &desk.events)
    #expect(desk.story() == "up.deviceRemoved(11,11) left")

    desk = drawing()
    desk.decoder.setDevices([Synthetic.libinputEraser(5), Synthetic.mouse(6)], into: &desk.events)
    #expect(desk.story() == "up.deviceRemoved(11,11) left")
    #expect(desk.decoder.deviceClass(of: 5) == .eraser)
  }

  @Test("the same device described anew keeps its stroke and what its axes said")
  func renewed() {
    var desk = drawing()
    desk.motion(5, 12, 12, at: 108, buttons: [1], [4: 800])
    var newer = Synthetic.inputtestPen(5)
    newer.axes[4].value = 10
    newer.axes[0].max = 1000
    desk.decoder.setDevices([newer, Synthetic.mouse(6)], into: &desk.events)
    desk.motion(5, 13, 13, at: 116, buttons: [1], [0: 1])
    let samples = desk.samples()
    #expect(samples.map(\.pressure) == [0.8, 0.8])
    // Between strokes the description is what counts.
    desk.release(5, 13, 13, at: 120)
    desk.decoder.updateDevice(newer, into: &desk.events)
    desk.motion(5, 14, 14, at: 130, [0: 1])
    #expect(desk.samples().last?.pressure == 0.01)
  }

  @Test("a device that is seen for the first time draws at once; another's removal does not mix them up")
  func hotplug() {
    var desk = Desk(Synthetic.mouse(6), Synthetic.libinputPad(7))
    desk.decoder.updateDevice(Synthetic.libinputPen(9), into: &desk.events)
    desk.decoder.deviceRemoved(6, into: &desk.events)
    desk.motion(9, 1, 1, at: 100, [0: 1, 2: 2047])
    desk.press(9, 1, 1, at: 100)
    desk.motion(9, 2, 2, at: 108, buttons: [1], [0: 2])
    desk.press(7, 2, 2, at: 109)
    desk.release(9, 2, 2, at: 116)
    let events = desk.take()
    #expect(events.map(brief) == ["hover(1,1)", "down(1,1)", "drag(2,2)", "pad+1", "up.lifted(2,2)"])
    desk.events = events
    #expect(desk.samples().allSatisfy { $0.pressure == 1 && $0.tool == .pen })
  }

  @Test("another program's grab ends the stroke; a plain Leave does not, as X goes on telling of a held button")
  func leaving() {
    var desk = drawing()
    desk.leave(5, at: 105)
    desk.motion(5, -20, 11, at: 108, buttons: [1], [0: 2])
    #expect(desk.story() == "drag(-20,11)")
    desk.leave(2, at: 110, isFromGrab: true)
    desk.motion(5, 30, 30, at: 120, buttons: [1], [0: 3])
    #expect(desk.story() == "up.windowLost(-20,11) left hover(30,30)")
  }

  @Test("hidden or closing: the stroke is kept, and a pending one is a dot")
  func windowLost() {
    var desk = drawing()
    desk.decoder.windowLost(into: &desk.events)
    desk.decoder.windowLost(into: &desk.events)
    #expect(desk.story() == "up.windowLost(11,11) left")
    desk.press(5, 10, 10, at: 200)
    desk.decoder.windowLost(into: &desk.events)
    #expect(desk.story() == "down(10,10) up.windowLost(10,10) left")
  }

  @Test("mouse motion, buttons and Enter do not disturb a stroke")
  func otherSources() {
    var desk = drawing()
    desk.motion(6, 300, 300, at: 105, buttons: [1], [0: 5])
    desk.motion(6, 301, 300, at: 106, [0: 5])
    desk.press(6, 300, 300, at: 107, 3, buttons: [1])
    desk.press(6, 300, 300, at: 107, 1, buttons: [1])
    desk.release(6, 300, 300, at: 108, 1)
    desk.release(6, 300, 300, at: 108, 3)
    desk.enter(6, 300, 300, at: 109)
    desk.motion(5, 12, 12, at: 110, buttons: [1], [0: 2])
    #expect(desk.story() == "drag(12,12)")
    desk.release(5, 12, 12, at: 111)
    desk.motion(6, 302, 300, at: 120, [0: 5])
    #expect(desk.story() == "up.lifted(12,12) hover(302,300)")
  }

  @Test("a press of another device with the contact's bit clear proves that the stroke's release was lost")
  func silentDevice() {
    var desk = drawing()
    desk.press(6, 300, 300, at: 5000)
    desk.motion(6, 301, 300, at: 5008, buttons: [1], [0: 1])
    #expect(desk.story() == "up.releaseLost(11,11) down(300,300) drag(301,300)")
  }
}

/// Breaks if a button that went down never comes up, or comes up twice.
@Suite struct ButtonTests {
  @Test("side buttons and thumb buttons by what they do")
  func mapping() {
    var desk = Desk(Synthetic.mouse(6))
    for (i, button) in [2, 3, 8, 9, 10, 0, -4, 40].enumerated() {
      desk.press(6, 1, 1, at: UInt32(100 + i), button)
      if button > 0 && button < 32 { desk.release(6, 1, 1, at: UInt32(100 + i), button) }
    }
    #expect(
      desk.story()
        == "press.middle release.middle press.secondary release.secondary press.back release.back press.forward "
        + "release.forward")
  }

  @Test("a side button amid a stroke adds no point")
  func duringStroke() {
    var desk = Desk(Synthetic.inputtestPen(5))
    desk.press(5, 1, 1, at: 100)
    desk.motion(5, 2, 2, at: 101, buttons: [1], [0: 1])
    desk.press(5, 40, 40, at: 102, 2, buttons: [1])
    desk.motion(5, 3, 3, at: 109, buttons: [1, 2], [0: 2])
    desk.release(5, 3, 3, at: 110, 2)
    desk.release(5, 3, 3, at: 111)
    let events = desk.take()
    #expect(
      events.map(brief) == ["down(2,2)", "press.middle", "drag(3,3)", "release.middle", "up.lifted(3,3)"])
    desk.events = events
    let samples = desk.samples()
    #expect(samples[1].position == Point(2, 2))
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test("a lost release is seen from the next motion, a second press releases first")
  func lost() {
    var desk = Desk(Synthetic.mouse(6))
    desk.press(6, 1, 1, at: 100, 2)
    desk.motion(6, 2, 2, at: 108, buttons: [2], [0: 1])
    desk.motion(6, 3, 3, at: 116, [0: 1])
    desk.release(6, 3, 3, at: 117, 2)
    #expect(desk.story() == "press.middle hover(2,2) release.middle hover(3,3)")
    desk.press(6, 1, 1, at: 200, 3)
    desk.press(6, 1, 1, at: 210, 3)
    #expect(desk.story() == "press.secondary release.secondary press.secondary")
  }

  @Test("dragging with the middle button goes on outside of the window; a grab or unplugging releases it")
  func outside() {
    var desk = Desk(Synthetic.mouse(6))
    desk.press(6, 1, 1, at: 100, 2)
    desk.leave(6, at: 105)
    desk.motion(6, -9, 1, at: 108, buttons: [2], [0: 1])
    #expect(desk.story() == "press.middle hover(-9,1)")
    desk.leave(6, at: 110, isFromGrab: true)
    #expect(desk.story() == "release.middle left")
    desk.press(6, 1, 1, at: 200, 3)
    desk.decoder.deviceRemoved(6, into: &desk.events)
    #expect(desk.story() == "press.secondary release.secondary left")
  }

  @Test("a pen that touches ends the mouse's pan first, so that nothing of it falls into the stroke")
  func penEndsPan() {
    var desk = Desk(Synthetic.inputtestPen(5), Synthetic.mouse(6))
    desk.press(6, 1, 1, at: 100, 2)
    desk.press(5, 9, 9, at: 110, buttons: [2])
    desk.motion(5, 10, 9, at: 111, buttons: [1, 2], [0: 1])
    desk.release(6, 1, 1, at: 115, 2)
    desk.release(5, 10, 9, at: 120)
    #expect(desk.story() == "press.middle release.middle down(10,9) up.lifted(10,9)")
  }

  @Test("the pointer leaves once; entering shows where it is")
  func leftOnce() {
    var desk = Desk(Synthetic.mouse(6), Synthetic.inputtestPen(5))
    desk.leave(6, at: 90)
    desk.enter(6, 7, 8, at: 100)
    desk.leave(6, at: 110)
    desk.leave(2, at: 120)
    desk.enter(2, 7, 8, at: 130)
    #expect(desk.story() == "hover(7,8) left")
  }
}
