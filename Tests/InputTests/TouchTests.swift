import Dice
import Geometry
import Ink
import Testing

@testable import Input

/// Fingers and pens together, from X's events.
@Suite struct TouchTests {
  private static let screen = 90
  private static let pen = 50

  private static func touchScreen(_ id: Int = screen) -> DeviceDescription {
    DeviceDescription(
      id: id, name: "Some Touchscreen", xi1Type: "TOUCHSCREEN", hasTouchClass: true,
      axes: [
        AxisDescription(number: 0, label: "Abs MT Position X", max: 4000, resolution: 20_000),
        AxisDescription(number: 1, label: "Abs MT Position Y", max: 3000, resolution: 20_000),
        AxisDescription(number: 5, label: "Abs MT Touch Major", max: 4000),
      ])
  }

  private struct Desktop {
    var desk = Desk(touchScreen(), Synthetic.inputtestPen(pen), Synthetic.mouse(), Synthetic.touchpad())

    mutating func finger(
      _ phase: RawTouchEvent.Phase, _ x: Double, _ y: Double, at time: UInt32, _ finger: UInt32 = 1,
      source: Int = screen, values: [Int: Double] = [:], onPanel: Bool = false
    ) {
      desk.decoder.handle(
        RawTouchEvent(
          phase: phase, source: source, finger: finger, time: time, position: Point(x, y), valuators: valuators(values)),
        isOnPanel: onPanel, into: &desk.events)
    }

    mutating func pinch(_ phase: RawPinchEvent.Phase, _ scale: Double, _ turn: Double = 0, at time: UInt32) {
      desk.decoder.handle(
        RawPinchEvent(phase: phase, source: 61, time: time, position: Point(40, 30), scale: scale, turn: turn),
        into: &desk.events)
    }

    mutating func near(_ isNear: Bool, at time: UInt32) {
      if isNear {
        desk.decoder.proximityIn(pen, at: time, into: &desk.events)
      } else {
        desk.decoder.proximityOut(pen, at: time, into: &desk.events)
      }
    }

    /// A finger that moves by 30 px.
    mutating func swipe(at time: UInt32) -> String {
      finger(.begin, 100, 100, at: time)
      finger(.update, 130, 100, at: time + 10)
      finger(.end, 130, 100, at: time + 20)
      return desk.story()
    }
  }

  private let swiped = "hold(100,100) move(130,100) let-go"

  /// Breaks if a touch counts while a pen is near, or within 500 ms after; or not any more after that.
  @Test func palmsWhileThePenIsNear() {
    var d = Desktop()
    #expect(d.swipe(at: 1000) == swiped)
    d.near(true, at: 2000)
    #expect(d.swipe(at: 2001) == "" && d.swipe(at: 9000) == "", "it hovers without a word")
    d.near(false, at: 10_000)
    #expect(d.swipe(at: 10_000) == "" && d.swipe(at: 10_499) == "")
    #expect(d.swipe(at: 10_500) == swiped)
  }

  /// Breaks if a pen whose driver tells no proximity is not noticed by its events, or for ever.
  @Test func palmsBesideAPenWithoutProximity() {
    var d = Desktop()
    d.desk.motion(Self.pen, 10, 10, at: 1000)
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
    var d = Desktop()
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
    d.desk.decoder.deviceRemoved(Self.pen, into: &d.desk.events)
    #expect(d.swipe(at: 51_000) == swiped)
  }

  /// Breaks if the times of pens and fingers are compared as they are where the server's clock wraps.
  @Test func theClockWraps() {
    var d = Desktop()
    d.near(true, at: .max - 100)
    d.near(false, at: .max - 50)
    #expect(d.swipe(at: 300) == "")
    #expect(d.swipe(at: 600) == swiped)
  }

