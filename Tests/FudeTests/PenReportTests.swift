import Desktop
import Input
import Testing

@testable import Fude

@Suite struct PenReportTests {
  private static let pen = DeviceDescription(
    id: 7, name: "Pen", vendor: 0x56a, product: 0x357, wacomToolType: "STYLUS", isToolNear: true,
    axes: [
      AxisDescription(number: 2, label: "Abs Pressure", min: 0, max: 1000),
      AxisDescription(number: 3, label: "", min: 0, max: 0, resolution: 5, isAbsolute: false),
    ])

  private func report(_ tried: PenReadings? = nil) -> PenReport {
    let word = DeviceOverride(contactButton: 2)
    return PenReport(
      server: ServerFacts(
        vendor: "The X.Org Foundation", release: "21.1.7", inputVersion: "2.4", screen: (width: 1920, height: 1080)),
      scale: 1.5, desktop: "GNOME, x11", devices: [DeviceMonitor(Self.pen, word).readings], tried: tried)
  }

  /// Fails if the report lacks a line that its readers need, or if its format changes.
  @Test func theTextIsAsDocumented() {
    #expect(
      report().text == """
        Fude \(Version.number)
        server   The X.Org Foundation 21.1.7
        input    XInput 2.4
        screen   1920x1080, interface at 150 %
        desktop  GNOME, x11

        Pen
          class    stylus
          told by  wacom's property, STYLUS
          driver   not told
          id       7, USB 056a:0357
          settings contact 2
          axis  2  Abs Pressure         0 ... 1000
          axis  3  (no label)           no range, resolution 5, relative

        """)
  }

  /// Fails if the report lacks the values tried on the page.
  @Test func triedPensAreReported() {
    var monitor = DeviceMonitor(Self.pen)
    var values = Valuators()
    values[2] = 506.5
    for k in 0..<20 { monitor.moved(values, at: UInt32(k * 4)) }
    let text = report(PenReadings(device: monitor.readings, presentTime: 0.0123)).text
    for line in [
      "Tried: Pen", "  rate     250 Hz, every 4 ms", "  jitter   0 ms", "  near     yes",
      "  pressure 0.500, counts 0.500", "  shown in 12.3 ms",
    ] {
      #expect(text.contains(line + "\n"), "\(line) in \(text)")
    }
  }

  /// Fails if an environment variable can put a path or control characters into a report.
  @Test func theDesktopIsWordsOnly() {
    #expect(PenReport.desktop([:]) == "")
    let odd = ["XDG_CURRENT_DESKTOP": "/home/me\u{1B}[2J", "XDG_SESSION_TYPE": String(repeating: "x", count: 99)]
    #expect(PenReport.desktop(odd) == "homeme2J, " + String(repeating: "x", count: 40))
  }
}
