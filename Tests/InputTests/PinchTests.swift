import Geometry
import Testing

@testable import Input

/// Pinches on touchpads.
@Suite struct PinchTests {
  /// Breaks if a pinch's turn is not added up, its scale changed, or it has no end; garbage keeps the last good value.
  @Test func pinches() {
    var d = TouchDesk()
    d.pinch(.update, 3, at: 900)
    d.pinch(.begin, 1, at: 1000)
    d.pinch(.update, 1.5, 10, at: 1010)
    d.pinch(.update, .nan, .infinity, at: 1020)
    d.pinch(.update, 0, 5, at: 1020)
    d.pinch(.update, -1, -20, at: 1020)
    d.pinch(.end, 1, at: 1030)
    d.pinch(.end, 1, at: 1030)
    #expect(
      d.desk.story()
        == "pinch.begin(1,0) pinch.change(1.5,10) pinch.change(1.5,10) pinch.change(1.5,15) pinch.change(1.5,-5) "
        + "pinch.end(1.5,-5)")
    d.pinch(.begin, 1, at: 2000)
    d.pinch(.begin, 1, at: 2001)
    d.desk.press(60, 5, 5, at: 2002)
    d.pinch(.update, 2, at: 2003)
    d.desk.release(60, 5, 5, at: 2004)
    #expect(
      d.desk.story()
        == "pinch.begin(1,0) pinch.end(1,0) pinch.begin(1,0) pinch.end(1,0) down(5,5) up.lifted(5,5)")
  }

  /// Breaks if a pinch goes on below a stroke, whatever draws that: a finger, or a tool whose press X did not tell.
  @Test func pinchesEndWhereAStrokeBegins() {
    var d = TouchDesk()
    d.pinch(.begin, 1, at: 1000)
    d.finger(.begin, 100, 100, at: 1001, onPanel: true)
    d.pinch(.update, 2, at: 1002)
    d.finger(.end, 100, 100, at: 1003)
    #expect(d.desk.story() == "pinch.begin(1,0) pinch.end(1,0) down(100,100) up.lifted(100,100) left")
    d.desk.decoder.updateDevice(Synthetic.libinputPen(5), into: &d.desk.events)
    d.pinch(.begin, 1, at: 2000)
    d.desk.motion(5, 12, 12, at: 2008, [0: 2, 2: 204.7])
    d.desk.motion(5, 15, 15, at: 2016, [0: 3, 2: 409.4])
    d.pinch(.update, 2, at: 2017)
    #expect(d.desk.story() == "pinch.begin(1,0) hover(12,12) pinch.end(1,0) down(12,12) drag(15,15)")
  }
}
