import Desktop
import Document
import Ink
import Input
import Paint

/// The commands that need no window.
enum Commands {
  /// The largest recording that is read, bytes.
  static let recordingLimit = 1 << 30

  /// The list of the pens and other pointing devices, for people.
  /// - Throws: `DesktopError` with the sentence to say.
  static func pens() throws -> String {
    let connection = try Connection()
    var text = ""
    for device in PenDevices(connection).all() {
      if isPointing(device) { text += describe(device) }
      if isTablet(device) { text += describe(tablet: device) }
    }
    if let reason = connection.xi2Unavailable { text += "Pens have no pressure here: \(reason)\n" }
    return text.isEmpty ? "There are no pointing devices.\n" : text
  }

  /// Of a device that is attached to nothing X does not tell whether it is a keyboard.
  private static func isPointing(_ device: DeviceDescription) -> Bool {
    switch device.use {
    case .slavePointer: true
    case .floatingSlave: !device.axes.isEmpty || device.buttonCount > 0
    default: false
    }
  }

  /// Whether it is what libinput's X driver has for a tablet: it sends nothing, the tools that come near are devices of their
  /// own.
  private static func isTablet(_ device: DeviceDescription) -> Bool {
    device.use == .slaveKeyboard && device.xi1Type == "TABLET"
  }

  private static func describe(tablet device: DeviceDescription) -> String {
    "\(device.name)\n  class    tablet; each end of a pen is listed once it has been near\n  id       \(device.id)\n\n"
  }

  /// Writes the list, then what the devices report, ten times a second at most, until the program is ended.
  /// - Throws: `DesktopError` with the sentence to say.
  static func watchPens() throws {
    let connection = try Connection()
    let watch = try PenWatch(connection)
    Standard.output(try pens())
    var monitor = PenMonitor()
    var reports: [PenWatch.Report] = []
    while connection.isAlive {
      watch.wait()
      let end = ContinuousClock.now + .milliseconds(100)
      repeat {
        watch.drain(into: &reports)
        watch.wait(deadline: end)
      } while ContinuousClock.now < end && connection.isAlive
      for report in reports {
        if !monitor.knows(report.source), let device = PenDevices(connection).device(report.source) {
          monitor.add(device)
        }
        monitor.take(report)
      }
      reports.removeAll(keepingCapacity: true)
      Standard.output(monitor.takeLines())
    }
    throw DesktopError("the X server is gone")
  }

  private static func describe(_ device: DeviceDescription) -> String {
    var text = "\(device.name)\n"
    text += "  class    \(DeviceClass(of: device))"
    if !device.isEnabled { text += ", disabled" }
    text += "\n  id       " + String(device.id)
    if let vendor = device.vendor, let product = device.product {
      text += ", USB \(hex(vendor)):\(hex(product))"
    }
    text += "\n"
    for axis in device.axes {
      let label = axis.label.isEmpty ? "(no label)" : axis.label
      let padded = label + String(repeating: " ", count: max(0, 20 - label.count))
      text += "  axis \(axis.number < 10 ? " " : "")\(axis.number)  \(padded) "
      if let increment = axis.scrollIncrement {
        text += "scrolls \(axis.scrollsSideways ? "sideways" : "up and down"), \(plain(increment)) a notch"
      } else if axis.max > axis.min {
        text += "\(plain(axis.min)) ... \(plain(axis.max))"
      } else {
        text += "no range"
      }
      if axis.resolution > 0, axis.scrollIncrement == nil { text += ", resolution \(axis.resolution)" }
      if !axis.isAbsolute { text += ", relative" }
      text += "\n"
    }
    return text + "\n"
  }

  private static func hex(_ value: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