  /// Breaks if a pen that comes near does not end touches in progress, by any sign of it: as they were, where they are new.
  @Test(arguments: [0, 1, 2]) func aPenComes(_ sign: Int) {
    var d = Desktop()
    func come(at time: UInt32) {
      switch sign {
      case 0: d.near(true, at: time)
      case 1: d.desk.motion(Self.pen, 10, 10, at: time)
      default: d.desk.press(Self.pen, 10, 10, at: time)
      }
    }
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 130, 100, at: 1010)
    come(at: 1100)
    d.finger(.update, 160, 100, at: 1110)
    d.finger(.end, 160, 100, at: 1120)
    #expect(d.desk.story().hasPrefix("hold(100,100) move(130,100) cancel"))
    d = Desktop()
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 130, 100, at: 1010)
    come(at: 2000)
    #expect(d.desk.story().hasPrefix("hold(100,100) move(130,100) let-go"))
  }

  /// Breaks if a finger on a panel is no pointer of its own with a beginning and an end, or a press of it counts that turns
  /// out to be a hand's.
  @Test func aFingerOnAPanel() {
    var d = Desktop()
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
    d = Desktop()
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
    var d = Desktop()
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
      if isPulledOut { d.desk.decoder.deviceRemoved(Self.screen, into: &d.desk.events) } else { d.near(true, at: 3050) }
      let end = isPulledOut ? "deviceRemoved" : "overruled"
      #expect(d.desk.story() == "down(100,100) drag(130,100) up.\(end)(130,100) left")
      d.desk.decoder.updateDevice(Self.touchScreen(), into: &d.desk.events)
    }
  }

  /// Breaks if fingers get in the way of a stroke or of a button that is held.
  @Test func strokesComeFirst() {
    var d = Desktop()
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
    var d = Desktop()
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
    var d = Desktop()
    for source in [Self.pen, 60, 61, 1234, 0, -1] {
      d.finger(.begin, 100, 100, at: 1000, source: source)
      d.finger(.update, 150, 100, at: 1010, source: source)
      d.finger(.end, 150, 100, at: 1020, source: source)
    }
    #expect(d.desk.story() == "")
  }

  /// Breaks if a device that is pulled out, or a window that is hidden, leaves fingers on the canvas.
  @Test func devicesGo() {
    var d = Desktop()
    d.finger(.begin, 100, 100, at: 1000)
    d.finger(.update, 150, 100, at: 2010)
    d.desk.decoder.deviceRemoved(Self.screen, into: &d.desk.events)
    d.desk.decoder.updateDevice(Self.touchScreen(), into: &d.desk.events)
    d.finger(.update, 190, 100, at: 2020)
    #expect(d.desk.story() == "hold(100,100) move(150,100) let-go")
    #expect(d.swipe(at: 3000) == swiped)
    d.finger(.begin, 100, 100, at: 4000, onPanel: true)
    d.pinch(.begin, 1, at: 4001)
    d.desk.decoder.windowLost(into: &d.desk.events)
    #expect(d.desk.story() == "down(100,100) up.overruled(100,100) left")
  }

  /// Breaks if a pinch's turn is not added up, its scale changed, or it has no end; garbage keeps the last good value.
  @Test func pinches() {
    var d = Desktop()
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
    var d = Desktop()
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

  /// Breaks if any mixture of pens, mice, fingers and pinches crashes, has two strokes at once, leaves one without an end, or
  /// moves the canvas below a stroke.
  @Test(arguments: 1...12) func anything(seed: UInt64) {
    var g = Dice(seed)
    var d = Desktop()
    var time: UInt32 = .max - 50_000
    var open: Int?
    var isHeld = false
    var held = Set<Int>()
    var counts: [String: Int] = [:]
    func check(_ events: [InputEvent]) {
      for event in events {
        switch event {
        case .touch(let touch):
          #expect(open == nil, "the canvas moves below a stroke")
          switch touch {
          case .hold: isHeld = true
          case .move: #expect(isHeld)
          default:
            #expect(isHeld)
            isHeld = false
          }
          counts["touch", default: 0] += 1
        case .pinch(let pinch):
          #expect(open == nil, "a pinch amid a stroke")
          #expect(pinch.scale > 0 && pinch.turn.radians.isFinite)
          counts["pinch", default: 0] += 1
        case .pointer(let pointer):
          #expect(pointer.sample.position.isFinite)
          switch pointer.phase {
          case .down:
            #expect(open == nil && !isHeld, "two things at once")
            open = pointer.source
            counts["down\(pointer.source)", default: 0] += 1
          case .up:
            #expect(open == pointer.source)
            open = nil
          default: #expect(open == nil || open == pointer.source)
          }
        default: Issue.record("out of nowhere")
        }
      }
    }
    for i in 0..<4000 {
      time &+= UInt32(g.isOne(in: 25) ? g.roll(500...900) : g.roll(0...9))
      let (x, y): (Double, Double) = (g.roll(0...900), g.roll(0...700))
      // Where a pen is, fingers mean nothing: so it comes rarely.
      let source = g.isOne(in: 12) ? Self.pen : 60
      switch g.roll(0..<100) {
      case 0..<50:
        let phase: RawTouchEvent.Phase = [.begin, .update, .update, .end][g.roll(0..<4)]
        d.finger(
          phase, g.isOne(in: 40) ? .nan : x, y, at: time, UInt32(g.roll(0...3)),
          values: g.isOne(in: 20) ? [5: g.roll(-100...900)] : [:], onPanel: g.isOne(in: 3))
      case 50..<60:
        d.pinch([.begin, .update, .update, .end][g.roll(0..<4)], g.roll(-1...3), g.roll(-5...5), at: time)
      case 60..<70: d.desk.motion(source, x, y, at: time, buttons: held)
      case 70..<75:
        let button = g.roll(1...3)
        d.desk.press(source, x, y, at: time, button, buttons: held)
        held.insert(button)
      case 75..<90:
        let button = g.roll(1...3)
        d.desk.release(source, x, y, at: time, button)
        held.remove(button)
      case 90 where g.isOne(in: 3):
        d.near(true, at: time)
        if g.isOne(in: 2) { d.desk.press(Self.pen, x, y, at: time) }
        d.near(false, at: time)
      case 91 where g.isOne(in: 4): d.desk.decoder.windowLost(into: &d.desk.events)
      case 92 where g.isOne(in: 4): d.desk.decoder.deviceRemoved(Self.screen, into: &d.desk.events)
      case 93: d.desk.decoder.updateDevice(Self.touchScreen(), into: &d.desk.events)
      case 94: d.desk.decoder.tick(now: Double(i) / 100, into: &d.desk.events)
      case 95: if open == nil, !isHeld { d.desk.decoder.touches.use = TouchUse.allCases[g.roll(0..<3)] }
      default: break
      }
      check(d.desk.take())
    }
    d.desk.decoder.windowLost(into: &d.desk.events)
    check(d.desk.take())
    #expect(open == nil && !isHeld, "the window is lost, and something goes on")
    for key in ["touch", "pinch", "down90", "down60", "down50"] { #expect(counts[key, default: 0] > 3, "\(key)") }
  }
}
