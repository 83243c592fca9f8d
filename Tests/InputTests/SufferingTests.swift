import Geometry
import Ink
import Testing

@testable import Input

/// What users of other programs suffer from their pens, as far as it comes from reading events wrongly. The rest is with
/// the end-to-end tests, in a suite of the same name.
@Suite struct SufferingTests {
  /// A pen of each driver as it comes, with its way of touching: the order and content of events when the tip goes down at
  /// (20, 20) after it hovered at (10, 10), at pressure `raw` of its axis.
  private struct Driver: CustomStringConvertible {
    let description: String
    let device: DeviceDescription
    /// The valuator of its pressure, and a value of a light touch.
    let pressure: Int
    let light: Double
    /// The touch, at 100 ms.
    let touch: (inout Desk, Double) -> Void
  }

  private let drivers = [
    Driver(description: "wacom", device: Synthetic.wacomStylus(5), pressure: 2, light: 900) { desk, raw in
      desk.motion(5, 20, 20, at: 100, [0: 2, 1: 2, 2: raw, 3: 0, 4: 0])
      desk.press(5, 20, 20, at: 100, values: [0: 2, 1: 2, 2: raw, 3: 0, 4: 0])
    },
    Driver(description: "libinput", device: Synthetic.libinputPen(5), pressure: 2, light: 20) { desk, raw in
      desk.motion(5, 20, 20, at: 100, [0: 2, 1: 2, 2: raw])
      desk.press(5, 20, 20, at: 100)
    },
    Driver(description: "Xwayland", device: Synthetic.xwaylandStylus(5), pressure: 2, light: 600) { desk, raw in
      // Before its frame's motion, with what the frame before said.
      desk.press(5, 10, 10, at: 100)
      desk.motion(5, 20, 20, at: 100, buttons: [1], [0: 2, 1: 2, 2: raw])
    },
    Driver(description: "evdev", device: Synthetic.evdevPen(5), pressure: 5, light: 80) { desk, raw in
      desk.motion(5, 20, 20, at: 100, [0: 2, 1: 2, 5: raw])
      desk.press(5, 20, 20, at: 100)
    },
    Driver(description: "inputtest", device: Synthetic.inputtestPen(5), pressure: 4, light: 10) { desk, raw in
      desk.motion(5, 20, 20, at: 99, [0: 2, 1: 2, 4: raw])
      desk.press(5, 20, 20, at: 100, values: [0: 2, 1: 2, 4: raw])
      desk.motion(5, 20, 20, at: 101, buttons: [1], [0: 2, 1: 2, 4: raw])
    },
  ]

  /// A stroke by a driver's pen from (20, 20) to the right, its samples without those that hover.
  private func stroke(_ driver: Driver, after hover: [Int: Double] = [:], from mouse: Point? = nil) -> [PenSample] {
    var desk = Desk(driver.device, Synthetic.mouse(6))
    desk.motion(5, 10, 10, at: 80, [0: 1, 1: 1].merging(hover) { $1 })
    if let mouse { desk.motion(6, mouse.x, mouse.y, at: 90, [0: 1]) }
    driver.touch(&desk, driver.light)
    for i in 1...5 {
      desk.motion(5, 20 + 4 * Double(i), 20, at: UInt32(100 + 8 * i), buttons: [1], [0: Double(2 + i)])
    }
    desk.release(5, 40, 20, at: 145)
    return ink(&desk)
  }

  /// The samples of strokes so far, taken away.
  private func ink(_ desk: inout Desk) -> [PenSample] {
    desk.take().compactMap {
      guard case .pointer(let event) = $0 else { return nil }
      return switch event.phase {
      case .down, .drag, .up: event.sample
      default: nil
      }
    }
  }

  /// Would break if a stroke started where the pen, or the mouse, was before: a press comes with a stale place on Xwayland,
  /// and with the mouse's on any driver once that has moved.
  @Test func tickAtStrokeStart() {
    for driver in drivers {
      for mouse in [nil, Point(900, 700)] {
        let samples = stroke(driver, from: mouse)
        #expect(samples.count >= 6 && samples.allSatisfy { $0.position.y == 20 && $0.position.x >= 20 }, "\(driver)")
        #expect(samples.first?.position == Point(20, 20), "\(driver)")
      }
    }
  }

