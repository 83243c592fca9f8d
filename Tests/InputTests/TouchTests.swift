import Geometry
import Ink
import RandomSource
import Testing

@testable import Input

@Suite struct TouchTests {
  private let swiped = "hold(100,100) move(130,100) let-go"

  /// Fails if a touch counts while a pen is near or within 500 ms after, or is still ignored
  /// later.
  @Test func touchesNearAPenAreIgnored() {
    var d = TouchHarness()
    #expect(d.swipe(at: 1000) == swiped)
    d.near(true, at: 2000)
    #expect(d.swipe(at: 2001) == "" && d.swipe(at: 9000) == "", "it hovers without a word")
    d.near(false, at: 10_000)
    #expect(d.swipe(at: 10_000) == "" && d.swipe(at: 10_499) == "")
    #expect(d.swipe(at: 10_500) == swiped)
  }

  /// Fails if a pen without proximity reports is not noticed by its events, or counts for ever.
  @Test func pensWithoutProximityAreNoticed() {
    var d = TouchHarness()
    d.harness.motion(TouchHarness.pen, 10, 10, at: 1000)
    #expect(d.harness.story() == "hover(10,10)")
    #expect(d.swipe(at: 1499) == "")
    #expect(d.swipe(at: 1600) == swiped)
    // A mouse is not a pen.
    d.harness.motion(60, 10, 10, at: 3000)
    _ = d.harness.story()
    #expect(d.swipe(at: 3001) == swiped)
  }

  /// Fails if a touch that began beside a pen counts later, or a pen whose leaving was not
  /// reported blocks fingers for ever.
  @Test func ignoredTouchesStayIgnored() {
    var d = TouchHarness()
    d.near(true, at: 1000)
    d.finger(.begin, 100, 100, at: 1100)
    d.near(false, at: 1200)
    d.finger(.update, 200, 100, at: 5000)
    d.finger(.end, 200, 100, at: 5001)
    #expect(d.harness.story() == "")
    d.near(true, at: 6000)
    #expect(d.swipe(at: 35_999) == "")
    #expect(d.swipe(at: 36_000) == swiped)
    // The device is unplugged.
    d.near(true, at: 50_000)
    d.harness.decoder.deviceRemoved(TouchHarness.pen, into: &d.harness.events)
    #expect(d.swipe(at: 51_000) == swiped)
  }

  /// Fails if times of pens and fingers are compared without unwrapping the server's clock.
  @Test func clockMayWrap() {
    var d = TouchHarness()
    d.near(true, at: .max - 100)
    d.near(false, at: .max - 50)
    #expect(d.swipe(at: 300) == "")
    #expect(d.swipe(at: 600) == swiped)
  }

