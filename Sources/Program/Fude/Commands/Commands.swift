import Desktop
import Document
import Files
import Ink
import Input
import Paint
import Studio

/// The commands that need no window.
enum Commands {
  /// The largest recording that is read, bytes.
  static let recordingLimit = 1 << 30

  /// The list of pens and other pointing devices as text.
  /// - Throws: `DesktopError` with the message.
  static func pens() throws -> String {
    let connection = try Connection()
    var text = PenReport.list(connection, words())
    if let reason = connection.xi2Unavailable { text += "Pens have no pressure here: \(reason)\n" }
    return text.isEmpty ? "There are no pointing devices.\n" : text
  }

  /// The report on pens, server and desktop as text.
  /// - Throws: `DesktopError` with the message.
  static func reportPens() throws -> String {
    PenReport(try Connection(), environment: Standard.environment, overrides: words()).text
  }

  /// The user's settings of devices; none, with a message, if the settings cannot be read.
  private static func words() -> [DeviceKey: DeviceOverride] {
    do throws(FileError) {
      return try SettingsStore(environment: Standard.environment).load().settings.devices
    } catch {
      Standard.error("fude: \(error)\n")
      return [:]
    }
  }

  /// Writes the list, then the devices' reports, at most ten times a second, until a signal.
  /// - Throws: `DesktopError` with the message.
  static func watchPens() throws {
    let connection = try Connection()
    let watch = try PenWatch(connection)
    Standard.output(try pens())
    let words = words()
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
        if report.news != .changed, !monitor.knows(report.source),
          let device = PenDevices(connection).device(report.source)
        {
          monitor.add(device, words.override(for: device))
        }
        monitor.take(report)
      }
      reports.removeAll(keepingCapacity: true)
      Standard.output(monitor.takeLines())
    }
    throw DesktopError("the X server is gone")
  }
}
