import Desktop
import Input

/// What devices report, gathered into lines for people: `fude pens --watch`.
///
/// A plain value: it is given the devices as they become known and every report, and asked for its lines now and then.
struct PenMonitor {
  /// A device, and what is known of it from its reports.
  private struct State {
    let device: DeviceDescription
    var values: [Int: Double] = [:]
    var held: Set<Int> = []
    /// When the latest reports came, the server's ms, the oldest first.
    var times: [UInt32] = []
    var hasNews = false
  }

  /// A pause that parts two movements, ms, and the reports that a rate is made from.
  private static let pause: UInt32 = 200
  private static let most = 100
  private static let fewest = 8

  private var states: [State] = []

  /// Whether a report of this source can be taken.
  func knows(_ source: Int) -> Bool { states.contains { $0.device.id == source } }

  /// Makes a device known; one of the same number is forgotten.
  mutating func add(_ device: DeviceDescription) {
    states.removeAll { $0.device.id == device.id }
    states.append(State(device: device))
  }

  /// Takes a report of a device that is known.
  mutating func take(_ report: PenWatch.Report) {
    guard let index = states.firstIndex(where: { $0.device.id == report.source }) else { return }
    for axis in states[index].device.axes {
      if let value = report.valuators[axis.number] { states[index].values[axis.number] = value }
    }
    if let button = report.button {
      if button.isPressed { states[index].held.insert(button.number) } else { states[index].held.remove(button.number) }
    } else {
      // Buttons come between movements and say nothing of how often the device reports.
      if let last = states[index].times.last, report.time &- last > Self.pause { states[index].times.removeAll() }
      states[index].times.append(report.time)
      if states[index].times.count > Self.most { states[index].times.removeFirst() }
    }
    states[index].hasNews = true
  }

  /// A line for each device that reported since the last time: its name, its axes' values in the device's own units, the
  /// buttons that are held, and how often it reports where that can be told.
  mutating func takeLines() -> String {
    var text = ""
    for index in states.indices where states[index].hasNews {
      states[index].hasNews = false
      let state = states[index]
      var parts = state.device.axes.compactMap { axis in
        state.values[axis.number].map { "\(axis.label.isEmpty ? "axis \(axis.number)" : axis.label) \(Self.plain($0))" }
      }
      if !state.held.isEmpty {
        parts.append("buttons " + state.held.sorted().map { String($0) }.joined(separator: " "))
      }
      if let first = state.times.first, let last = state.times.last, state.times.count >= Self.fewest, last != first {
        let rate = Double(state.times.count - 1) * 1000 / Double(last &- first)
        parts.append("\(Int(rate.rounded())) Hz")
      }
      if parts.isEmpty { continue }
      text += "\(state.device.name): \(parts.joined(separator: ", "))\n"
    }
    return text
  }

  /// With two digits behind the point at most.
  private static func plain(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
  }
}
