import Geometry
import Ink
import Testing

@testable import Input

@Suite struct DeviceMonitorTests {
  /// Fails if the page, the report or the watch shows another class than strokes use, or a
  /// wrong reason.
  @Test func reasonsAreReported() {
    func reason(_ device: DeviceDescription, _ word: DeviceOverride? = nil) -> DeviceClass.Evidence {
      let (deviceClass, evidence) = DeviceClass.judge(device, word)
      #expect(deviceClass == word?.deviceClass ?? DeviceClass(of: device))
      return evidence
    }
    #expect(reason(Synthetic.wacomStylus()) == .wacomToolType("STYLUS"))
    #expect(reason(Synthetic.libinputPen()) == .xi1Type("STYLUS"))
    #expect(reason(Synthetic.xwaylandStylus()) == .name)
    #expect(reason(Synthetic.wacomTouch()) == .touches)
    #expect(reason(Synthetic.keyboard()) == .attachment)
    #expect(reason(Synthetic.mouse()) == .nothingElse)
    var unnamed = Synthetic.xwaylandStylus()
    unnamed.name = "Tablet"
    #expect(reason(unnamed) == .axes)
    #expect(reason(Synthetic.mouse(), DeviceOverride(deviceClass: .stylus)) == .user)
  }

  /// Fails if readings differ from what strokes use (threshold, tilt, curve), or forget omitted
  /// axes.
  @Test func readingsMatchStrokes() throws {
    let squeezing = PressureResponse([.zero, Point(0.2, 0.5), Point(0.4, 0.8), Point(0.5, 1)])
    var monitor = DeviceMonitor(Synthetic.wacomStylus(), DeviceOverride(pressureResponse: squeezing))
    monitor.moved(valuators([0: 100, 1: 200, 2: 65536 * 0.5065, 3: 45, 4: 0]), at: 10)
    monitor.moved(valuators([0: 101]), at: 15)
    monitor.turned(button: 1, isPressed: true, Valuators())
    let readings = monitor.readings
    #expect(readings.deviceClass == .stylus && readings.isNear == true && readings.held == [1])
    let measured = try #require(readings.measured)
    #expect(abs(measured - 0.5) < 0.001 && abs((readings.adjusted ?? 0) - 1) < 0.01)
    #expect(abs((readings.altitude?.degrees ?? 0) - 45) < 0.01 && abs(readings.azimuth?.degrees ?? 9) < 0.01)
    #expect(readings.axes.prefix(5).map(\.value) == [101, 200, 65536 * 0.5065, 45, 0])
    #expect(readings.axes[2].meaning == "0.500" && readings.axes[3].meaning == "45.0°")
    monitor.proximity(isNear: false)
    #expect(monitor.readings.isNear == false && monitor.readings.held.isEmpty)
  }

  /// Fails if a device without tilt or pressure is shown as upright or pressing.
  @Test func unmeasuredValuesAreNil() {
    var monitor = DeviceMonitor(Synthetic.mouse())
    monitor.moved(valuators([0: 5]), at: 1)
    let readings = monitor.readings
    #expect(readings.measured == nil && readings.adjusted == nil && readings.altitude == nil && readings.roll == nil)
    #expect(readings.isNear == nil)
  }

  /// Fails if a pause, a wrap of the server's clock, or one late report changes the rate, or an
  /// uneven stream looks even.
  @Test func timing() {
    var even = ReportTiming()
    var time = UInt32.max - 42
    for k in 0..<300 {
      even.add(time)
      time &+= k == 150 ? 5000 : 5
    }
    #expect(even.rate == 200 && even.interval == 5 && even.jitter == 0)
    var uneven = ReportTiming()
    time = 0
    for k in 0..<50 {
      uneven.add(time)
      time += k % 2 == 0 ? 4 : 12
    }
    #expect(uneven.rate.map { abs($0 - 125) < 3 } == true && uneven.jitter == 8)
    var few = ReportTiming()
    for k in 0..<7 { few.add(UInt32(k * 5)) }
    #expect(few.rate == nil && few.jitter == nil && few.interval == nil)
    var same = ReportTiming()
    for _ in 0..<20 { same.add(9) }
    #expect(same.rate == nil && same.jitter == nil)
  }

  /// Fails if numbers are rounded wrongly ("-0.0", "1.5" for 1.05), or one that is not finite
  /// crashes.
  @Test func decimalText() {
    #expect(DecimalText.fixed(1.05, 2) == "1.05" && DecimalText.fixed(-0.0001, 2) == "0.00")
    #expect(DecimalText.fixed(-1.996, 2) == "-2.00" && DecimalText.fixed(7.5, 0) == "8")
    #expect(DecimalText.fixed(.nan, 1) == "?" && DecimalText.fixed(1e300, 1) == "?")
    #expect(DecimalText.short(12.345) == "12.35" && DecimalText.short(3) == "3" && DecimalText.short(0.5) == "0.5")
    #expect(DecimalText.short(100) == "100")
  }
}

