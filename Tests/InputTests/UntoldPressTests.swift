import Ink
import Testing

@testable import Input

/// libinput's X driver makes a device of a tool at its first proximity and drops what the tool does until then: also the
/// press, while the motions after it are told. Breaks if such a stroke were lost, or if another hovered into one.
@Suite struct UntoldPressTests {
  private func desk(_ device: DeviceDescription) -> Desk {
    var desk = Desk(Synthetic.mouse(6))
    desk.decoder.updateDevice(device, into: &desk.events)
    return desk
  }

  /// A tool comes near, and of what follows its press is missing.
  private func play(_ desk: inout Desk) -> String {
    desk.motion(5, 10, 10, at: 100, [0: 1, 2: 0])
    desk.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
    desk.motion(5, 15, 15, at: 116, [0: 3, 2: 409.4])
    desk.motion(5, 18, 18, at: 124, [0: 4, 2: 409.4])
    desk.motion(5, 20, 20, at: 132, [0: 5, 2: 0])
    return desk.story()
  }

  @Test("a new tool of libinput's draws where there is pressure, from the first motion with it") func drawn() {
    var desk = desk(Synthetic.libinputPen(5))
    #expect(
      play(&desk) == "hover(10,10) hover(12,12) down(12,12) drag(15,15) drag(18,18) up.releaseLost(18,18) hover(20,20)")
  }

  @Test("a tap of which one report has pressure makes a dot there, and counts as its first contact") func tapped() {
    for device in [Synthetic.libinputPen(5), Synthetic.libinputEraser(5)] {
      var desk = desk(device)
      desk.motion(5, 10, 10, at: 100, [0: 1, 2: 0])
      desk.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
      desk.motion(5, 15, 15, at: 116, [0: 3, 2: 0])
      let events = desk.take()
      #expect(
        events.map(brief).joined(separator: " ")
          == "hover(10,10) hover(12,12) down(12,12) up.releaseLost(12,12) hover(15,15)")
      desk.events = events
      #expect(desk.samples().map { ($0.pressure * 100).rounded() } == [0, 10, 10, 10, 0])
      #expect(play(&desk) == "hover(10,10) hover(12,12) hover(15,15) hover(18,18) hover(20,20)")
    }
  }

  @Test("pressure before the pen left, or the window was lost, makes no dot when it is back") func leftMeanwhile() {
    for isLost in [true, false] {
      var desk = desk(Synthetic.libinputPen(5))
      desk.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
      if isLost {
        desk.decoder.windowLost(into: &desk.events)
      } else {
        desk.leave(5, at: 110)
      }
      desk.motion(5, 300, 300, at: 900, [0: 40, 2: 0])
      #expect(desk.story() == "hover(12,12) left hover(300,300)")
    }
  }

  @Test("its second contact needs a press, as that of any device") func onlyOnce() {
    var desk = desk(Synthetic.libinputPen(5))
    _ = play(&desk)
    #expect(play(&desk) == "hover(10,10) hover(12,12) hover(15,15) hover(18,18) hover(20,20)")
  }

  @Test("a first press that is told makes one stroke, with the motion before it") func told() {
    var desk = desk(Synthetic.libinputPen(5))
    desk.motion(5, 10, 10, at: 100, [0: 1, 2: 0])
    desk.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
    desk.press(5, 12, 12, at: 108)
    desk.motion(5, 15, 15, at: 116, buttons: [1], [0: 3, 2: 409.4])
    desk.release(5, 15, 15, at: 124)
    #expect(desk.story() == "hover(10,10) hover(12,12) down(12,12) drag(15,15) up.lifted(15,15)")
  }

  @Test("a tool that was there before, or of another driver, never draws without a press")
  func others() {
    let hovers = "hover(10,10) hover(12,12) hover(15,15) hover(18,18) hover(20,20)"
    for device in [Synthetic.wacomStylus(5), Synthetic.xwaylandStylus(5), Synthetic.evdevPen(5)] {
      var desk = desk(device)
      #expect(play(&desk) == hovers, "\(device.name)")
    }
    var before = Desk(Synthetic.libinputPen(5))
    #expect(play(&before) == hovers)
  }

  @Test("such a stroke is kept when its pen leaves, and goes on when a press comes late") func ends() {
    var desk = desk(Synthetic.libinputPen(5))
    desk.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
    desk.motion(5, 15, 15, at: 116, [0: 3, 2: 409.4])
    desk.decoder.proximityOut(5, into: &desk.events)
    #expect(desk.story() == "hover(12,12) down(12,12) drag(15,15) up.proximityLost(15,15) left")

    desk = self.desk(Synthetic.libinputEraser(5))
    desk.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
    desk.motion(5, 15, 15, at: 116, [0: 3, 2: 409.4])
    desk.press(5, 15, 15, at: 117)
    desk.motion(5, 18, 18, at: 124, buttons: [1], [0: 4, 2: 409.4])
    desk.release(5, 18, 18, at: 132)
    #expect(
      desk.story()
        == "hover(12,12) down(12,12) drag(15,15) drag(18,18) up.lifted(18,18)")
  }
}
