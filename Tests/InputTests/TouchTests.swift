import Geometry
import Ink
import RandomSource
import Testing

@testable import Input

/// Fingers and pens together, from X's events.
@Suite struct TouchTests {
  private let swiped = "hold(100,100) move(130,100) let-go"

  /// Breaks if a touch counts while a pen is near, or within 500 ms after; or not any more after that.
  @Test func palmsWhileThePenIsNear() {
    var d = TouchDesk()
    #expect(d.swipe(at: 1000) == swiped)
    d.near(true, at: 2000)
    #expect(d.swipe(at: 2001) == "" && d.swipe(at: 9000) == "", "it hovers without a word")
    d.near(false, at: 10_000)
    #expect(d.swipe(at: 10_000) == "" && d.swipe(at: 10_499) == "")
    #expect(d.swipe(at: 10_500) == swiped)
  }

  /// Breaks if a pen whose driver tells no proximity is not noticed by its events, or for ever.
  @Test func palmsBesideAPenWithoutProximity() {
    var d = TouchDesk()
    d.desk.motion(TouchDesk.pen, 10, 10, at: 1000)
    #expect(d.desk.story() == "hover(10,10)")
    #expect(d.swipe(at: 1499) == "")
    #expect(d.swipe(at: 1600) == swiped)
    // A mouse is no pen.
    d.desk.motion(60, 10, 10, at: 3000)
    _ = d.desk.story()
    #expect(d.swipe(at: 3001) == swiped)
  }

  /// Breaks if a touch that began beside a pen means something later in its life, or a pen's leaving that was never told
  /// silences fingers for ever.
  @Test func ignoredForLifeButNotForEver() {
    var d = TouchDesk()
    d.near(true, at: 1000)
    d.finger(.begin, 100, 100, at: 1100)
    d.near(false, at: 1200)
    d.finger(.update, 200, 100, at: 5000)
    d.finger(.end, 200, 100, at: 5001)
    #expect(d.desk.story() == "")
    d.near(true, at: 6000)
    #expect(d.swipe(at: 35_999) == "")
    #expect(d.swipe(at: 36_000) == swiped)
    // The device is pulled out.
    d.near(true, at: 50_000)
    d.desk.decoder.deviceRemoved(TouchDesk.pen, into: &d.desk.events)
    #expect(d.swipe(at: 51_000) == swiped)
  }

  /// Breaks if the times of pens and fingers are compared as they are where the server's clock wraps.
  @Test func theClockWraps() {
    var d = TouchDesk()
    d.near(true, at: .max - 100)
    d.near(false, at: .max - 50)
    #expect(d.swipe(at: 300) == "")
    #expect(d.swipe(at: 600) == swiped)
  }