@Suite struct PenObserverTests {
  private let pen = Synthetic.wacomStylus()
  private let mouse = Synthetic.mouse()

  private func observer() -> PenObserver { PenObserver([mouse, pen], overrides: [:]) }

  private func motion(_ source: Int, _ time: UInt32, _ values: [Int: Double]) -> RawPointerEvent {
    RawPointerEvent(kind: .motion, source: source, time: time, position: .zero, valuators: valuators(values))
  }

  /// Fails if the mouse that presses the page's buttons replaces the tested device, or a pen
  /// that is classified as a mouse cannot be tested.
  @Test func testedDeviceIsShown() {
    var observer = observer()
    #expect(observer.source == pen.id, "a pen first")
    observer.take(motion(mouse.id, 1, [0: 1]), isInField: false)
    #expect(observer.source == pen.id)
    observer.take(motion(mouse.id, 2, [0: 2]), isInField: true)
    #expect(observer.source == mouse.id)
    observer.take(motion(pen.id, 3, [0: 2]), isInField: false)
    #expect(observer.source == mouse.id, "what was tried stays")
    observer.setDevices([pen], overrides: [:])
    #expect(observer.source == pen.id, "unplugged")
    observer.setDevices([], overrides: [:])
    #expect(observer.readings(presentTime: nil).device == nil)
    observer.take(motion(99, 5, [0: 1]), isInField: true)
    #expect(observer.source == nil, "an unknown source")
  }

  /// Fails if the motions that X generates from a wheel's buttons, each at the time of a real
  /// one, count as reports: the rate would be too high and uneven.
  @Test func emulatedMotionsAreNotReports() throws {
    var observer = PenObserver([mouse], overrides: [:])
    for k in 0..<100 {
      observer.take(motion(mouse.id, UInt32(k * 8), [0: Double(k)]), isInField: true)
      var emulated = motion(mouse.id, UInt32(k * 8), [3: Double(15 * k)])
      emulated.isEmulated = true
      observer.take(emulated, isInField: true)
    }
    let readings = try #require(observer.readings(presentTime: nil).device)
    #expect(readings.timing.rate == 125 && readings.timing.jitter == 0)
    #expect(readings.axes.first { $0.description.number == 3 }?.value == 1485.0, "its values are shown")
  }

  /// Fails if a device that only moves in the field, or a tablet's keys under the other hand,
  /// replaces the one whose strokes are collected.
  @Test func heldDeviceStays() {
    let pad = Synthetic.wacomPad()
    func press(_ source: Int, _ button: Int = 1) -> RawPointerEvent {
      RawPointerEvent(kind: .buttonPress, source: source, button: button, time: 9, position: .zero)
    }
    var observer = PenObserver([mouse, pen, pad], overrides: [:])
    observer.take(motion(pen.id, 1, [0: 1]), isInField: true)
    observer.take(press(pad.id), isInField: true)
    observer.take(motion(pad.id, 2, [5: 1]), isInField: true)
    #expect(observer.source == pen.id, "a pad is never tried")
    observer.isHeld = true
    observer.take(motion(mouse.id, 3, [0: 1]), isInField: true)
    observer.take(press(mouse.id, 4), isInField: true)
    #expect(observer.source == pen.id, "moved, and its wheel turned")
    observer.take(press(mouse.id), isInField: false)
    #expect(observer.source == pen.id, "pressed elsewhere")
    observer.take(press(mouse.id), isInField: true)
    #expect(observer.source == mouse.id)
    observer.isHeld = false
    observer.take(motion(pen.id, 4, [0: 2]), isInField: true)
    #expect(observer.source == pen.id)
  }

  /// Fails if marks come twice or are lost between two iterations, or readings change without
  /// news (the page would be drawn all the time).
  @Test func marksAreReportedOnce() {
    var observer = observer()
    func step(_ time: UInt32, _ phase: PointerEvent.Phase, _ pressure: Double) {
      observer.take(motion(pen.id, time, [2: 65536 * pressure]), isInField: true)
      let sample = PenSample(position: Point(Double(time), 0), time: Double(time) / 1000, pressure: 0.25)
      observer.take(PointerEvent(phase, sample, source: pen.id))
    }
    step(1, .down, 0.5065)
    step(2, .drag, 1)
    observer.take(PointerEvent(.hover, PenSample(position: .zero, time: 0), source: mouse.id))
    let first = observer.readings(presentTime: nil)
    #expect(first.marks.map(\.phase) == [.down, .drag] && first.marksBefore == 0)
    #expect(first.marks.map(\.adjusted) == [0.25, 0.25] && abs((first.marks.first?.measured ?? 0) - 0.5) < 0.001)
    #expect(observer.readings(presentTime: nil) == first)
    step(3, .up(.lifted), 0)
    let second = observer.readings(presentTime: nil)
    #expect(second.marks.map(\.phase) == [.up] && second.marksBefore == 2)
    let third = observer.readings(presentTime: 0.002)
    #expect(third.marks.isEmpty && third.marksBefore == 3 && third.presentTime == 0.002)
  }
}
