import Desktop
import Geometry
import Input

/// The devices' reports as lines for people and scripts: `fude pens --watch`.
///
/// It takes devices and reports, and returns lines on request.
struct PenMonitor {
  /// A device, and whether it has reported since the last lines.
  private struct State {
    var monitor: DeviceMonitor
    var hasNews = false
  }

  private var states: [State] = []

  /// Whether the device of a source is known.
  func knows(_ source: Int) -> Bool { states.contains { $0.monitor.device.id == source } }

  /// Adds a device and the user's settings of it. It replaces one of the same number.
  mutating func add(_ device: DeviceDescription, _ word: DeviceOverride? = nil) {
    forget(device.id)
    states.append(State(monitor: DeviceMonitor(device, word)))
  }

  private mutating func forget(_ source: Int) { states.removeAll { $0.monitor.device.id == source } }

  /// Takes a report of a known device.
  mutating func take(_ report: PenWatch.Report) {
    guard let index = states.firstIndex(where: { $0.monitor.device.id == report.source }) else { return }
    states[index].hasNews = true
    switch report.news {
    case .changed: forget(report.source)
    case .proximity(let isNear): states[index].monitor.proximity(isNear: isNear)
    case nil:
      if let button = report.button {
        states[index].monitor.turned(button: button.number, isPressed: button.isPressed, report.valuators)
      } else {
        states[index].monitor.moved(report.valuators, at: report.time)
      }
    }
  }

  /// A line for each device that has reported since the last call: its name and a colon, then,
  /// separated by commas, the axes' values in the device's own units, the held buttons, the report
  /// rate and its evenness, the axes' meanings, whether a pen is near, the device class and the
  /// driver.
  mutating func takeLines() -> String {
    var text = ""
    for index in states.indices where states[index].hasNews {
      states[index].hasNews = false
      let readings = states[index].monitor.readings
      text += "\(readings.device.name): \(Self.parts(readings).joined(separator: ", "))\n"
    }
    return text
  }

  private static func parts(_ readings: DeviceReadings) -> [String] {
    var parts = readings.axes.compactMap { axis in
      axis.value.map {
        let label = axis.description.label
        return "\(label.isEmpty ? "axis \(axis.description.number)" : label) \(DecimalText.short($0))"
      }
    }
    if !readings.held.isEmpty {
      parts.append("buttons " + readings.held.sorted().map { String($0) }.joined(separator: " "))
    }
    if let rate = readings.timing.rate { parts.append("\(DecimalText.fixed(rate, 0)) Hz") }
    if let jitter = readings.timing.jitter { parts.append("jitter \(DecimalText.short(jitter)) ms") }
    if let felt = readings.adjusted { parts.append("pressure \(DecimalText.fixed(felt, 3))") }
    if let altitude = readings.altitude, let azimuth = readings.azimuth {
      parts.append("altitude \(DecimalText.fixed(altitude.degrees, 1))")
      parts.append("azimuth \(DecimalText.fixed(azimuth.positive.degrees, 1))")
    }
    if let roll = readings.roll { parts.append("rotation \(DecimalText.fixed(roll.degrees, 1))") }
    if let isNear = readings.isNear { parts.append("near \(isNear ? "yes" : "no")") }
    parts.append("class \(readings.deviceClass)")
    if let driver = readings.device.driver { parts.append("driver \(driver)") }
    return parts
  }
}
