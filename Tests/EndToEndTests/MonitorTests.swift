import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Windows' positions when monitors are added and removed.
  @Suite struct MonitorTests {
    private func session(
      _ settings: String = "", arguments: [String] = ["--canvas", "640x480"], monitors: Int = 2,
      hasWindowManager: Bool = false, folder: TemporaryFolder? = nil
    ) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      arrangement.screen = (1600, 600)
      arrangement.arguments = arguments
      arrangement.hasWindowManager = hasWindowManager
      let home = try folder ?? TemporaryFolder()
      if !FileManager.default.fileExists(atPath: home.path + "/config") {
        try home.write("cursor = cross\n" + settings, to: "config/fude/settings")
      }
      arrangement.folder = home
      arrangement.prepare = { try $0.screen.setMonitors(monitors) }
      return try TestSession(arrangement)
    }

    private func settings(_ folder: TemporaryFolder, _ key: String) -> String? {
      let text = (try? String(contentsOfFile: folder.path + "/config/fude/settings", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").first { $0.hasPrefix(key + " = ") }.map { String($0.dropFirst(key.count + 3)) }
    }

    /// Fails if a window stays invisible after its monitor is removed, is not redrawn completely,
    /// or if ink is not under the pen.
    @Test(arguments: [false, true]) func aWindowComesBackFromAMonitorThatIsGone(hasWindowManager: Bool) throws {
      let session = try session(
        arguments: ["--geometry", "640x480+880+60", "--canvas", "640x480"], hasWindowManager: hasWindowManager)
      let screen = session.screen
      try session.steadyLine(from: (100, 150.5), to: (400, 150.5))
      let before = try session.image()
      try screen.setMonitors(1)
      try screen.wait(for: "the window to come back") { () throws(RigError) in
        let frame = try screen.geometry(of: session.window)
        return Area(x: 0, y: 0, width: 800, height: 600).contains(frame)
      }
      #expect(try session.image().difference(from: before).isEmpty)
      try session.steadyLine(from: (100, 250.5), to: (400, 250.5))
      let ink = try session.image().inkAcross(column: 250, rows: 220..<300)
      #expect(abs(ink.width - Look.width(atPressure: 1)) < 0.3 && abs(ink.middle - 250.5) < 0.3, "\(ink)")
      let place = try session.frame
      try screen.setMonitors(2)
      try session.settle()
      #expect(try session.frame == place)
    }

    /// Fails if a pen mapped to one monitor draws elsewhere, before or after the window moved to
    /// that monitor.
    @Test func aPenThatIsMappedToAMonitorDrawsThere() throws {
      let session = try session(arguments: ["--geometry", "640x480+880+60", "--canvas", "640x480"])
      let screen = session.screen
      func line(_ y: Double, on monitor: Area) throws {
        let frame = try session.frame
        // The pen's position on the tablet for a position of the window. The tablet's coordinates
        // span the screen's width.
        let points = (0...30).map { step in
          PenPoint(
            x: (Double(frame.x) + 100 + Double(step) * 10 - Double(monitor.x)) * 1600 / Double(monitor.width),
            y: Double(frame.y) + y, pressure: 1)
        }
        try session.pen.stroke(points)
        let ink = try session.image().inkAcross(column: 250, rows: Int(y) - 30..<Int(y) + 30)
        #expect(abs(ink.width - Look.width(atPressure: 1)) < 0.3 && abs(ink.middle - y) < 0.3, "\(ink)")
        let bounds = try #require(try session.image().ink(in: Area(x: 0, y: Int(y) - 30, width: 640, height: 60)))
        #expect(88...96 ~= bounds.x && 404...412 ~= bounds.right, "\(bounds)")
      }
      let (left, right) = (Area(x: 0, y: 0, width: 800, height: 600), Area(x: 800, y: 0, width: 800, height: 600))
      try screen.map(deviceNamed: session.pen.device.name, to: right, ofScreen: 1600, 600)
      try line(100.5, on: right)
      // The monitor is removed, the window moves to the other one, and the desktop maps the pen
      // there.
      try screen.setMonitors(1)
      try screen.wait(for: "the window to come back") { () throws(RigError) in
        try left.contains(screen.geometry(of: session.window))
      }
      try screen.map(deviceNamed: session.pen.device.name, to: left, ofScreen: 1600, 600)
      try line(200.5, on: left)
    }

    /// Fails if a reachable window is moved when monitors change.
    @Test func aWindowThatCanBeReachedStays() throws {
      let session = try session(arguments: ["--geometry", "500x300+550+100", "--canvas", "500x300"])
      let frame = try session.frame
      try session.screen.setMonitors(1)
      try session.settle()
      #expect(try session.frame == frame)
    }

    /// Fails if full screen without a window manager covers all monitors, or another one than the
    /// window's.
    @Test func fullScreenIsOneMonitor() throws {
      let session = try session(arguments: ["--geometry", "500x300+900+100", "--canvas", "500x300"])
      try session.key("F11")
      #expect(try session.frame == Area(x: 800, y: 0, width: 800, height: 600))
      try session.screen.setMonitors(1)
      try session.screen.wait(for: "the window to come back") { () throws(RigError) in
        try session.screen.geometry(of: session.window) == Area(x: 0, y: 0, width: 800, height: 600)
      }
      try session.key("F11")
      let frame = try session.frame
      #expect(Area(x: 0, y: 0, width: 800, height: 600).contains(frame) && frame.width == 500 && frame.height == 300)
    }

    /// Fails if a moved window is not restored at its position, or on a remaining monitor. A window
    /// manager's frame must not shift it each time.
    @Test(arguments: [false, true]) func aWindowIsFoundWhereItWasLeft(hasWindowManager: Bool) throws {
      let folder = try TemporaryFolder()
      var left = Area(x: 0, y: 0, width: 0, height: 0)
      do {
        let first = try session(hasWindowManager: hasWindowManager, folder: folder)
        try first.screen.place(first.window, Area(x: 900, y: 120, width: 500, height: 300))
        try first.settle()
        left = try first.frame
        #expect(try first.close() == .exited(0))
      }
      #expect(settings(folder, "window-size") == "500x300")
      #expect(settings(folder, "window-place") == "900,120")
      do {
        let second = try session(hasWindowManager: hasWindowManager, folder: folder)
        #expect(try second.frame == left)
        #expect(try second.close() == .exited(0))
      }
      #expect(settings(folder, "window-place") == "900,120")
      let third = try session(monitors: 1, hasWindowManager: hasWindowManager, folder: folder)
      let frame = try third.frame
      #expect(Area(x: 0, y: 0, width: 800, height: 600).contains(frame) && frame.width == 500, "\(frame)")
    }

    /// Fails if a second window covers the first exactly, or if its position replaces the first
    /// window's when closed last.
    @Test func onlyTheFirstWindowHasThePlace() throws {
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\nwindow-place = 300,80\nwindow-size = 400x300\n", to: "config/fude/settings")
      let first = try session(hasWindowManager: true, folder: folder)
      let screen = first.screen
      let program = try first.bench.start(try TestSession.fude(), folder: folder)
      let second = try screen.waitForWindow(of: program)
      try screen.settle(second)
      #expect(try screen.geometry(of: second) != first.frame)
      try screen.place(second, Area(x: 20, y: 40, width: 400, height: 300))
      #expect(try first.close() == .exited(0))
      try screen.close(second)
      #expect(try program.waitForExit() == .exited(0))
      #expect(settings(folder, "window-place") == "300,80")
    }

    /// Fails if a position is saved for a window that the user has not moved. The window manager
    /// chooses better.
    @Test(arguments: [false, true]) func unmovedWindowsAreNotRemembered(hasWindowManager: Bool) throws {
      let folder = try TemporaryFolder()
      let session = try session(hasWindowManager: hasWindowManager, folder: folder)
      #expect(try session.close() == .exited(0))
      #expect(settings(folder, "window-place") == nil)
    }

    /// Fails if a full-screen window on the second monitor opens on the first one the next time.
    @Test func theSameMonitorIsFilledAgain() throws {
      let folder = try TemporaryFolder()
      do {
        let first = try session(hasWindowManager: true, folder: folder)
        try first.screen.place(first.window, Area(x: 900, y: 120, width: 500, height: 300))
        try first.screen.maximise(first.window)
        try first.settle()
        #expect(try first.frame.x >= 800)
        #expect(try first.close() == .exited(0))
      }
      #expect(settings(folder, "window-state") == "maximised")
      let second = try session(hasWindowManager: true, folder: folder)
      try second.screen.wait(for: "the window to fill its monitor") { () throws(RigError) in
        try second.screen.geometry(of: second.window).width >= 780
      }
      #expect(try second.frame.x >= 800)
    }
  }
}