  /// Breaks if a pen that comes near does not end touches in progress, by any sign of it: as they were, where they are new.
  @Test(arguments: [0, 1, 2]) func aPenComes(_ sign: Int) {
    var d = TouchDesk()
    func come(at time: UInt32) {
      switch sign {
      case 0: d.near(true, at: time)
      case 1: d.desk.motion(TouchDesk.pen, 10, 10, at: time)
      default: d.desk.press(TouchDesk.pen, 10, 10, at: time)
      }
    }
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 130, 100, at: 1010)
    come(at: 1100)
    d.finger(.update, 160, 100, at: 1110)
    d.finger(.end, 160, 100, at: 1120)
    #expect(d.desk.story().hasPrefix("hold(100,100) move(130,100) cancel"))
    d = TouchDesk()
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 130, 100, at: 1010)
    come(at: 2000)
    #expect(d.desk.story().hasPrefix("hold(100,100) move(130,100) let-go"))
  }

  /// Breaks if a finger on a panel is no pointer of its own with a beginning and an end, or a press of it counts that turns
  /// out to be a hand's.
  @Test func aFingerOnAPanel() {
    var d = TouchDesk()
    d.finger(.begin, 100, 100, at: 1000, onPanel: true)
    #expect(d.desk.story() == "down(100,100)")
    d.finger(.update, 110, 100, at: 1010)
    d.finger(.end, 110, 100, at: 1020)
    #expect(d.desk.story() == "drag(110,100) up.lifted(110,100) left")
    d.finger(.begin, 100, 100, at: 2000, onPanel: true)
    d.near(true, at: 2050)
    d.finger(.end, 100, 100, at: 2060)
    #expect(d.desk.story() == "down(100,100) up.overruled(100,100) left")
    // A mouse's button, too; its stroke is its own.
    d = TouchDesk()
    d.finger(.begin, 100, 100, at: 1000, onPanel: true)
    d.desk.press(60, 50, 50, at: 1010)
    d.finger(.end, 100, 100, at: 1020)
    d.desk.motion(60, 60, 50, at: 1030, buttons: [1])
    d.desk.release(60, 60, 50, at: 1040)
    #expect(
      d.desk.story() == "down(100,100) up.overruled(100,100) left down(50,50) drag(60,50) up.lifted(60,50)")
  }

  /// Breaks if a finger draws with anything but even pressure.
  @Test func aFingerDraws() {
    var d = TouchDesk()
    d.desk.decoder.touches.use = .draw
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 130, 100, at: 1010)
    d.finger(.end, 130, 100, at: 1020)
    let samples = d.desk.samples()
    #expect(samples.map(\.position.x) == [100, 130, 130, 130] && samples.allSatisfy { $0.tool == .touch })
    #expect(samples.allSatisfy { $0.pressure == 0.5 })
    // A screen that is pulled out keeps what was drawn, a pen takes the mark of the hand back.
    for isPulledOut in [true, false] {
      d.finger(.begin, 100, 100, at: 3000)
      d.finger(.update, 130, 100, at: 3010)
      if isPulledOut {
        d.desk.decoder.deviceRemoved(TouchDesk.screen, into: &d.desk.events)
      } else {
        d.near(true, at: 3050)
      }
      let end = isPulledOut ? "deviceRemoved" : "overruled"
      #expect(d.desk.story() == "down(100,100) drag(130,100) up.\(end)(130,100) left")
      d.desk.decoder.updateDevice(TouchDesk.touchScreen(), into: &d.desk.events)
    }
  }

  /// Breaks if fingers get in the way of a stroke or of a button that is held.
  @Test func strokesComeFirst() {
    var d = TouchDesk()
    d.desk.press(60, 10, 10, at: 1000)
    d.desk.motion(60, 20, 10, at: 1010, buttons: [1])
    d.finger(.begin, 100, 100, at: 1020)
    d.finger(.update, 150, 100, at: 1030)
    d.pinch(.begin, 1, at: 1031)
    d.pinch(.update, 2, at: 1032)
    d.desk.release(60, 20, 10, at: 1040)
    d.finger(.update, 190, 100, at: 1050)
    d.finger(.end, 190, 100, at: 1060)
    #expect(d.desk.story() == "down(10,10) drag(20,10) up.lifted(20,10)")
    d.desk.press(60, 10, 10, at: 2000, 2)
    #expect(d.swipe(at: 2010) == "press.middle")
    d.desk.release(60, 10, 10, at: 2040, 2)
    #expect(d.desk.story() == "release.middle")
  }

  /// Breaks if a broad touch is taken for a finger, when it lands or when it grows; 0.03 m are 600 units here.
  @Test func palmsByTheirBreadth() {
    var d = TouchDesk()
    d.finger(.begin, 100, 100, at: 1000, values: [5: 600])
    d.finger(.update, 150, 100, at: 1010)
    d.finger(.end, 150, 100, at: 1020)
    #expect(d.desk.story() == "")
    d.finger(.begin, 100, 100, at: 2000, values: [5: 200])
    d.finger(.update, 150, 100, at: 2010, values: [5: 599])
    d.finger(.update, 160, 100, at: 2020, values: [5: 700])
    d.finger(.update, 170, 100, at: 2030, values: [5: 100])
    d.finger(.end, 170, 100, at: 2040)
    #expect(d.desk.story() == "hold(100,100) move(150,100) cancel")
  }

  /// Breaks if touches of what is no touch screen count: a touchpad's have nothing to do with the places of the window.
  @Test func touchpadsDoNotTouch() {
    var d = TouchDesk()
    for source in [TouchDesk.pen, 60, 61, 1234, 0, -1] {
      d.finger(.begin, 100, 100, at: 1000, source: source)
      d.finger(.update, 150, 100, at: 1010, source: source)
      d.finger(.end, 150, 100, at: 1020, source: source)
    }
    #expect(d.desk.story() == "")
  }

  /// Breaks if a device that is pulled out, or a window that is hidden, leaves fingers on the canvas.
  @Test func devicesGo() {
    var d = TouchDesk()
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 150, 100, at: 2010)
    d.desk.decoder.deviceRemoved(TouchDesk.screen, into: &d.desk.events)
    d.desk.decoder.updateDevice(TouchDesk.touchScreen(), into: &d.desk.events)
    d.finger(.update, 190, 100, at: 2020)
    #expect(d.desk.story() == "hold(100,100) move(150,100) let-go")
    #expect(d.swipe(at: 3000) == swiped)
    d.finger(.begin, 100, 100, at: 4000, onPanel: true)
    d.pinch(.begin, 1, at: 4001)
    d.desk.decoder.windowLost(into: &d.desk.events)
    #expect(d.desk.story() == "down(100,100) up.overruled(100,100) left")
  }
}
