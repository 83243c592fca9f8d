import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct WindowTests {
    /// Fails if scripts, task bars or window managers do not find the properties that they need.
    @Test func theWindowIntroducesItself() throws {
      let session = try TestSession()
      let (screen, window) = (session.screen, session.window)
      #expect(screen.title(of: window) == "Drawing - Fude")
      #expect(screen.windowClass(of: window)?.first == "fude")
      #expect(screen.processID(of: window) == session.program.processID)
      #expect(Set(screen.atoms("WM_PROTOCOLS", of: window)).isSuperset(of: ["WM_DELETE_WINDOW", "_NET_WM_PING"]))
      let hints = try #require(screen.sizeHints(of: window))
      let minimum = try #require(hints.minimum)
      #expect(minimum.width > 0 && minimum.height > 0 && minimum.width <= 640 && minimum.height <= 480)
      #expect(hints.isPositionByUser && hints.isSizeByUser)
      #expect((screen.numbers("_NET_WM_ICON", of: window) ?? []).count > 16 * 16)
      try screen.ping(window)
    }

    /// Fails if --geometry has no effect, with and without a window manager.
    @Test(arguments: [false, true]) func theGeometryIsHeeded(hasWindowManager: Bool) throws {
      var arrangement = TestSession.Arrangement()
      arrangement.hasWindowManager = hasWindowManager
      arrangement.arguments = ["--geometry", "500x300+70+90"]
      let session = try TestSession(arrangement)
      let frame = try session.frame
      #expect(frame.width == 500 && frame.height == 300)
      // A window manager places its frame there.
      let slack = hasWindowManager ? 40 : 0
      #expect(70...70 + slack ~= frame.x && 90...90 + slack ~= frame.y, "\(frame)")
    }

    /// Fails if an offset from the lower right corner is taken as one from the upper left.
    @Test func theGeometryCountsFromTheFarCorner() throws {
      let session = try TestSession(arrangement("--geometry", "400x300-30-20"))
      #expect(try session.frame == Area(x: 800 - 400 - 30, y: 600 - 300 - 20, width: 400, height: 300))
    }

    /// Fails if a new canvas is not twice the window, or not fully shown. No background is visible,
    /// and a line of full pressure is half as wide as the brush.
    @Test func aNewCanvasIsTwiceTheWindow() throws {
      let session = try TestSession(arrangement("--geometry", "400x300+20+20"))
      try session.line(from: (100, 150.5), to: (300, 150.5), pressure: 1...1)
      let image = try session.image()
      #expect(image.bounds { $0 == Look.desk } == nil)
      #expect(abs(image.inkAcross(column: 200).width - Look.width(atPressure: 1) / 2) < 0.2)
      #expect(try Image(pngAt: try session.export()).area == Area(x: 0, y: 0, width: 800, height: 600))
    }

    /// Fails if an untouched canvas does not follow the window to full screen. Without panels only
    /// paper is visible.
    @Test func anUntouchedCanvasFollowsToFullScreen() throws {
      let session = try TestSession(arrangement("--geometry", "400x300+20+20"))
      try session.key("F11")
      #expect(try session.frame == session.screen.area)
      #expect(try session.image().bounds { $0 == Look.desk } == nil)
      // After drawing, the canvas keeps its size.
      try session.line(from: (100, 150.5), to: (300, 150.5), pressure: 1...1)
      try session.key("F11")
      #expect(try Image(pngAt: try session.export()).area == Area(x: 0, y: 0, width: 1600, height: 1200))
    }

    /// Fails if --canvas has no effect, or if a small canvas is not centred at 100 %.
    @Test func theCanvasSizeIsHeeded() throws {
      let session = try TestSession(arrangement("--geometry", "640x480+20+20", "--canvas", "300x200"))
      #expect(try session.image().bounds { $0 == Look.paper } == Area(x: 170, y: 140, width: 300, height: 200))
    }

    /// Fails if closing by the window manager does not end normally, loses ink, or asks a question.
    @Test func closingKeepsTheInk() throws {
      let session = try TestSession()
      try session.line(from: (80, 80), to: (400, 300))
      let shown = try session.image()
      #expect(try session.close() == .exited(0))
      #expect(try session.kept().difference(from: shown).isEmpty)
      let name = try #require(session.journals().first)
      #expect(name.hasPrefix("Drawing 2") && session.files(in: "state/fude/kept") == [name])
      #expect(session.journals(in: "state/fude") == [])
      #expect(
        session.program.errors == "fude: the drawing was kept as \(session.path("state/fude/kept/" + name))\n")
    }

    /// Fails if closing an empty drawing leaves files behind.
    @Test func closingAnEmptyDrawingLeavesNothing() throws {
      let session = try TestSession()
      try session.screen.close(session.window)
      #expect(try session.program.waitForExit() == .exited(0))
      #expect(session.files(in: "state/fude") == [])
      #expect(session.program.errors == "")
    }

    /// Fails if an unfinished stroke at the end is not kept.
    @Test func closingWhileDrawingKeepsTheStroke() throws {
      let session = try TestSession()
      try session.pressAndMove([(100, 100), (200, 100), (300, 100)])
      #expect(try session.close() == .exited(0))
      #expect(try #require(try session.kept().ink()).width >= 200)
    }

    /// Conditions in which the window may be closed by its frame's button, a pager or the session.
    enum WindowCondition: CaseIterable {
      case iconified, fullScreen, maximised, ownDialog, settings, name, floating, awaitedPaste, givenCopy
    }

    /// Fails if the window cannot be closed in some condition, loses ink or a floating selection,
    /// or waits for another program that does not answer.
    @Test(arguments: WindowCondition.allCases) func itClosesDuringAnyActivity(_ condition: WindowCondition) throws {
      var arrangement = TestSession.Arrangement()
      arrangement.hasWindowManager = [.iconified, .fullScreen, .maximised].contains(condition)
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\ndialogs = own\n", to: "config/fude/settings")
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      let (screen, window, keyboard) = (session.screen, session.window, session.bench.keyboard)
      try session.steadyLine(from: (80, 300.5), to: (300, 300.5))
      var others: [AnyObject] = []
      switch condition {
      case .iconified: try screen.iconify(window)
      case .fullScreen: try screen.fillScreen(with: window)
      case .maximised: try screen.maximise(window)
      case .ownDialog: try keyboard.tap("ctrl+shift+s")
      case .settings: try keyboard.tap("ctrl+comma")
      case .name: try keyboard.tap("F2")
      case .floating:
        try keyboard.tap("ctrl+a")
        try keyboard.tap("ctrl+x")
        try keyboard.tap("ctrl+v")
      case .awaitedPaste:
        let holder = try SelectionOwner(display: screen.display, ["TARGETS": .silence])
        try keyboard.tap("ctrl+v")
        try screen.wait(for: "the question") { holder.requests == ["TARGETS"] }
        others = [holder]
      case .givenCopy:
        try keyboard.tap("ctrl+a")
        try session.key("ctrl+c")
        let reader = try SelectionReader(display: screen.display)
        _ = try reader.bytes(as: "image/png", parts: 1)
        others = [reader]
      }
      if condition != .iconified { try session.settle() }
      try screen.close(window)
      #expect(try session.program.waitForExit() == .exited(0))
      #expect(try #require(try session.kept().ink(in: Area(x: 60, y: 290, width: 300, height: 20))).width >= 200)
      #expect(
        session.program.errors.hasPrefix("fude: the drawing was kept as ")
          && session.program.errors.count { $0 == "\n" } == 1)
      withExtendedLifetime(others) {}
    }

    /// Fails if a signal ends the program before the ink is kept.
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSignalKeepsTheInk(signal: Int32) throws {
      let session = try TestSession()
      try session.tap(100, 100)
      session.program.signal(signal)
      #expect(try session.program.waitForExit() == .exited(0))
      // The session may end while the user draws. The next start recovers the drawing.
      #expect(try session.kept(in: "state/fude").inkArea() > 10)
    }

    /// Fails if a window manager's grabs split a stroke, if keys do not arrive, or if Ctrl+Q does
    /// not close the window.
    @Test func underAWindowManagerAllIsTheSame() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.hasWindowManager = true
      let session = try TestSession(arrangement)
      // The window manager holds the events back until it has handled the press, and the server
      // then keeps only the last motion. A user is slower, so the line continues once the press has
      // arrived.
      try session.pressAndMove([(100, 200.5)], pressure: 1)
      try session.screen.wait(for: "the press") { () throws(RigError) in
        try session.screen.image(of: session.window).ink() != nil
      }
      for step in 1...20 {
        let place = try session.point(100 + Double(step) * 10, 200.5)
        try session.pen.move(x: place.x, y: place.y, pressure: 1)
      }
      try session.pen.release()
      try session.pen.synchronize()
      let image = try session.image()
      for x in stride(from: 100, through: 300, by: 20) {
        #expect(abs(image.inkAcross(column: x).width - Look.width(atPressure: 1)) < 0.3)
      }
      try session.bench.keyboard.tap("ctrl+q")
      #expect(try session.program.waitForExit() == .exited(0))
      #expect(session.journals().count == 1)
    }

    /// Fails if the end of the X server during a stroke ends the program before the ink is kept.
    @Test func aServerThatDiesCostsNoInk() throws {
      let session = try TestSession()
      try session.line(from: (80, 300), to: (400, 300))
      try session.pressAndMove([(100, 100), (200, 100), (300, 100)])
      kill(pid_t(session.bench.server.processID), SIGKILL)
      #expect(try session.program.waitForExit() == .exited(1))
      let file = session.path("state/fude/" + (session.journals(in: "state/fude").first ?? ""))
      let lines = session.program.errors.split(separator: "\n")
      #expect(lines == ["fude: the X server is gone", "fude: the drawing was kept as \(file)"])
      let kept = try session.kept(in: "state/fude")
      #expect(try #require(kept.ink(in: Area(x: 0, y: 50, width: 640, height: 100))).width >= 200)
      #expect(try #require(kept.ink(in: Area(x: 0, y: 250, width: 640, height: 100))).width >= 320)
    }

    /// Fails if a connection closed by the server, as by xkill, crashes the program.
    @Test func beingCutOffCostsNoInk() throws {
      let session = try TestSession()
      try session.tap(100, 100)
      try session.screen.killClient(of: session.window)
      #expect(try session.program.waitForExit() == .exited(1))
      #expect(session.program.errors.hasPrefix("fude: the X server is gone\n"))
      #expect(session.journals(in: "state/fude").count == 1)
    }

    private func arrangement(_ arguments: String...) -> TestSession.Arrangement {
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = arguments
      return arrangement
    }
  }
}
