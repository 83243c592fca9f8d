import Geometry
import Testing

@testable import Input

@Suite struct PinchTests {
  /// Fails if a pinch's rotation is not added up, its scale changes, or it has no end. Garbage
  /// keeps the last good value.
  @Test func pinchesAreDecoded() {
    var d = TouchHarness()
    d.pinch(.update, 3, at: 900)
    d.pinch(.begin, 1, at: 1000)
    d.pinch(.update, 1.5, 10, at: 1010)
    d.pinch(.update, .nan, .infinity, at: 1020)
    d.pinch(.update, 0, 5, at: 1020)
    d.pinch(.update, -1, -20, at: 1020)
    d.pinch(.end, 1, at: 1030)
    d.pinch(.end, 1, at: 1030)
    #expect(
      d.harness.story()
        == "pinch.begin(1,0) pinch.change(1.5,10) pinch.change(1.5,10) pinch.change(1.5,15) pinch.change(1.5,-5) "
        + "pinch.end(1.5,-5)")
    d.pinch(.begin, 1, at: 2000)
    d.pinch(.begin, 1, at: 2001)
    d.harness.press(60, 5, 5, at: 2002)
    d.pinch(.update, 2, at: 2003)
    d.harness.release(60, 5, 5, at: 2004)
    #expect(
      d.harness.story()
        == "pinch.begin(1,0) pinch.end(1,0) pinch.begin(1,0) pinch.end(1,0) down(5,5) up.lifted(5,5)")
  }

  /// Fails if a pinch continues during a stroke, whether a finger draws it or a tool whose
  /// press X lost.
  @Test func strokesEndPinches() {
    var d = TouchHarness()
    d.pinch(.begin, 1, at: 1000)
    d.finger(.begin, 100, 100, at: 1001, onPanel: true)
    d.pinch(.update, 2, at: 1002)
    d.finger(.end, 100, 100, at: 1003)
    #expect(d.harness.story() == "pinch.begin(1,0) pinch.end(1,0) down(100,100) up.lifted(100,100) left")
    d.harness.decoder.updateDevice(Synthetic.libinputPen(5), into: &d.harness.events)
    d.pinch(.begin, 1, at: 2000)
    d.harness.motion(5, 12, 12, at: 2008, [0: 2, 2: 204.7])
    d.harness.motion(5, 15, 15, at: 2016, [0: 3, 2: 409.4])
    d.pinch(.update, 2, at: 2017)
    #expect(d.harness.story() == "pinch.begin(1,0) hover(12,12) pinch.end(1,0) down(12,12) drag(15,15)")
  }
}
