import Desktop
import Geometry
import Input
import Studio

/// The report on pens, server and desktop as plain text. It has neither file names nor content of
/// the drawing.
struct PenReport {
  var server: ServerFacts
  /// The scale of the interface; 1 for 96 dpi.
  var scale: Double
  /// The desktop and the kind of session from the environment; empty if unknown.
  var desktop = ""
  /// Why pens have no pressure; nil if they have.
  var inputFault: String?
  /// All pointing devices.
  var devices: [DeviceReadings]
  /// The device tried on the pen doctor's page; nil for none.
  var tried: PenReadings?

  /// The kind of session of an environment.
  static func desktop(_ environment: [String: String]) -> String {
    let words = ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"].compactMap { environment[$0] }
    // Only letters and digits, so that it neither disturbs a terminal nor reveals a path.
    return words.map { word in word.prefix(40).filter { $0.isLetter || $0.isNumber || "-:_ ".contains($0) } }
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The text, ending in a line feed.
  var text: String {
    var lines = [
      "Fude \(Version.number)",
      "server   \(server.vendor.isEmpty ? "unknown" : server.vendor) \(server.release)",
      "input    " + (server.inputVersion.map { "XInput \($0)" } ?? "no XInput 2.2"),
      "screen   \(server.screen.width)x\(server.screen.height), interface at \(DecimalText.short(scale * 100)) %",
    ]
    if !desktop.isEmpty { lines.append("desktop  \(desktop)") }
    var text = lines.joined(separator: "\n") + "\n\n"
    if let inputFault { text += "Pens have no pressure here: \(inputFault)\n\n" }
    if let tried, let device = tried.device {
      text += "Tried: \(device.device.name)\n"
      text += Self.measured(device, presentTime: tried.presentTime) + "\n"
    }
    if devices.isEmpty { text += "There are no pointing devices.\n" }
    for device in devices { text += Self.describe(device) + "\n" }
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text
  }

  /// The measured values of a device that was tried.
  private static func measured(_ device: DeviceReadings, presentTime: Double?) -> String {
    var rows: [(String, String)] = []
    let timing = device.timing
    if let rate = timing.rate, let interval = timing.interval, let jitter = timing.jitter {
      rows.append(("rate", "\(DecimalText.fixed(rate, 0)) Hz, every \(DecimalText.short(interval)) ms"))
      rows.append(("jitter", "\(DecimalText.short(jitter)) ms"))
    }
    if let isNear = device.isNear { rows.append(("near", isNear ? "yes" : "no")) }
    if let measured = device.measured, let felt = device.adjusted {
      rows.append(("pressure", "\(DecimalText.fixed(measured, 3)), counts \(DecimalText.fixed(felt, 3))"))
    }
    if let altitude = device.altitude, let azimuth = device.azimuth {
      let (up, round) = (DecimalText.fixed(altitude.degrees, 1), DecimalText.fixed(azimuth.positive.degrees, 1))
      rows.append(("tilt", "altitude \(up), azimuth \(round) degrees"))
    }
    if let roll = device.roll { rows.append(("rotation", "\(DecimalText.fixed(roll.degrees, 1)) degrees")) }
    if let presentTime { rows.append(("shown in", "\(DecimalText.fixed(presentTime * 1000, 1)) ms")) }
    return rows.isEmpty ? "  nothing yet\n" : rows.map { row($0.0, $0.1) }.joined()
  }

  private static func row(_ name: String, _ value: String) -> String {
    "  \(name)\(String(repeating: " ", count: max(1, 9 - name.count)))\(value)\n"
  }

  /// A device with its axes, as `fude pens` lists it.
  static func describe(_ readings: DeviceReadings) -> String {
    let device = readings.device
    var text = "\(device.name)\n"
    text += row(
      "class", "\(readings.deviceClass)" + (device.isEnabled ? "" : ", disabled"))
    text += row("told by", readings.evidence.words)
    text += row("driver", device.driver ?? "not told")
    text += row("id", String(device.id) + (device.productID.map { ", USB \($0)" } ?? ""))
    if let word = readings.override?.settingsText { text += row("settings", word) }
    for axis in readings.axes { text += line(axis) }
    return text
  }

  private static func line(_ axis: DeviceReadings.Axis) -> String {
    let about = axis.description
    let label = about.label.isEmpty ? "(no label)" : about.label
    let padded = label + String(repeating: " ", count: max(0, 20 - label.count))
    var text = "  axis \(about.number < 10 ? " " : "")\(about.number)  \(padded) "
    if let increment = about.scrollIncrement {
      text += "scrolls \(about.scrollsSideways ? "sideways" : "up and down"), \(plain(increment)) a notch"
    } else if about.max > about.min {
      text += "\(plain(about.min)) ... \(plain(about.max))"
    } else {
      text += "no range"
    }
    if about.resolution > 0, about.scrollIncrement == nil { text += ", resolution \(about.resolution)" }
    if !about.isAbsolute { text += ", relative" }
    if let value = axis.value {
      text += "; now \(DecimalText.short(value))" + (axis.meaning.map { ", read as \($0)" } ?? "")
    }
    return text + "\n"
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}

extension PenReport {
  /// A report without a window.
  init(_ connection: Connection, environment: [String: String], overrides: [DeviceKey: DeviceOverride]) {
    self.init(
      server: connection.facts, scale: connection.interfaceScale, desktop: Self.desktop(environment),
      inputFault: connection.xi2Unavailable, devices: Self.devices(connection, overrides))
  }

  /// All pointing devices except master devices, which repeat the events of others.
  static func devices(_ connection: Connection, _ overrides: [DeviceKey: DeviceOverride]) -> [DeviceReadings] {
    PenDevices(connection).all().filter(isPointing).map { DeviceMonitor($0, overrides.override(for: $0)).readings }
  }

  /// Lists all pointing devices, and tablets whose pens are devices of their own.
  static func list(_ connection: Connection, _ overrides: [DeviceKey: DeviceOverride]) -> String {
    var text = ""
    for device in PenDevices(connection).all() {
      if isPointing(device) { text += describe(DeviceMonitor(device, overrides.override(for: device)).readings) + "\n" }
      if isTablet(device) { text += describe(tablet: device) }
    }
    return text
  }

  /// For a floating device, X does not report whether it is a keyboard.
  private static func isPointing(_ device: DeviceDescription) -> Bool {
    switch device.use {
    case .slavePointer: true
    case .floatingSlave: !device.axes.isEmpty || device.buttonCount > 0
    default: false
    }
  }

  /// Whether it is the tablet itself under libinput's X driver: it sends nothing; the pens are
  /// devices of their own.
  private static func isTablet(_ device: DeviceDescription) -> Bool {
    device.use == .slaveKeyboard && device.xi1Type == "TABLET"
  }

  private static func describe(tablet device: DeviceDescription) -> String {
    "\(device.name)\n  class    tablet; each end of a pen is listed once it has been near\n  id       \(device.id)\n\n"
  }
}
