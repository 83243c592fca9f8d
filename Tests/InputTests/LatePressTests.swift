import Geometry
import Ink
import Testing

@testable import Input

/// Presses that the server stamps some ms after the motion of the same frame, since it was busy
/// between the two. Fails if the stroke loses its first point, or begins at a frame before its own.
@Suite struct LatePressTests {
  /// The first motion is at (20, 20) at 100 ms, the press `gap` ms later, the next motion at (33, 20).
  private func story(
    _ device: DeviceDescription, _ contact: [Int: Double], press: [Int: Double] = [:], gap: UInt32, button: Int = 1
  ) -> String {
    var harness = DecoderHarness(device)
    harness.motion(5, 20, 20, at: 88, [0: 2, 1: 2])
    harness.motion(5, 20, 20, at: 100, contact)
    _ = harness.take()
    harness.press(5, 20, 20, at: 100 + gap, button, values: press)
    harness.motion(5, 33, 20, at: 102 + gap, buttons: [button], [0: 3])
    harness.release(5, 33, 20, at: 110 + gap, button)
    return harness.story()
  }

  private let gaps: [UInt32] = [0, 1, 2, 3, 4, 8, 60]
  private let whole = "down(20,20) drag(33,20) up.lifted(33,20)"

  @Test("wacom and inputtest: the press has its own position, whatever the pressure")
  func ownPosition() {
    for gap in gaps {
      for pressure in [0.0, 860, 30000] {
        let wacom = [0: 2, 1: 2, 2: pressure, 3: 0, 4: 0]
        #expect(story(Synthetic.wacomStylus(5), wacom, press: wacom, gap: gap) == whole)
        #expect(story(Synthetic.wacomEraser(5), wacom, press: wacom, gap: gap) == whole)
        let test = [0: 2, 1: 2, 4: min(pressure, 1000)]
        #expect(story(Synthetic.inputtestPen(5), test, press: test, gap: gap) == whole)
      }
    }
  }

  @Test("libinput and evdev: the press has no values, but its motion has the contact's pressure")
  func contactPressure() {
    for gap in gaps {
      #expect(story(Synthetic.libinputPen(5), [2: 20], gap: gap) == whole)
      #expect(story(Synthetic.libinputEraser(5), [0: 2, 1: 2, 2: 20], gap: gap) == whole)
      #expect(story(Synthetic.libinputEraser(5), [2: 20], gap: gap, button: 3) == whole)
      #expect(story(Synthetic.evdevPen(5), [0: 2, 1: 2, 5: 80], gap: gap) == whole)
    }
  }

  @Test("a press without position after a motion without pressure may be of a later frame: it waits")
  func laterFrame() {
    for gap in gaps where gap > 1 {
      #expect(story(Synthetic.libinputPen(5), [0: 3, 2: 0], gap: gap) == "down(33,20) up.lifted(33,20)")
      #expect(story(Synthetic.inputtestPen(5), [0: 3], press: [0: 3], gap: gap) == "down(33,20) up.lifted(33,20)")
    }
    // The pressure of the last contact, which X keeps, is not the motion's.
    var harness = DecoderHarness(Synthetic.libinputPen(5))
    harness.motion(5, 10, 10, at: 100, [0: 1, 2: 500])
    harness.press(5, 10, 10, at: 100)
    harness.release(5, 10, 10, at: 110)
    harness.motion(5, 20, 20, at: 120, [0: 2])
    _ = harness.take()
    harness.press(5, 20, 20, at: 128)
    harness.motion(5, 33, 20, at: 136, buttons: [1], [0: 3, 2: 600])
    #expect(harness.story() == "down(33,20)")
  }

  @Test("a press of Xwayland, or with the mouse's position, waits as before")
  func stale() {
    for gap in gaps {
      let place = [0: 2.0, 1: 2, 2: 600]
      #expect(story(Synthetic.xwaylandStylus(5), place, press: place, gap: gap) == "down(33,20) up.lifted(33,20)")
    }
    var harness = DecoderHarness(Synthetic.libinputPen(5), Synthetic.mouse(6))
    harness.motion(5, 20, 20, at: 100, [0: 2, 2: 20])
    harness.press(5, 900, 900, at: 104)
    harness.motion(5, 33, 20, at: 108, buttons: [1], [0: 3])
    #expect(harness.story() == "hover(20,20) down(33,20)")
  }

  @Test("a press that a window manager held until the pen was away still has its motion's position")
  func heldPress() {
    for out: UInt32 in [0, 104, 190] {
      var harness = DecoderHarness(Synthetic.libinputPen(5))
      harness.motion(5, 20, 20, at: 100, [0: 2, 2: 20])
      harness.decoder.proximityOut(5, at: out, into: &harness.events)
      harness.press(5, 20, 20, at: 100)
      harness.motion(5, 33, 20, at: 104, buttons: [1], [0: 3])
      harness.release(5, 33, 20, at: 104)
      #expect(harness.story() == "hover(20,20) left down(20,20) drag(33,20) up.lifted(33,20)")
    }
    // A press after the pen was away does not.
    var harness = DecoderHarness(Synthetic.libinputPen(5))
    harness.motion(5, 20, 20, at: 100, [0: 2, 2: 20])
    harness.decoder.proximityOut(5, at: 104, into: &harness.events)
    harness.press(5, 20, 20, at: 105)
    harness.motion(5, 33, 20, at: 108, buttons: [1], [0: 3])
    #expect(harness.story() == "hover(20,20) left down(33,20)")
  }
}
