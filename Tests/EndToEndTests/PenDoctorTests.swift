import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct PenDoctorTests {
    /// A window of 1024x700 px, for which the positions on the page are known.
    private func session(_ folder: TemporaryFolder? = nil) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = ["--geometry", "1024x700+20+20", "--canvas", "1024x700"]
      arrangement.screen = (1100, 760)
      arrangement.folder = folder
      return try TestSession(arrangement)
    }

    private func open(_ session: TestSession) throws {
      try session.key("ctrl+k")
      for letter in ["p", "e", "n", "d", "o", "c"] { try session.key(letter) }
      try session.key("Return")
    }

    private func settings(_ folder: TemporaryFolder) -> String {
      (try? String(contentsOfFile: folder.path + "/config/fude/settings", encoding: .utf8)) ?? ""
    }

    /// The test field, and the values right of it; window px.
    private let field = Area(x: 90, y: 100, width: 510, height: 190)
    private let facts = Area(x: 634, y: 100, width: 300, height: 260)

    private func width(_ session: TestSession, y: Int, pressure: Double) throws -> Double {
      try session.line(from: (200, Double(y)), to: (500, Double(y)), pressure: pressure...pressure)
      return try session.image().inkAcross(column: 350, rows: y - 30..<y + 30).width
    }

    /// Fails if the page does not open, does not show the pen live, draws on the canvas, or leaves
    /// pixels behind.
    @Test func aPenIsShownLive() throws {
      let session = try session()
      let before = try session.image()
      try open(session)
      let opened = try session.image()
      #expect(!opened.difference(from: before).isEmpty)
      try session.line(from: (150, 130), to: (550, 260), pressure: 0.2...0.9, count: 60)
      let drawn = try session.image()
      #expect(!drawn.cropped(to: field).difference(from: opened.cropped(to: field)).isEmpty, "a trace")
      #expect(!drawn.cropped(to: facts).difference(from: opened.cropped(to: facts)).isEmpty, "readings")
      try session.hover(300, 200)
      try session.key("Escape")
      try session.pen.proximityOut()
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if a handle moved with the pen changes no stroke, or if the curve is not saved.
    @Test func aCurveBendsStrokesAndIsKept() throws {
      let folder = try TemporaryFolder()
      let first = try session(folder)
      let plain = try width(first, y: 100, pressure: 0.5)
      try open(first)
      // Moves the curve's second handle up and to the left.
      try first.line(from: (158, 519), to: (120, 425), count: 20)
      try first.key("Escape")
      let bent = try width(first, y: 200, pressure: 0.5)
      #expect(bent > plain * 1.15, "\(plain) and \(bent)")
      try first.screen.wait(for: "the curve in the settings") {
        let settings = settings(folder)
        return settings.contains("device.Test Pen stylus") && settings.contains("curve 0:0 0.1")
      }
      #expect(try first.close() == .exited(0))

      let second = try session(folder)
      let again = try width(second, y: 500, pressure: 0.5)
      #expect(abs(again - bent) < 0.2, "\(bent) and \(again)")
    }

    /// Fails if ten light strokes do not make the next ones wider.
    @Test func tenStrokesFitTheHand() throws {
      let folder = try TemporaryFolder()
      let session = try session(folder)
      let plain = try width(session, y: 60, pressure: 0.25)
      try open(session)
      // Presses the focused button.
      try session.key("Return")
      for k in 0..<10 {
        let y = 110 + Double(k) * 18
        try session.line(from: (120, y), to: (560, y), pressure: (0.2 + 0.01 * Double(k))...0.3)
      }
      #expect(!settings(folder).contains("curve"))
      try session.tap(350, 407)
      try session.screen.wait(for: "the curve in the settings") { settings(folder).contains("curve 0:0") }
      try session.key("Escape")
      #expect(try width(session, y: 650, pressure: 0.25) > plain * 1.3)
    }

    /// Fails if the report cannot be pasted, is incomplete, or names a file of the user.
    @Test func theReportIsCopied() throws {
      let folder = try TemporaryFolder()
      let session = try session(folder)
      #expect(try session.screen.clipboard() == nil)
      var (report, attempts) = ("", 0)
      repeat {
        try open(session)
        try session.line(from: (150, 130), to: (550, 260), pressure: 0.5...0.5, count: 60, rate: 200)
        // From the last button to the previous one.
        for _ in 0..<2 { try session.key("shift+Tab") }
        try session.key("Return")
        report = try #require(try session.screen.clipboard())
        attempts += 1
        // A stroke during which the machine stalled may have no rate. Then try again.
        if report.contains("rate ") { break }
        try session.key("Escape")
      } while attempts < 20
      for part in [
        "Fude 0.", "server   The X.Org Foundation", "input    XInput 2.", "screen   1100x760", "Tried: Test Pen stylus",
        "rate ", "jitter ", "class    stylus\n", "axis  4  Abs Pressure", "0 ... 1000", "shown in",
      ] {
        #expect(report.contains(part), "\(part) in \(report)")
      }
      #expect(!report.contains(folder.path) && !report.contains("/"), "\(report)")
      #expect(try session.screen.clipboard(as: "text/plain;charset=utf-8") == report)
      #expect(try session.screen.clipboard(as: "image/png") == nil)
      let targets = try session.screen.clipboardTargets()
      #expect(Set(["TARGETS", "TIMESTAMP", "MULTIPLE", "UTF8_STRING"]).isSubset(of: targets), "\(targets)")
      #expect(
        try session.screen.clipboardAnswers(to: ["UTF8_STRING", "image/png", "TIMESTAMP"]) == [
          "UTF8_STRING", "TIMESTAMP",
        ])
      #expect(session.program.errors == "")

      let printed = try Program(try TestSession.fude(), ["pens", "--report"], display: session.bench.server.display)
      #expect(try printed.waitForExit() == .exited(0))
      #expect(printed.output.contains("Test Pen stylus") && printed.output.contains("screen   1100x760"))
    }
  }
}
