import Geometry
import Ink
import Testing

@testable import Input

/// Known problems of drawing programs with pens, as far as they come from decoding. The others are
/// in a suite of the end-to-end tests.
@Suite struct KnownProblemsTests {
  /// A pen of each driver with its order and content of events. The tip goes down at (20, 20) after
  /// hovering at (10, 10), at pressure `raw` of its axis.
  private struct Driver: CustomStringConvertible {
    let description: String
    let device: DeviceDescription
    /// The valuator of its pressure, and a value of a light touch.
    let pressure: Int
    let light: Double
    /// The contact, at 100 ms.
    let touch: (inout DecoderHarness, Double) -> Void
  }

  private let drivers = [
    Driver(description: "wacom", device: Synthetic.wacomStylus(5), pressure: 2, light: 900) { harness, raw in
      harness.motion(5, 20, 20, at: 100, [0: 2, 1: 2, 2: raw, 3: 0, 4: 0])
      harness.press(5, 20, 20, at: 100, values: [0: 2, 1: 2, 2: raw, 3: 0, 4: 0])
    },
    Driver(description: "libinput", device: Synthetic.libinputPen(5), pressure: 2, light: 20) { harness, raw in
      harness.motion(5, 20, 20, at: 100, [0: 2, 1: 2, 2: raw])
      harness.press(5, 20, 20, at: 100)
    },
    Driver(description: "Xwayland", device: Synthetic.xwaylandStylus(5), pressure: 2, light: 600) { harness, raw in
      // Before its frame's motion, with the previous frame's values.
      harness.press(5, 10, 10, at: 100)
      harness.motion(5, 20, 20, at: 100, buttons: [1], [0: 2, 1: 2, 2: raw])
    },
    Driver(description: "evdev", device: Synthetic.evdevPen(5), pressure: 5, light: 80) { harness, raw in
      harness.motion(5, 20, 20, at: 100, [0: 2, 1: 2, 5: raw])
      harness.press(5, 20, 20, at: 100)
    },
    Driver(description: "inputtest", device: Synthetic.inputtestPen(5), pressure: 4, light: 10) { harness, raw in
      harness.motion(5, 20, 20, at: 99, [0: 2, 1: 2, 4: raw])
      harness.press(5, 20, 20, at: 100, values: [0: 2, 1: 2, 4: raw])
      harness.motion(5, 20, 20, at: 101, buttons: [1], [0: 2, 1: 2, 4: raw])
    },
  ]

  /// The samples of a stroke of a driver's pen from (20, 20) to the right, without hovering.
  private func stroke(_ driver: Driver, after hover: [Int: Double] = [:], from mouse: Point? = nil) -> [PenSample] {
    var harness = DecoderHarness(driver.device, Synthetic.mouse(6))
    harness.motion(5, 10, 10, at: 80, [0: 1, 1: 1].merging(hover) { $1 })
    if let mouse { harness.motion(6, mouse.x, mouse.y, at: 90, [0: 1]) }
    driver.touch(&harness, driver.light)
    for i in 1...5 {
      harness.motion(5, 20 + 4 * Double(i), 20, at: UInt32(100 + 8 * i), buttons: [1], [0: Double(2 + i)])
    }
    harness.release(5, 40, 20, at: 145)
    return ink(&harness)
  }

  /// Removes and returns the samples of strokes so far.
  private func ink(_ harness: inout DecoderHarness) -> [PenSample] {
    harness.take().compactMap {
      guard case .pointer(let event) = $0 else { return nil }
      return switch event.phase {
      case .down, .drag, .up: event.sample
      default: nil
      }
    }
  }

  /// Fails if a stroke starts where the pen, or the mouse, was before. A press has an old
  /// position on Xwayland, and the mouse's on any driver after that has moved.
  @Test func strokesDoNotStartAtAnOldPosition() {
    for driver in drivers {
      for mouse in [nil, Point(900, 700)] {
        let samples = stroke(driver, from: mouse)
        #expect(samples.count >= 6 && samples.allSatisfy { $0.position.y == 20 && $0.position.x >= 20 }, "\(driver)")
        #expect(samples.first?.position == Point(20, 20), "\(driver)")
      }
    }
  }

