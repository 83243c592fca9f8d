import Geometry
import Ink
import RandomSource
import Testing

@testable import Input

/// Positions that X reports wrongly: while a window manager looks at a press, the server queues
/// events and then reports the pointer's newest position for all of them.
@Suite struct StalePositionTests {
  /// The window's corner on the screen, and the screen's size, px.
  private static let (corner, size) = (Point(80, 60), (width: 800.0, height: 600.0))
  private static let steps = 65536.0

  /// Sends an event of the pen (5) at (x, y) of the window, with X's position `reported`.
  private func send(
    _ harness: inout DecoderHarness, _ x: Double, _ y: Double, _ kind: RawPointerEvent.Kind = .motion,
    reported: Point? = nil,
    at time: UInt32, buttons: Set<Int> = [], pressure: Double? = 500, axes: Set<Int> = [0, 1], pressureAxis: Int = 4,
    steps: Double = StalePositionTests.steps, size: (width: Double, height: Double) = StalePositionTests.size
  ) {
    var values: [Int: Double] = [:]
    if axes.contains(0) { values[0] = (x + Self.corner.x) / size.width * steps }
    if axes.contains(1) { values[1] = (y + Self.corner.y) / size.height * steps }
    if let pressure { values[pressureAxis] = pressure }
    let place = reported ?? Point(x, y)
    harness.send(
      RawPointerEvent(
        kind: kind, source: 5, button: kind == .motion ? 0 : 1, time: time, position: place,
        screen: ScreenPlace(
          position: Point(place.x + Self.corner.x, place.y + Self.corner.y), width: size.width, height: size.height),
        buttons: mask(buttons), valuators: valuators(values)))
  }

  /// A stroke for which X reports the positions (300, 300) and (301, 300) from its second motion
  /// on.
  private func staleStroke(_ harness: inout DecoderHarness, from x: Double, y: Double, at time: UInt32) {
    let last = Point(300, 300)
    send(&harness, x, y, .buttonPress, at: time)
    send(&harness, x + 10, y, reported: Point(301, 300), at: time + 5, buttons: [1])
    for i in 2...4 { send(&harness, x + 10 * Double(i), y, reported: last, at: time + 5 * UInt32(i), buttons: [1]) }
    send(&harness, x + 40, y, .buttonRelease, reported: last, at: time + 25, buttons: [1], pressure: 0)
  }

  private func rounded(_ harness: inout DecoderHarness) -> [String] {
    harness.take().map { event in
      guard case .pointer(let pointer) = event else { return brief(event) }
      var other = pointer
      other.sample.position = Point(pointer.sample.position.x.rounded(), pointer.sample.position.y.rounded())
      return brief(.pointer(other))
    }
  }