  /// Fails if a pen that comes near, by any sign of it, does not end touches in progress: kept
  /// if they are old, undone if they are new.
  @Test(arguments: [0, 1, 2]) func penEndsTouches(_ sign: Int) {
    var d = TouchHarness()
    func come(at time: UInt32) {
      switch sign {
      case 0: d.near(true, at: time)
      case 1: d.harness.motion(TouchHarness.pen, 10, 10, at: time)
      default: d.harness.press(TouchHarness.pen, 10, 10, at: time)
      }
    }
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 130, 100, at: 1010)
    come(at: 1100)
    d.finger(.update, 160, 100, at: 1110)
    d.finger(.end, 160, 100, at: 1120)
    #expect(d.harness.story().hasPrefix("hold(100,100) move(130,100) cancel"))
    d = TouchHarness()
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 130, 100, at: 1010)
    come(at: 2000)
    #expect(d.harness.story().hasPrefix("hold(100,100) move(130,100) let-go"))
  }

  /// Fails if a finger on a panel is not a pointer with a beginning and an end, or a palm's press
  /// counts.
  @Test func fingerPressesPanels() {
    var d = TouchHarness()
    d.finger(.begin, 100, 100, at: 1000, onPanel: true)
    #expect(d.harness.story() == "down(100,100)")
    d.finger(.update, 110, 100, at: 1010)
    d.finger(.end, 110, 100, at: 1020)
    #expect(d.harness.story() == "drag(110,100) up.lifted(110,100) left")
    d.finger(.begin, 100, 100, at: 2000, onPanel: true)
    d.near(true, at: 2050)
    d.finger(.end, 100, 100, at: 2060)
    #expect(d.harness.story() == "down(100,100) up.overruled(100,100) left")
    // The same for a mouse's button; its stroke is its own.
    d = TouchHarness()
    d.finger(.begin, 100, 100, at: 1000, onPanel: true)
    d.harness.press(60, 50, 50, at: 1010)
    d.finger(.end, 100, 100, at: 1020)
    d.harness.motion(60, 60, 50, at: 1030, buttons: [1])
    d.harness.release(60, 60, 50, at: 1040)
    #expect(
      d.harness.story() == "down(100,100) up.overruled(100,100) left down(50,50) drag(60,50) up.lifted(60,50)")
  }

  /// Fails if a finger draws with varying pressure.
  @Test func fingerDraws() {
    var d = TouchHarness()
    d.harness.decoder.touches.use = .draw
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 130, 100, at: 1010)
    d.finger(.end, 130, 100, at: 1020)
    let samples = d.harness.samples()
    #expect(samples.map(\.position.x) == [100, 130, 130, 130] && samples.allSatisfy { $0.tool == .touch })
    #expect(samples.allSatisfy { $0.pressure == 0.5 })
    // An unplugged screen keeps its stroke; a pen undoes a palm's mark.
    for isPulledOut in [true, false] {
      d.finger(.begin, 100, 100, at: 3000)
      d.finger(.update, 130, 100, at: 3010)
      if isPulledOut {
        d.harness.decoder.deviceRemoved(TouchHarness.screen, into: &d.harness.events)
      } else {
        d.near(true, at: 3050)
      }
      let end = isPulledOut ? "deviceRemoved" : "overruled"
      #expect(d.harness.story() == "down(100,100) drag(130,100) up.\(end)(130,100) left")
      d.harness.decoder.updateDevice(TouchHarness.touchScreen(), into: &d.harness.events)
    }
  }

  /// Fails if fingers disturb a stroke or a held button.
  @Test func strokesBlockTouches() {
    var d = TouchHarness()
    d.harness.press(60, 10, 10, at: 1000)
    d.harness.motion(60, 20, 10, at: 1010, buttons: [1])
    d.finger(.begin, 100, 100, at: 1020)
    d.finger(.update, 150, 100, at: 1030)
    d.pinch(.begin, 1, at: 1031)
    d.pinch(.update, 2, at: 1032)
    d.harness.release(60, 20, 10, at: 1040)
    d.finger(.update, 190, 100, at: 1050)
    d.finger(.end, 190, 100, at: 1060)
    #expect(d.harness.story() == "down(10,10) drag(20,10) up.lifted(20,10)")
    d.harness.press(60, 10, 10, at: 2000, 2)
    #expect(d.swipe(at: 2010) == "press.middle")
    d.harness.release(60, 10, 10, at: 2040, 2)
    #expect(d.harness.story() == "release.middle")
  }

  /// Fails if a broad touch counts as a finger, when it lands or when it grows. 0.03 m are 600
  /// units here.
  @Test func broadTouchesArePalms() {
    var d = TouchHarness()
    d.finger(.begin, 100, 100, at: 1000, values: [5: 600])
    d.finger(.update, 150, 100, at: 1010)
    d.finger(.end, 150, 100, at: 1020)
    #expect(d.harness.story() == "")
    d.finger(.begin, 100, 100, at: 2000, values: [5: 200])
    d.finger(.update, 150, 100, at: 2010, values: [5: 599])
    d.finger(.update, 160, 100, at: 2020, values: [5: 700])
    d.finger(.update, 170, 100, at: 2030, values: [5: 100])
    d.finger(.end, 170, 100, at: 2040)
    #expect(d.harness.story() == "hold(100,100) move(150,100) cancel")
  }

  /// Fails if touches of devices other than touch screens count: a touchpad's positions are not
  /// those of the window.
  @Test func touchpadsAreNotTouchScreens() {
    var d = TouchHarness()
    for source in [TouchHarness.pen, 60, 61, 1234, 0, -1] {
      d.finger(.begin, 100, 100, at: 1000, source: source)
      d.finger(.update, 150, 100, at: 1010, source: source)
      d.finger(.end, 150, 100, at: 1020, source: source)
    }
    #expect(d.harness.story() == "")
  }

  /// Fails if a device that is unplugged, or a window that is hidden, leaves fingers on the
  /// canvas.
  @Test func removedDevicesReleaseTheCanvas() {
    var d = TouchHarness()
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 150, 100, at: 2010)
    d.harness.decoder.deviceRemoved(TouchHarness.screen, into: &d.harness.events)
    d.harness.decoder.updateDevice(TouchHarness.touchScreen(), into: &d.harness.events)
    d.finger(.update, 190, 100, at: 2020)
    #expect(d.harness.story() == "hold(100,100) move(150,100) let-go")
    #expect(d.swipe(at: 3000) == swiped)
    d.finger(.begin, 100, 100, at: 4000, onPanel: true)
    d.pinch(.begin, 1, at: 4001)
    d.harness.decoder.windowLost(into: &d.harness.events)
    #expect(d.harness.story() == "down(100,100) up.overruled(100,100) left")
  }
}