  /// Fails if a stroke starts with a blot: the pressure of the previous stroke, of hovering, or of
  /// the middle of the range. Also fails if wacom's press threshold is not subtracted.
  @Test func strokesDoNotStartAtFullPressure() {
    for driver in drivers {
      let full = driver.device.axes.first { $0.number == driver.pressure }?.max ?? 0
      for before in [0, full] {
        // The last stroke ended at this pressure, and no event has reset it.
        let samples = stroke(driver, after: [driver.pressure: before])
        #expect((samples.first?.pressure ?? 1) < 0.02, "\(driver) after \(before)")
        #expect(samples.allSatisfy { $0.pressure < 0.02 }, "\(driver) after \(before)")
      }
    }
  }

  /// Fails if an omitted axis counts as 0, or is found by its position among the present ones.
  @Test func missingAxesKeepTheirValue() {
    for driver in drivers {
      let samples = stroke(driver)
      #expect(samples.allSatisfy { $0.pressure > 0 && $0.pressure == samples[0].pressure }, "\(driver)")
    }
    // A mask with gaps: pressure and one tilt, then the other tilt alone, then only a position.
    var harness = DecoderHarness(Synthetic.evdevPen(5))
    harness.press(5, 0, 0, at: 100)
    harness.motion(5, 1, 0, at: 101, buttons: [1], [0: 1, 5: 4095.5, 7: 28.5])
    harness.motion(5, 2, 0, at: 109, buttons: [1], [9: 28.5])
    harness.motion(5, 3, 0, at: 117, buttons: [1], [0: 2])
    let samples = harness.samples()
    #expect(samples.map(\.pressure) == [0.5, 0.5, 0.5])
    #expect(isNear(samples[0].azimuth.degrees, 0) && isNear(samples[1].azimuth.degrees, 45))
    #expect(samples[2].azimuth == samples[1].azimuth && samples[2].altitude == samples[1].altitude)
  }

  /// Fails if an invalid pressure counts at all: negative read as unsigned, infinity or NaN, from
  /// the event or the device's range.
  @Test func garbagePressureIsIgnored() {
    let garbage = [4_294_967_295.0, 4_294_967_000, -4_294_967_295, .infinity, -.infinity, .nan, 1e300]
    for driver in drivers {
      var harness = DecoderHarness(driver.device)
      driver.touch(&harness, driver.light)
      for (i, value) in garbage.enumerated() {
        harness.motion(5, 20, 20, at: UInt32(110 + 8 * i), buttons: [1], [0: Double(i), driver.pressure: value])
      }
      let pressures = harness.samples().map(\.pressure)
      #expect(pressures.count >= garbage.count && pressures.allSatisfy { $0 >= 0 && $0 < 0.02 }, "\(driver)")
    }
    for (low, high) in [(0.0, 0.0), (.nan, 1), (0, .infinity), (9, -9)] {
      var device = Synthetic.libinputPen(5)
      (device.axes[2].min, device.axes[2].max) = (low, high)
      var harness = DecoderHarness(device)
      harness.motion(5, 1, 1, at: 100, [2: 700])
      harness.press(5, 1, 1, at: 100)
      harness.motion(5, 2, 1, at: 108, buttons: [1], [2: 900])
      #expect(harness.samples().dropFirst().map(\.pressure) == [0.5, 0.5])
    }
  }

