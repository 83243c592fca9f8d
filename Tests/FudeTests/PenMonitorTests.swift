import Desktop
import Input
import Testing

@testable import Fude

@Suite struct PenMonitorTests {
  private static let pen = DeviceDescription(
    id: 7, name: "Pen", use: .slavePointer,
    axes: [
      AxisDescription(number: 0, label: "Abs X", min: 0, max: 100),
      AxisDescription(number: 2, label: "", min: 0, max: 10),
    ])

  private func report(_ time: UInt32, _ values: [Int: Double], button: (Int, Bool)? = nil, of source: Int = 7)
    -> PenWatch.Report
  {
    var valuators = Valuators()
    for (number, value) in values { valuators[number] = value }
    return PenWatch.Report(source: source, time: time, valuators: valuators, button: button)
  }

  /// Fails if missing values are reset, a button stays pressed, or a silent device is listed.
  @Test func valuesAreCarriedOver() {
    var monitor = PenMonitor()
    #expect(!monitor.knows(7))
    monitor.add(Self.pen)
    #expect(monitor.knows(7) && monitor.takeLines() == "")
    monitor.take(report(0, [0: 12.345, 2: 3, 5: 1]))
    #expect(monitor.takeLines() == "Pen: Abs X 12.35, axis 2 3, class mouse\n")
    #expect(monitor.takeLines() == "")
    monitor.take(report(5, [2: 4], button: (3, true)))
    monitor.take(report(6, [:], button: (1, true)))
    #expect(monitor.takeLines() == "Pen: Abs X 12.35, axis 2 4, buttons 1 3, class mouse\n")
    monitor.take(report(7, [:], button: (3, false)))
    monitor.take(report(7, [0: 1], of: 8))
    #expect(monitor.takeLines() == "Pen: Abs X 12.35, axis 2 4, buttons 1, class mouse\n")
  }

  /// Fails if a pause or the wrap of the server's clock changes the rate.
  @Test func theRateIsThatOfTheMovement() {
    var monitor = PenMonitor()
    monitor.add(Self.pen)
    var time = UInt32.max - 42
    for _ in 0..<7 {
      monitor.take(report(time, [:]))
      time &+= 5
    }
    #expect(monitor.takeLines() == "Pen: class mouse\n")
    time &+= 1000
    for _ in 0..<300 {
      monitor.take(report(time, [0: 1]))
      time &+= 8
    }
    #expect(monitor.takeLines() == "Pen: Abs X 1, 125 Hz, jitter 0 ms, class mouse\n")
    // All reports have the same time: no rate, and no division by zero.
    monitor.add(Self.pen)
    for _ in 0..<20 { monitor.take(report(9, [0: 2])) }
    #expect(monitor.takeLines() == "Pen: Abs X 2, class mouse\n")
  }

  /// Fails if the meaning of axes or the proximity is not shown, or if a device with a reused ID is
  /// taken for the old one.
  @Test func readingIsReported() {
    var monitor = PenMonitor()
    var pen = DeviceDescription(
      id: 7, name: "Pen", wacomToolType: "STYLUS", isToolNear: true,
      axes: [
        AxisDescription(number: 2, label: "Abs Pressure", min: 0, max: 1000),
        AxisDescription(number: 3, label: "Abs Tilt X", min: -64, max: 63, resolution: 57),
        AxisDescription(number: 4, label: "Abs Tilt Y", min: -64, max: 63, resolution: 57),
      ])
    pen.driver = "wacom"
    monitor.add(pen)
    monitor.take(report(0, [2: 1000, 3: -45, 4: 0]))
    #expect(
      monitor.takeLines() == "Pen: Abs Pressure 1000, Abs Tilt X -45, Abs Tilt Y 0, pressure 1.000, altitude 45.0, "
        + "azimuth 180.0, near yes, class stylus, driver wacom\n")
    monitor.take(PenWatch.Report(source: 7, .proximity(false)))
    #expect(monitor.takeLines().contains(", near no, "))
    monitor.take(PenWatch.Report(source: 7, .changed))
    #expect(!monitor.knows(7) && monitor.takeLines() == "")
  }
}
