import Desktop
import Geometry
import Input

/// What devices report, gathered into lines for people and for scripts: `fude pens --watch`.
///
/// A plain value: it is given the devices as they become known and every report, and asked for its lines now and then.
struct PenMonitor {
  /// A device, and whether it reported since the last time.
  private struct State {
    var monitor: DeviceMonitor
    var hasNews = false
  }

  private var states: [State] = []

  /// Whether a report of this source can be taken.
  func knows(_ source: Int) -> Bool { states.contains { $0.monitor.device.id == source } }

  /// Makes a device known, and what the user says of it; one of the same number is forgotten.
  mutating func add(_ device: DeviceDescription, _ word: DeviceOverride? = nil) {
    forget(device.id)
    states.append(State(monitor: DeviceMonitor(device, word)))
  }

  private mutating func forget(_ source: Int) { states.removeAll { $0.monitor.device.id == source } }

  /// Takes a report of a device that is known.
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

  /// A line for each device that reported since the last time: its name and a colon, then parts set apart by commas: its
  /// axes' values in the device's own units, the buttons that are held, how often and how evenly it reports where that can be
  /// told, what the axes are read as, whether a pen is near, what the device is taken for and its driver.
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