  /// Would break if the first sample had the pressure of the stroke before, of hovering or of the middle of the range, or
  /// wacom's press threshold were not taken off: the stroke would start with a blot.
  @Test func firstDabAtFullPressure() {
    for driver in drivers {
      let full = driver.device.axes.first { $0.number == driver.pressure }?.max ?? 0
      for before in [0, full] {
        // The last stroke ended at this pressure, and nothing says that it is gone.
        let samples = stroke(driver, after: [driver.pressure: before])
        #expect((samples.first?.pressure ?? 1) < 0.02, "\(driver) after \(before)")
        #expect(samples.allSatisfy { $0.pressure < 0.02 }, "\(driver) after \(before)")
      }
    }
  }

  /// Would break if an axis that an event leaves out counted as 0, or was found by its place among those that are there.
  @Test func brokenLinesWhereAnAxisIsMissing() {
    for driver in drivers {
      let samples = stroke(driver)
      #expect(samples.allSatisfy { $0.pressure > 0 && $0.pressure == samples[0].pressure }, "\(driver)")
    }
    // A mask with holes: pressure and one tilt, then the other tilt alone, then nothing but a place.
    var desk = Desk(Synthetic.evdevPen(5))
    desk.press(5, 0, 0, at: 100)
    desk.motion(5, 1, 0, at: 101, buttons: [1], [0: 1, 5: 4095.5, 7: 28.5])
    desk.motion(5, 2, 0, at: 109, buttons: [1], [9: 28.5])
    desk.motion(5, 3, 0, at: 117, buttons: [1], [0: 2])
    let samples = desk.samples()
    #expect(samples.map(\.pressure) == [0.5, 0.5, 0.5])
    #expect(isNear(samples[0].azimuth.degrees, 0) && isNear(samples[1].azimuth.degrees, 45))
    #expect(samples[2].azimuth == samples[1].azimuth && samples[2].altitude == samples[1].altitude)
  }

  /// Would break if a negative pressure that is read as an unsigned number, an infinity or a number that is none, from the
  /// event or from the device's range, became full pressure, or any at all.
  @Test func infiniteOrWrappedPressure() {
    let garbage = [4_294_967_295.0, 4_294_967_000, -4_294_967_295, .infinity, -.infinity, .nan, 1e300]
    for driver in drivers {
      var desk = Desk(driver.device)
      driver.touch(&desk, driver.light)
      for (i, value) in garbage.enumerated() {
        desk.motion(5, 20, 20, at: UInt32(110 + 8 * i), buttons: [1], [0: Double(i), driver.pressure: value])
      }
      let pressures = desk.samples().map(\.pressure)
      #expect(pressures.count >= garbage.count && pressures.allSatisfy { $0 >= 0 && $0 < 0.02 }, "\(driver)")
    }
    for (low, high) in [(0.0, 0.0), (.nan, 1), (0, .infinity), (9, -9)] {
      var device = Synthetic.libinputPen(5)
      (device.axes[2].min, device.axes[2].max) = (low, high)
      var desk = Desk(device)
      desk.motion(5, 1, 1, at: 100, [2: 700])
      desk.press(5, 1, 1, at: 100)
      desk.motion(5, 2, 1, at: 108, buttons: [1], [2: 900])
      #expect(desk.samples().dropFirst().map(\.pressure) == [0.5, 0.5])
    }
  }