  /// Fails if a stroke with wrong positions begins as a chord, or two such strokes become one.
  @Test func axesReplaceLatePositions() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    send(&harness, 100, 100, at: 90)
    staleStroke(&harness, from: 100, y: 100, at: 100)
    send(&harness, 100, 200, reported: Point(300, 300), at: 140, pressure: 0)
    staleStroke(&harness, from: 100, y: 200, at: 150)
    let stroke = { (y: Int) in
      ["down(100,\(y))", "drag(110,\(y))", "drag(120,\(y))", "drag(130,\(y))", "drag(140,\(y))", "up.lifted(140,\(y))"]
    }
    #expect(rounded(&harness) == ["hover(100,100)"] + stroke(100) + ["hover(100,200)"] + stroke(200))
  }

  /// Fails if an event without position axes (libinput's presses and changes of pressure), or
  /// with only one of them, is placed at X's pointer.
  @Test func positionsAreCarriedOver() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    let last = Point(300, 300)
    send(&harness, 100, 100, at: 90)
    send(&harness, 100, 100, .buttonPress, reported: last, at: 90, pressure: nil, axes: [])
    send(&harness, 0, 0, reported: last, at: 95, buttons: [1], pressure: 600, axes: [])
    send(&harness, 120, 0, reported: last, at: 100, buttons: [1], axes: [0])
    send(&harness, 0, 130, reported: last, at: 105, buttons: [1], axes: [1])
    #expect(
      rounded(&harness) == ["hover(100,100)", "down(100,100)", "drag(100,100)", "drag(120,100)", "drag(120,130)"])
    // After another device the pointer is where that one was.
    harness.decoder.deviceSwitched(5)
    send(&harness, 200, 0, reported: Point(200, 50), at: 110, buttons: [1], axes: [0])
    #expect(rounded(&harness) == ["drag(200,50)"])
  }

  /// Fails if axes that do not span the screen are trusted. X's position counts until both
  /// agree once, and again when they stop agreeing; a few reports may then be wrong.
  @Test func disagreeingAxesAreNotTrusted() {
    var harness = DecoderHarness(Synthetic.inputtestPen(5))
    for i in 0..<20 { send(&harness, Double(10 * i), 50, at: UInt32(100 + i), steps: 40000) }
    #expect(rounded(&harness) == (0..<20).map { "hover(\(10 * $0),50)" })
    send(&harness, 100, 50, at: 130)
    for i in 0..<20 { send(&harness, Double(10 * i), 50, at: UInt32(140 + i), steps: 40000) }
    #expect(rounded(&harness).dropFirst(2 + PlaceFinder.maxMisses) == (5..<20).map { "hover(\(10 * $0),50)" }[...])
    // The screen becomes larger, which the device's description does not show.
    send(&harness, 100, 50, at: 170)
    send(&harness, 100, 50, at: 171, size: (1600, 600))
    send(&harness, 300, 50, reported: Point(310, 50), at: 172, size: (1600, 600))
    #expect(rounded(&harness) == ["hover(100,50)", "hover(100,50)", "hover(300,50)"])
    send(&harness, 100, 50, reported: Point(110, 50), at: 173, steps: 60000, size: (800, 600))
    #expect(rounded(&harness) == ["hover(110,50)"])
  }

  /// Fails if a mouse, a pen in relative mode, a pad or a finger is placed by its axes.
  @Test func onlyPositionAxesCount() {
    var relative = Synthetic.inputtestPen(5)
    for i in relative.axes.indices { relative.axes[i].isAbsolute = false }
    var unlimited = Synthetic.inputtestPen(5)
    for i in unlimited.axes.indices { unlimited.axes[i].max = unlimited.axes[i].min }
    #expect(AxisTable(Synthetic.inputtestPen(5), as: .stylus).place != nil)
    #expect(AxisTable(relative, as: .stylus).place == nil)
    #expect(AxisTable(unlimited, as: .stylus).place == nil)
    #expect(AxisTable(Synthetic.mouse(), as: .mouse).place == nil)
    #expect(AxisTable(Synthetic.libinputPad(), as: .pad).place == nil)
    #expect(AxisTable(Synthetic.wacomTouch(), as: .touch).place == nil)
    for pen in [Synthetic.wacomStylus(), Synthetic.libinputEraser(), Synthetic.xwaylandStylus(), Synthetic.evdevPen()] {
      #expect(AxisTable(pen, as: .stylus).place != nil, "\(pen.name)")
    }
  }

  /// Fails if two strokes of a wacom pen become one when the release and the next press are lost.
  /// Also fails if the late release ends the second, or light touches of other drivers end a
  /// stroke.
  @Test func zeroPressureLiftsWithWacom() {
    func story(_ device: DeviceDescription, isTold: Bool) -> [String] {
      var harness = DecoderHarness(device)
      func motion(_ x: Double, _ pressure: Double, at time: UInt32, _ buttons: Set<Int> = [1]) {
        harness.motion(5, x, 0, at: time, buttons: buttons, [2: pressure])
      }
      motion(1, 1900, at: 100, [])
      harness.press(5, 1, 0, at: 100)
      motion(2, 1900, at: 105)
      motion(3, 0, at: 110)
      if isTold { harness.release(5, 3, 0, at: 110) }
      motion(50, 0, at: 115, isTold ? [] : [1])
      motion(60, 1900, at: 120, isTold ? [] : [1])
      if isTold { harness.press(5, 60, 0, at: 120) }
      motion(61, 1900, at: 125)
      motion(62, 1900, at: 130)
      harness.release(5, 62, 0, at: 135)
      return rounded(&harness)
    }
    let first = ["hover(1,0)", "down(1,0)", "drag(2,0)", "drag(3,0)", "up.lifted(3,0)", "hover(50,0)"]
    let second = ["drag(61,0)", "drag(62,0)", "up.lifted(62,0)"]
    #expect(story(Synthetic.wacomStylus(5), isTold: false) == first + ["down(60,0)"] + second)
    #expect(story(Synthetic.wacomStylus(5), isTold: true) == first + ["hover(60,0)", "down(60,0)"] + second)
    #expect(story(Synthetic.libinputPen(5), isTold: false).count { $0.hasPrefix("up") } == 1)
  }

  /// Fails if a contact that never had pressure, such as a side button mapped to the tip's,
  /// ends with its first motion.
  @Test func contactWithoutPressureContinues() {
    var harness = DecoderHarness(Synthetic.wacomStylus(5))
    harness.motion(5, 1, 0, at: 100, [2: 0])
    harness.press(5, 1, 0, at: 100)
    for i in 2...4 { harness.motion(5, Double(i), 0, at: UInt32(100 + i), buttons: [1], [2: 0]) }
    harness.release(5, 4, 0, at: 110)
    #expect(harness.story() == "hover(1,0) down(1,0) drag(2,0) drag(3,0) drag(4,0) up.lifted(4,0)")
  }

  /// Fails if a press of Xwayland with the place and pressure of the last lift begins a stroke there,
  /// however late its motion comes, or if an ordinary pen's stroke then begins later than before.
  @Test func pressesOfXwaylandMakeNoStreaks() {
    var rng = RandomSource(479_856)
    var now = 0.0
    var time: UInt32 = 1000
    var harness = DecoderHarness(Synthetic.xwaylandStylus(5))
    var old = (place: Point(10, 10), pressure: 0.0)
    func wait(_ harness: inout DecoderHarness, _ milliseconds: Int) {
      for _ in 0..<milliseconds {
        now += 0.001
        harness.decoder.tick(now: now, into: &harness.events)
      }
      time += UInt32(milliseconds)
    }
    for number in 0..<1000 {
      let place = Point(Double(rng.roll(0...1900)), Double(rng.roll(0...1000)))
      let pressure = Double(rng.roll(1...65535))
      let isHeld = rng.isOne(in: 2)
      harness.press(
        5, old.place.x, old.place.y, at: time, values: isHeld ? [2: old.pressure] : [:])
      wait(&harness, rng.roll(0...200))
      harness.motion(5, place.x, place.y, at: time, buttons: [1], [0: place.x, 1: place.y, 2: pressure])
      wait(&harness, rng.roll(0...30))
      harness.release(5, place.x, place.y, at: time)
      wait(&harness, rng.roll(1...50))
      old = (place, pressure)
      let events = harness.take()
      #expect(events.map(brief) == ["down", "up.lifted"].map { "\($0)(\(Int(place.x)),\(Int(place.y)))" }, "\(number)")
      harness.events = events
      #expect(harness.samples().allSatisfy { isNear($0.pressure, pressure / 65535) })
    }
    for device in [Synthetic.wacomStylus(5), Synthetic.libinputPen(5), Synthetic.evdevPen(5)] {
      var harness = DecoderHarness(device)
      let axis = device.axes.first { $0.label == "Abs Pressure" }?.number ?? 2
      harness.motion(5, 10, 10, at: 100, [0: 1, axis: 500])
      harness.press(5, 10, 10, at: 100)
      harness.motion(5, 12, 10, at: 101, buttons: [1], [0: 2, axis: 500])
      #expect(harness.story() == "hover(10,10) down(10,10) drag(12,10)", "\(device.name)")
    }
  }
}