  /// Fails if pressure, a button that is not a contact, or a motion with the contact's bit but
  /// without a press makes ink.
  @Test func hoveringDoesNotDraw() {
    for driver in drivers {
      var harness = DecoderHarness(driver.device)
      let full = driver.device.axes.first { $0.number == driver.pressure }?.max ?? 0
      harness.motion(5, 10, 10, at: 100, [0: 1, driver.pressure: full])
      harness.press(5, 10, 10, at: 105, 2)
      harness.motion(5, 12, 10, at: 108, buttons: [2], [0: 2, driver.pressure: full])
      harness.release(5, 12, 10, at: 110, 2)
      harness.motion(5, 14, 10, at: 116, buttons: [1], [0: 3, driver.pressure: full])
      harness.motion(5, 16, 10, at: 124, [0: 4])
      #expect(
        harness.story() == "hover(10,10) press.middle hover(12,10) release.middle hover(14,10) hover(16,10)",
        "\(driver)")
      #expect(!harness.decoder.isStrokeActive)
    }
  }

  /// Fails if a stroke whose end was lost is continued by the next one.
  @Test func lostEndsDoNotJoinStrokes() {
    for driver in drivers {
      for loss in 0..<5 {
        var harness = DecoderHarness(driver.device, Synthetic.mouse(6))
        driver.touch(&harness, driver.light)
        harness.motion(5, 24, 20, at: 116, buttons: [1], [0: 3])
        _ = harness.take()
        switch loss {
        case 0: break
        case 1: harness.decoder.proximityOut(5, into: &harness.events)
        case 2: harness.decoder.deviceRemoved(5, into: &harness.events)
        case 3: harness.leave(2, at: 120, isFromGrab: true)
        default: harness.decoder.windowLost(into: &harness.events)
        }
        if loss == 2 { harness.decoder.updateDevice(driver.device, into: &harness.events) }
        harness.press(5, 300, 300, at: 900)
        harness.motion(5, 301, 300, at: 900, buttons: [1], [0: 9])
        harness.motion(5, 305, 300, at: 908, buttons: [1], [0: 9])
        var ended = false
        for event in harness.take() {
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
        #expect(ended && harness.decoder.isStrokeActive, "\(driver) \(loss)")
      }
    }
  }

  /// Fails if a hand on the tablet or screen makes marks. Sources are touches, their emulated
  /// pointer, the tablet's touch device with pressure, and its pad.
  @Test func palmsDoNotDraw() {
    var harness = DecoderHarness(
      Synthetic.wacomStylus(5), Synthetic.wacomTouch(7), Synthetic.libinputPad(8), Synthetic.mouse(9),
      DeviceDescription(
        id: 10, name: "Some Screen", xi1Type: "TOUCHSCREEN", hasTouchClass: true,
        axes: [Synthetic.absX(4096), Synthetic.absY(4096), Synthetic.pressure(number: 2, max: 255)]))
    func palm(_ harness: inout DecoderHarness, at time: UInt32) {
      for source in [7, 8, 10] {
        harness.motion(source, 200, 200, at: time, [0: 9, 1: 9, 2: 200])
        harness.press(source, 200, 200, at: time, values: [0: 9, 1: 9, 2: 200])
        harness.motion(source, 220, 220, at: time + 1, buttons: [1], [0: 19, 1: 19, 2: 255])
        harness.release(source, 220, 220, at: time + 2)
      }
      // X may report the pointer of a touch for any device.
      harness.press(9, 200, 200, at: time, isEmulated: true)
      harness.motion(9, 220, 220, at: time + 1, buttons: [1], [0: 9], isEmulated: true)
    }
    palm(&harness, at: 50)
    #expect(harness.samples().isEmpty && !harness.decoder.isStrokeActive)
    harness.press(5, 10, 10, at: 100, values: [2: 30000])
    harness.motion(5, 11, 10, at: 101, buttons: [1], [0: 1])
    palm(&harness, at: 104)
    harness.motion(5, 12, 10, at: 109, buttons: [1], [0: 2])
    harness.release(5, 12, 10, at: 115)
    #expect(harness.samples().map(\.position) == [Point(11, 10), Point(12, 10), Point(12, 10)])

    // If fingers draw, their ink of the last 500 ms before the pen is undone. Beside the pen and
    // until 499 ms after it they are ignored.
    harness.decoder.touches.use = .draw
    func touch(
      _ harness: inout DecoderHarness, _ phase: RawTouchEvent.Phase, _ source: Int, _ x: Double, at time: UInt32
    ) {
      let raw = RawTouchEvent(phase: phase, source: source, finger: 1, time: time, position: Point(x, 200))
      harness.decoder.handle(raw, into: &harness.events)
    }
    func swipe(_ harness: inout DecoderHarness, at time: UInt32) -> String {
      for source in [7, 10] {
        touch(&harness, .begin, source, 200, at: time)
        touch(&harness, .update, source, 230, at: time)
        touch(&harness, .end, source, 230, at: time)
      }
      return harness.story()
    }
    touch(&harness, .begin, 10, 200, at: 1000)
    touch(&harness, .update, 10, 230, at: 1100)
    harness.motion(5, 10, 10, at: 1499, [0: 3])
    #expect(harness.story() == "down(200,200) drag(230,200) up.overruled(230,200) left hover(10,10)")
    #expect(swipe(&harness, at: 1500) == "")
    harness.press(5, 10, 10, at: 1501, values: [2: 30000])
    harness.motion(5, 11, 10, at: 1502, buttons: [1], [0: 4])
    touch(&harness, .begin, 7, 200, at: 1503)
    touch(&harness, .update, 7, 230, at: 1504)
    #expect(swipe(&harness, at: 1505) == "down(11,10)")
    harness.motion(5, 12, 10, at: 1509, buttons: [1], [0: 5])
    harness.release(5, 12, 10, at: 1515)
    #expect(swipe(&harness, at: 2014) == "drag(12,10) up.lifted(12,10)")
    touch(&harness, .update, 7, 290, at: 2100)
    #expect(harness.story() == "", "what lay there beside the pen")
    touch(&harness, .end, 7, 290, at: 2101)
    #expect(swipe(&harness, at: 2102).hasPrefix("down(200,200) drag(230,200) up.lifted(230,200)"))
  }

  /// Fails if a pen's eraser end draws: on any driver, by name if that is all there is, and if
  /// the driver reports its contact by another button.
  @Test func eraserEndsErase() {
    var renamed = Synthetic.evdevPen(5)
    renamed.name = "HID 256c:006d eraser"
    for device in [Synthetic.wacomEraser(5), Synthetic.libinputEraser(5), Synthetic.xwaylandEraser(5), renamed] {
      for button in [1, 3] {
        var harness = DecoderHarness(device)
        let pressure = device.axes.first { $0.label == "Abs Pressure" }?.number ?? 0
        harness.motion(5, 9, 9, at: 100, [0: 1, pressure: 2000])
        harness.press(5, 9, 9, at: 100, button)
        harness.motion(5, 10, 9, at: 108, buttons: [button], [0: 2])
        harness.release(5, 10, 9, at: 116, button)
        let events = harness.take()
        #expect(events.contains { brief($0).hasPrefix("down") }, "\(device.name) \(button)")
        harness.events = events
        #expect(harness.samples().allSatisfy { $0.tool == .eraser }, "\(device.name) \(button)")
      }
    }
  }

  /// Fails if a pen is recognised only by the properties and types of the wacom driver, or by
  /// its axes' numbers.
  @Test func pensOfAllDriversHavePressure() {
    for device in [
      Synthetic.libinputPen(5), Synthetic.xwaylandStylus(5), Synthetic.evdevPen(5), Synthetic.inputtestPen(5),
    ] {
      for type in [nil, "TABLET", "MOUSE", "UNKNOWN"] {
        var bare = device
        (bare.name, bare.xi1Type, bare.wacomToolType, bare.isToolNear) = ("Tablet Monitor", type, nil, nil)
        bare.axes.reverse()
        let axis = bare.axes.first { $0.label == "Abs Pressure" }
        var harness = DecoderHarness(bare)
        harness.press(5, 9, 9, at: 100)
        harness.motion(5, 10, 9, at: 101, buttons: [1], [0: 2, axis?.number ?? 0: (axis?.max ?? 0) / 4])
        #expect(harness.samples().map(\.pressure) == [0.25], "\(device.name) as \(type ?? "nothing")")
      }
    }
  }

  /// Fails if a mouse that is moved, pressed or scrolled, or is under the tablet, adds points
  /// to a stroke or ends it.
  @Test func mouseDoesNotDisturbStrokes() {
    for driver in drivers {
      let alone = stroke(driver)
      var harness = DecoderHarness(driver.device, Synthetic.mouse(6))
      harness.motion(5, 10, 10, at: 80, [0: 1, 1: 1])
      driver.touch(&harness, driver.light)
      for i in 1...5 {
        let time = UInt32(100 + 8 * i)
        harness.motion(6, 300, 300 + Double(i), at: time - 4, buttons: [1], [0: 1, 1: 1, 3: Double(15 * i)])
        harness.press(6, 300, 300, at: time - 3, [1, 2, 3, 4, 8][i - 1], buttons: [1])
        harness.release(6, 300, 300, at: time - 2, [1, 2, 3, 4, 8][i - 1])
        harness.motion(5, 20 + 4 * Double(i), 20, at: time, buttons: [1], [0: Double(2 + i)])
      }
      harness.release(5, 40, 20, at: 145)
      #expect(ink(&harness) == alone, "\(driver)")
    }
  }
}