  /// Would break if pressure, a button that is no contact, or a motion that says that the contact is down without a press
  /// made ink.
  @Test func drawingWhileHovering() {
    for driver in drivers {
      var desk = Desk(driver.device)
      let full = driver.device.axes.first { $0.number == driver.pressure }?.max ?? 0
      desk.motion(5, 10, 10, at: 100, [0: 1, driver.pressure: full])
      desk.press(5, 10, 10, at: 105, 2)
      desk.motion(5, 12, 10, at: 108, buttons: [2], [0: 2, driver.pressure: full])
      desk.release(5, 12, 10, at: 110, 2)
      desk.motion(5, 14, 10, at: 116, buttons: [1], [0: 3, driver.pressure: full])
      desk.motion(5, 16, 10, at: 124, [0: 4])
      #expect(
        desk.story() == "hover(10,10) press.middle hover(12,10) release.middle hover(14,10) hover(16,10)", "\(driver)")
      #expect(!desk.decoder.isStrokeActive)
    }
  }

  /// Would break if a stroke whose end got lost were gone on with by the next one, wherever that starts; however it was lost.
  @Test func aLineFromTheOldStrokeToTheNew() {
    for driver in drivers {
      for loss in 0..<5 {
        var desk = Desk(driver.device, Synthetic.mouse(6))
        driver.touch(&desk, driver.light)
        desk.motion(5, 24, 20, at: 116, buttons: [1], [0: 3])
        _ = desk.take()
        switch loss {
        case 0: break
        case 1: desk.decoder.proximityOut(5, into: &desk.events)
        case 2: desk.decoder.deviceRemoved(5, into: &desk.events)
        case 3: desk.leave(2, at: 120, isFromGrab: true)
        default: desk.decoder.windowLost(into: &desk.events)
        }
        if loss == 2 { desk.decoder.updateDevice(driver.device, into: &desk.events) }
        desk.press(5, 300, 300, at: 900)
        desk.motion(5, 301, 300, at: 900, buttons: [1], [0: 9])
        desk.motion(5, 305, 300, at: 908, buttons: [1], [0: 9])
        var ended = false
        for event in desk.take() {
          guard case .pointer(let e) = event else { continue }
          switch e.phase {
          case .up:
            ended = true
            #expect(e.sample.position == Point(24, 20), "\(driver) \(loss): the end adds no point")
          case .down, .drag:
            #expect(ended && e.sample.position.y == 300, "\(driver) \(loss)")
          default: break
          }
        }
        #expect(ended && desk.decoder.isStrokeActive, "\(driver) \(loss)")
      }
    }
  }

  /// Would break if a hand on the tablet or the screen made marks: by touches, by the pointer that X makes of them, by the
  /// tablet's own touch device that has a pressure, or by its pad under the other hand.
  @Test func palmMarks() {
    var desk = Desk(
      Synthetic.wacomStylus(5), Synthetic.wacomTouch(7), Synthetic.libinputPad(8), Synthetic.mouse(9),
      DeviceDescription(
        id: 10, name: "Some Screen", xi1Type: "TOUCHSCREEN", hasTouchClass: true,
        axes: [Synthetic.absX(4096), Synthetic.absY(4096), Synthetic.pressure(number: 2, max: 255)]))
    func palm(_ desk: inout Desk, at time: UInt32) {
      for source in [7, 8, 10] {
        desk.motion(source, 200, 200, at: time, [0: 9, 1: 9, 2: 200])
        desk.press(source, 200, 200, at: time, values: [0: 9, 1: 9, 2: 200])
        desk.motion(source, 220, 220, at: time + 1, buttons: [1], [0: 19, 1: 19, 2: 255])
        desk.release(source, 220, 220, at: time + 2)
      }
      // The pointer that X makes of a touch may be told of any device.
      desk.press(9, 200, 200, at: time, isEmulated: true)
      desk.motion(9, 220, 220, at: time + 1, buttons: [1], [0: 9], isEmulated: true)
    }
    palm(&desk, at: 50)
    #expect(desk.samples().isEmpty && !desk.decoder.isStrokeActive)
    desk.press(5, 10, 10, at: 100, values: [2: 30000])
    desk.motion(5, 11, 10, at: 101, buttons: [1], [0: 1])
    palm(&desk, at: 104)
    desk.motion(5, 12, 10, at: 109, buttons: [1], [0: 2])
    desk.release(5, 12, 10, at: 115)
    #expect(desk.samples().map(\.position) == [Point(11, 10), Point(12, 10), Point(12, 10)])

    // Where fingers are set to draw: what the hand drew less than 500 ms before the pen goes back, beside the pen and 499 ms
    // after it touches mean nothing.
    desk.decoder.touches.use = .draw
    func touch(_ desk: inout Desk, _ phase: RawTouchEvent.Phase, _ source: Int, _ x: Double, at time: UInt32) {
      let raw = RawTouchEvent(phase: phase, source: source, finger: 1, time: time, position: Point(x, 200))
      desk.decoder.handle(raw, into: &desk.events)
    }
    func swipe(_ desk: inout Desk, at time: UInt32) -> String {
      for source in [7, 10] {
        touch(&desk, .begin, source, 200, at: time)
        touch(&desk, .update, source, 230, at: time)
        touch(&desk, .end, source, 230, at: time)
      }
      return desk.story()
    }
    touch(&desk, .begin, 10, 200, at: 1000)
    touch(&desk, .update, 10, 230, at: 1100)
    desk.motion(5, 10, 10, at: 1499, [0: 3])
    #expect(desk.story() == "down(200,200) drag(230,200) up.overruled(230,200) left hover(10,10)")
    #expect(swipe(&desk, at: 1500) == "")
    desk.press(5, 10, 10, at: 1501, values: [2: 30000])
    desk.motion(5, 11, 10, at: 1502, buttons: [1], [0: 4])
    touch(&desk, .begin, 7, 200, at: 1503)
    touch(&desk, .update, 7, 230, at: 1504)
    #expect(swipe(&desk, at: 1505) == "down(11,10)")
    desk.motion(5, 12, 10, at: 1509, buttons: [1], [0: 5])
    desk.release(5, 12, 10, at: 1515)
    #expect(swipe(&desk, at: 2014) == "drag(12,10) up.lifted(12,10)")
    touch(&desk, .update, 7, 290, at: 2100)
    #expect(desk.story() == "", "what lay there beside the pen")
    touch(&desk, .end, 7, 290, at: 2101)
    #expect(swipe(&desk, at: 2102).hasPrefix("down(200,200) drag(230,200) up.lifted(230,200)"))
  }

  /// Would break if a pen's other end drew: on any driver, by name where that is all there is, and where the driver tells
  /// its touch by another button.
  @Test func ignoredEraser() {
    var renamed = Synthetic.evdevPen(5)
    renamed.name = "HID 256c:006d eraser"
    for device in [Synthetic.wacomEraser(5), Synthetic.libinputEraser(5), Synthetic.xwaylandEraser(5), renamed] {
      for button in [1, 3] {
        var desk = Desk(device)
        let pressure = device.axes.first { $0.label == "Abs Pressure" }?.number ?? 0
        desk.motion(5, 9, 9, at: 100, [0: 1, pressure: 2000])
        desk.press(5, 9, 9, at: 100, button)
        desk.motion(5, 10, 9, at: 108, buttons: [button], [0: 2])
        desk.release(5, 10, 9, at: 116, button)
        let events = desk.take()
        #expect(events.contains { brief($0).hasPrefix("down") }, "\(device.name) \(button)")
        desk.events = events
        #expect(desk.samples().allSatisfy { $0.tool == .eraser }, "\(device.name) \(button)")
      }
    }
  }

  /// Would break if a pen were known by the properties and types that the wacom driver sets, or by its axes' numbers, alone.
  @Test func noPressureWithoutWacomsProperties() {
    for device in [
      Synthetic.libinputPen(5), Synthetic.xwaylandStylus(5), Synthetic.evdevPen(5), Synthetic.inputtestPen(5),
    ] {
      for type in [nil, "TABLET", "MOUSE", "UNKNOWN"] {
        var bare = device
        (bare.name, bare.xi1Type, bare.wacomToolType, bare.isToolNear) = ("Tablet Monitor", type, nil, nil)
        bare.axes.reverse()
        let axis = bare.axes.first { $0.label == "Abs Pressure" }
        var desk = Desk(bare)
        desk.press(5, 9, 9, at: 100)
        desk.motion(5, 10, 9, at: 101, buttons: [1], [0: 2, axis?.number ?? 0: (axis?.max ?? 0) / 4])
        #expect(desk.samples().map(\.pressure) == [0.25], "\(device.name) as \(type ?? "nothing")")
      }
    }
  }

  /// Would break if a mouse that is moved, pressed or turned, or lies under the tablet, added points to a stroke or ended it.
  @Test func mouseMotionDisturbingAStroke() {
    for driver in drivers {
      let alone = stroke(driver)
      var desk = Desk(driver.device, Synthetic.mouse(6))
      desk.motion(5, 10, 10, at: 80, [0: 1, 1: 1])
      driver.touch(&desk, driver.light)
      for i in 1...5 {
        let time = UInt32(100 + 8 * i)
        desk.motion(6, 300, 300 + Double(i), at: time - 4, buttons: [1], [0: 1, 1: 1, 3: Double(15 * i)])
        desk.press(6, 300, 300, at: time - 3, [1, 2, 3, 4, 8][i - 1], buttons: [1])
        desk.release(6, 300, 300, at: time - 2, [1, 2, 3, 4, 8][i - 1])
        desk.motion(5, 20 + 4 * Double(i), 20, at: time, buttons: [1], [0: Double(2 + i)])
      }
      desk.release(5, 40, 20, at: 145)
      #expect(ink(&desk) == alone, "\(driver)")
    }
  }
}
