import Ink
import Testing

@testable import Input

/// libinput's X driver creates a device for a tool at its first proximity and drops events until
/// then: the press too, while later motions arrive. Fails if such a stroke is lost, or another
/// hovers into one.
@Suite struct LostPressTests {
  private func harness(_ device: DeviceDescription) -> DecoderHarness {
    var harness = DecoderHarness(Synthetic.mouse(6))
    harness.decoder.updateDevice(device, into: &harness.events)
    return harness
  }

  /// A tool comes near and draws, but its press is missing.
  private func play(_ harness: inout DecoderHarness) -> String {
    harness.motion(5, 10, 10, at: 100, [0: 1, 2: 0])
    harness.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
    harness.motion(5, 15, 15, at: 116, [0: 3, 2: 409.4])
    harness.motion(5, 18, 18, at: 124, [0: 4, 2: 409.4])
    harness.motion(5, 20, 20, at: 132, [0: 5, 2: 0])
    return harness.story()
  }

  @Test("a new libinput tool draws from the first motion with pressure") func drawn() {
    var harness = harness(Synthetic.libinputPen(5))
    #expect(
      play(&harness)
        == "hover(10,10) hover(12,12) down(12,12) drag(15,15) drag(18,18) up.releaseLost(18,18) hover(20,20)")
  }

  @Test("a tap of which one report has pressure makes a dot there, and counts as its first contact") func tapped() {
    for device in [Synthetic.libinputPen(5), Synthetic.libinputEraser(5)] {
      var harness = harness(device)
      harness.motion(5, 10, 10, at: 100, [0: 1, 2: 0])
      harness.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
      harness.motion(5, 15, 15, at: 116, [0: 3, 2: 0])
      let events = harness.take()
      #expect(
        events.map(brief).joined(separator: " ")
          == "hover(10,10) hover(12,12) down(12,12) up.releaseLost(12,12) hover(15,15)")
      harness.events = events
      #expect(harness.samples().map { ($0.pressure * 100).rounded() } == [0, 10, 10, 10, 0])
      #expect(play(&harness) == "hover(10,10) hover(12,12) hover(15,15) hover(18,18) hover(20,20)")
    }
  }

  @Test("pressure before the pen left or the window was lost makes no dot afterwards") func leftMeanwhile() {
    for isLost in [true, false] {
      var harness = harness(Synthetic.libinputPen(5))
      harness.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
      if isLost {
        harness.decoder.windowLost(into: &harness.events)
      } else {
        harness.leave(5, at: 110)
      }
      harness.motion(5, 300, 300, at: 900, [0: 40, 2: 0])
      #expect(harness.story() == "hover(12,12) left hover(300,300)")
    }
  }

  @Test("its second contact needs a press") func onlyOnce() {
    var harness = harness(Synthetic.libinputPen(5))
    _ = play(&harness)
    #expect(play(&harness) == "hover(10,10) hover(12,12) hover(15,15) hover(18,18) hover(20,20)")
  }

  @Test("a first press that arrives makes one stroke with the motion before it") func arrivingPress() {
    var harness = harness(Synthetic.libinputPen(5))
    harness.motion(5, 10, 10, at: 100, [0: 1, 2: 0])
    harness.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
    harness.press(5, 12, 12, at: 108)
    harness.motion(5, 15, 15, at: 116, buttons: [1], [0: 3, 2: 409.4])
    harness.release(5, 15, 15, at: 124)
    #expect(harness.story() == "hover(10,10) hover(12,12) down(12,12) drag(15,15) up.lifted(15,15)")
  }

  @Test("an earlier tool, or one of another driver, never draws without a press")
  func others() {
    let hovers = "hover(10,10) hover(12,12) hover(15,15) hover(18,18) hover(20,20)"
    for device in [Synthetic.wacomStylus(5), Synthetic.xwaylandStylus(5), Synthetic.evdevPen(5)] {
      var harness = harness(device)
      #expect(play(&harness) == hovers, "\(device.name)")
    }
    var before = DecoderHarness(Synthetic.libinputPen(5))
    #expect(play(&before) == hovers)
  }

  @Test("such a stroke is kept when its pen leaves, and continues when a press comes late") func ends() {
    var harness = harness(Synthetic.libinputPen(5))
    harness.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
    harness.motion(5, 15, 15, at: 116, [0: 3, 2: 409.4])
    harness.decoder.proximityOut(5, into: &harness.events)
    #expect(harness.story() == "hover(12,12) down(12,12) drag(15,15) up.proximityLost(15,15) left")

    harness = self.harness(Synthetic.libinputEraser(5))
    harness.motion(5, 12, 12, at: 108, [0: 2, 2: 204.7])
    harness.motion(5, 15, 15, at: 116, [0: 3, 2: 409.4])
    harness.press(5, 15, 15, at: 117)
    harness.motion(5, 18, 18, at: 124, buttons: [1], [0: 4, 2: 409.4])
    harness.release(5, 18, 18, at: 132)
    #expect(
      harness.story()
        == "hover(12,12) down(12,12) drag(15,15) drag(18,18) up.lifted(18,18)")
  }
}
