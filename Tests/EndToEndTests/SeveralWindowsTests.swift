import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Several windows, each its own process, and things that only one of them may own.
  @Suite struct SeveralWindowsTests {
    private func type(_ text: String, _ session: TestSession) throws {
      for letter in text { try session.key(letter == "/" ? "slash" : letter == "." ? "period" : String(letter)) }
    }

    /// Saves the drawing by keys as "a.ora" in the session's pictures, and waits for the file.
    private func save(_ session: TestSession) throws -> String {
      try session.key("ctrl+shift+s")
      try type("a.ora", session)
      try session.key("Return")
      try session.screen.wait(for: "the file", seconds: 90) { session.screen.title(of: session.window) == "a - Fude" }
      return session.path("Pictures/a.ora")
    }

    private func session(hasWindowManager: Bool = false) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      arrangement.folder = folder
      arrangement.hasWindowManager = hasWindowManager
      return try TestSession(arrangement)
    }

    /// Fails if the action opens no new drawing in its own process, the process is named "exe", or
    /// closing one window closes both.
    @Test(arguments: [false, true]) func aNewWindowStandsBesideThisOne(hasWindowManager: Bool) throws {
      let session = try session(hasWindowManager: hasWindowManager)
      let screen = session.screen
      try session.steadyLine(from: (80, 80), to: (400, 300))
      let drawn = try session.image()
      try session.bench.keyboard.tap("ctrl+shift+n")
      let second = try screen.wait(for: "another window", seconds: 20) {
        screen.windows().first { $0 != session.window && screen.windowClass(of: $0)?.first == "fude" }
      }
      try screen.settle(second)
      let process = try #require(screen.processID(of: second))
      #expect(process != session.program.processID)
      #expect(screen.title(of: second) == "Drawing - Fude")
      // The desktop knows the time of the user's action, and focuses the window.
      #expect((screen.numbers("_NET_WM_USER_TIME", of: second)?.first ?? 0) > 0)
      if hasWindowManager { try screen.wait(for: "the keyboard") { screen.activeWindow == second } }
      let environment = (try? String(contentsOfFile: "/proc/\(process)/environ", encoding: .utf8)) ?? ""
      #expect(environment.split(separator: "\0").count { $0.hasPrefix("DESKTOP_STARTUP_ID=") } == 1)
      // Process lists show the program's name.
      #expect((try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) == "fude\n")
      #expect(try session.close() == .exited(0))
      #expect(try session.kept().difference(from: drawn).isEmpty)
      try screen.settle(second)
      try screen.close(second)
      try screen.wait(for: "the second window to go") { kill(pid_t(process), 0) != 0 }
      #expect(session.journals().count == 1 && session.journals(in: "state/fude") == [])
    }

    /// Fails if a new window takes brush and colours from the last end of the program instead of the
    /// window that it was opened from.
    @Test func aNewWindowHasThisOnesBrush() throws {
      let session = try session()
      let screen = session.screen
      for key in ["m", "]", "x"] { try session.key(key) }
      try session.bench.keyboard.tap("ctrl+shift+n")
      let second = try screen.wait(for: "another window", seconds: 20) {
        screen.windows().first { $0 != session.window && screen.windowClass(of: $0)?.first == "fude" }
      }
      try screen.settle(second)
      let settings = try String(contentsOfFile: session.path("config/fude/settings"), encoding: .utf8)
      for line in ["brush = marker", "foreground = #fdfcf9", "background = #1d1f24"] {
        #expect(settings.contains(line + "\n"), "\(settings)")
      }
      #expect(!settings.contains("panels"))
      // The second window writes what it has: the same brush and colours.
      try screen.close(second)
      try screen.wait(for: "the second window to go") { !screen.isViewable(second) }
      #expect(try session.close() == .exited(0))
      #expect(
        try String(contentsOfFile: session.path("config/fude/settings"), encoding: .utf8).contains("brush = marker\n"))
    }

    /// Fails if a layer that is copied in one window does not come into the other's drawing as a layer.
    @Test func aLayerIsCopiedIntoAnotherDrawing() throws {
      let session = try session(hasWindowManager: true)
      let screen = session.screen
      try session.steadyLine(from: (80, 80), to: (400, 300))
      try session.bench.keyboard.tap("ctrl+g")
      try session.bench.keyboard.tap("ctrl+shift+c")
      try session.bench.keyboard.tap("ctrl+shift+n")
      let second = try screen.wait(for: "another window", seconds: 20) {
        screen.windows().first { $0 != session.window && screen.windowClass(of: $0)?.first == "fude" }
      }
      try screen.settle(second)
      try screen.wait(for: "the keyboard") { screen.activeWindow == second }
      let before = try screen.image(of: second)
      try session.bench.keyboard.tap("ctrl+v")
      try screen.wait(for: "the layer") { () throws(RigError) in
        try !screen.image(of: second).difference(from: before).isEmpty
      }
      try screen.settle(second)
      try screen.close(second)
      try screen.wait(for: "the second window to go") { !screen.isViewable(second) }
      #expect(try session.close() == .exited(0))
      // Both drawings are kept: the second has the group above its own layer.
      let facts = try session.journals().map { try session.facts(ofJournal: $0) }
      #expect(facts.count == 2 && facts.allSatisfy { $0.contains("type: group") }, "\(facts)")
      #expect(Set(facts.map { $0.contains("layers: 2") }) == [true, false], "\(facts)")
    }

    /// Fails if a window that cannot be opened gives no message.
    @Test func aWindowThatDoesNotComeIsTold() throws {
      let session = try session()
      let before = try session.image()
      try session.bench.keyboard.tap("ctrl+shift+n")
      let second = try session.screen.wait(for: "another window", seconds: 20) {
        session.screen.windows().first { $0 != session.window && session.screen.windowClass(of: $0)?.first == "fude" }
      }
      kill(pid_t(try #require(session.screen.processID(of: second))), SIGKILL)
      try session.screen.wait(for: "the second window to go") { !session.screen.isViewable(second) }
      try session.screen.wait(for: "a sentence") { () throws(RigError) in
        try session.screen.settle(session.window)
        return try !session.screen.image(of: session.window).difference(from: before).isEmpty
      }
    }

    /// Fails if a drawing can be open in two windows, where the last save would overwrite the
    /// other's strokes. The window that has it must be raised, and must release it when closed.
    @Test(arguments: [false, true]) func aDrawingIsOpenInOneWindow(hasWindowManager: Bool) throws {
      let session = try session(hasWindowManager: hasWindowManager)
      let screen = session.screen
      try session.steadyLine(from: (80, 80), to: (400, 300))
      let file = try save(session)
      // Closes the message of the save, which would disappear later.
      try session.dismissMessage()
      let (frame, shown) = (try session.frame, try session.image())
      if hasWindowManager {
        try screen.iconify(session.window)
      } else {
        _ = try screen.cover(frame)
        try screen.wait(for: "the window to be covered") { () throws(RigError) in
          try !screen.image(of: session.window).difference(from: shown).isEmpty
        }
      }
      // The same file by other names. The hard link is made after the save, which replaces the file.
      let (link, hardLink) = (session.path("link.ora"), session.path("hard.ora"))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      try FileManager.default.linkItem(atPath: file, toPath: hardLink)
      let listener = try StartupNotificationListener(screen)
      for path in [file, link, hardLink] {
        let second = try session.bench.start(
          try TestSession.fude(), [path], environment: ["DESKTOP_STARTUP_ID": "shell-1_TIME0"])
        #expect(try second.waitForExit() == .exited(0))
        #expect(second.errors == "fude: \(path) is open in another window\n")
        try screen.wait(for: "the window to be shown") { screen.isViewable(session.window) }
      }
      // Waits for the end of the window's animation and for its drawing.
      try screen.wait(for: "the drawing") { () throws(RigError) in
        if try screen.geometry(of: session.window) != frame { return false }
        return try screen.image(of: session.window).difference(from: shown).isEmpty
      }
      let heard = Array(repeating: "remove: ID=\"shell-1_TIME0\"", count: 3)
      try screen.wait(for: "\(heard)") { listener.messages == heard }
      if hasWindowManager { try screen.wait(for: "the keyboard") { screen.activeWindow == session.window } }
      // A new drawing replaces it, so other windows may open the file.
      try session.key("ctrl+alt+n")
      let second = try session.bench.start(try TestSession.fude(), [file])
      let window = try screen.waitForWindow(of: second)
      #expect(screen.title(of: window) == "a - Fude")
    }

    /// Fails if a save, which puts another file at the path, lets the claim on the old one stay, or
    /// does not claim the new one.
    @Test func aSaveMovesTheClaim() throws {
      let session = try session()
      let screen = session.screen
      try session.steadyLine(from: (80, 80), to: (400, 300))
      let file = try save(session)
      let (old, new) = (session.path("old.ora"), session.path("new.ora"))
      try FileManager.default.linkItem(atPath: file, toPath: old)
      try session.steadyLine(from: (80, 300), to: (400, 80))
      try session.key("ctrl+s")
      try screen.wait(for: "the save", seconds: 60) { screen.title(of: session.window) == "a - Fude" }
      try FileManager.default.linkItem(atPath: file, toPath: new)
      let second = try session.bench.start(try TestSession.fude(), [new])
      #expect(try second.waitForExit() == .exited(0))
      #expect(second.errors == "fude: \(new) is open in another window\n")
      // The drawing as it was saved first, which is no window's file any more.
      let third = try session.bench.start(try TestSession.fude(), [old])
      #expect(screen.title(of: try screen.waitForWindow(of: third)) == "old - Fude")
    }

    /// Fails if the temporary file of a killed program stays after the next start, or if that of a
    /// running program is removed.
    @Test func temporaryFilesOfKilledProgramsGo() throws {
      let session = try session()
      let file = try save(session)
      func unfinished() -> [String] { session.files(in: "Pictures").filter { $0.hasSuffix(".part") } }
      func record(_ name: String) throws -> Program {
        let program = try session.bench.start(
          try TestSession.fude(), ["record", session.path("Pictures/" + name), "--geometry", "300x200+0+0"])
        _ = try session.screen.waitForWindow(of: program)
        return program
      }
      let killed = try record("killed.pen")
      let left = unfinished()
      #expect(left.count == 1)
      killed.signal(SIGKILL)
      _ = try killed.waitForExit()
      let running = try record("running.pen")
      let needed = unfinished().filter { !left.contains($0) }
      #expect(unfinished().count == 2 && needed.count == 1)
      // A start with a drawing of this folder.
      let copy = session.path("Pictures/copy.ora")
      try FileManager.default.copyItem(atPath: file, toPath: copy)
      let next = try session.bench.start(try TestSession.fude(), [copy])
      try session.screen.wait(for: "the temporary file to go") { unfinished() == needed }
      try session.screen.close(try session.screen.waitForWindow(of: running))
      #expect(try running.waitForExit() == .exited(0))
      #expect(unfinished() == [] && session.files(in: "Pictures").contains("running.pen"))
      try session.screen.close(try session.screen.waitForWindow(of: next))
    }

    /// Fails if a crashed window still owns its drawing, or if the recovered drawing overwrites a
    /// file that another window has open.
    @Test func aCrashedWindowHasNothing() throws {
      let session = try session()
      let screen = session.screen
      let file = try save(session)
      try session.steadyLine(from: (80, 80), to: (400, 300))
      try screen.wait(for: "the stroke in the journal", seconds: 60) {
        ((try? session.kept(in: "state/fude"))?.inkArea() ?? 0) > 1000
      }
      session.program.signal(SIGKILL)
      _ = try session.program.waitForExit()
      let before = try Data(contentsOf: URL(filePath: file))
      // In its own home, without a drawing to recover.
      let other = try session.bench.start(try TestSession.fude(), [file])
      let otherWindow = try screen.waitForWindow(of: other)
      try screen.settle(otherWindow)
      #expect(screen.title(of: otherWindow) == "a - Fude")

      let third = try session.bench.start(
        try TestSession.fude(), ["--geometry", "640x480+80+60"], folder: session.program.folder)
      let window = try screen.waitForWindow(of: third)
      try screen.settle(window)
      #expect(screen.title(of: window) == "\u{2022} a - Fude")
      try screen.focus(window)
      try session.bench.keyboard.tap("ctrl+s")
      try screen.wait(for: "the dialog") { () throws(RigError) in
        try screen.settle(window)
        let middle = try screen.image(of: window, Area(x: 220, y: 140, width: 200, height: 200)).pixels
        return middle.count { Image.luma($0) < 80 } > middle.count / 2
      }
      #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }

    /// Fails if a drawing can replace a file that another window has open, or if that file can be
    /// opened twice.
    @Test func filesOpenInAnotherWindowAreProtected() throws {
      let session = try session()
      let screen = session.screen
      try session.steadyLine(from: (80, 80), to: (400, 300))
      let file = try save(session)
      let before = try Data(contentsOf: URL(filePath: file))
      // In its own home, so the path is the only connection.
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\n", to: "config/fude/settings")
      let second = try session.bench.start(
        try TestSession.fude(), ["--geometry", "640x480+100+80"], folder: folder)
      let window = try screen.waitForWindow(of: second)
      try screen.settle(window)
      func key(_ chord: String) throws {
        try session.bench.keyboard.tap(chord)
        try screen.settle(window)
      }
      func type(_ text: String) throws {
        for letter in text { try key(letter == "/" ? "slash" : letter == "." ? "period" : String(letter)) }
      }
      try screen.focus(window)
      let place = (x: 300.0, y: 300.0)
      try session.pen.tap(x: place.x, y: place.y, pressure: 0.5)
      try screen.settle(window)
      try key("ctrl+shift+s")
      for letter in file {
        try key(
          letter == "/"
            ? "slash"
            : letter == "." ? "period" : letter == "-" ? "minus" : letter == "_" ? "underscore" : String(letter))
      }
      try key("Return")
      #expect(try Data(contentsOf: URL(filePath: file)) == before)
      #expect(screen.title(of: window) == "\u{2022} Drawing - Fude")
      try key("Escape")
      try screen.close(window)
      #expect(try second.waitForExit() == .exited(0))
    }
  }

  /// What launchers and window managers are told about the start and about user input.
  @Suite struct StartupTests {
    /// Fails if a launcher waits forever, or if a window manager does not get the startup ID and
    /// the time of the user's action.
    @Test func theLauncherIsAnswered() throws {
      let id = "panel/a \"b\\c\"-7-host_TIME4242"
      var arrangement = TestSession.Arrangement()
      arrangement.environment["DESKTOP_STARTUP_ID"] = id
      // No key is pressed, because that would be reported, too.
      arrangement.hasPanels = true
      var listener: StartupNotificationListener?
      arrangement.prepare = { listener = try StartupNotificationListener($0.screen) }
      let session = try TestSession(arrangement)
      let (screen, window) = (session.screen, session.window)
      #expect(screen.text("_NET_STARTUP_ID", of: window) == id)
      #expect(screen.numbers("_NET_WM_USER_TIME", of: window) == [4242])
      let heard = [#"remove: ID="panel/a \"b\\c\"-7-host_TIME4242""#]
      try screen.wait(for: "\(heard)") { listener?.messages == heard }
    }

    /// Fails if the launcher waits for an unreadable file, the window gives no message, or the new
    /// drawing does not work normally. A user who opened the file from a file manager does not see
    /// standard error.
    @Test func aFileThatCannotBeReadIsSaidInTheWindow() throws {
      var arrangement = TestSession.Arrangement()
      let folder = try TemporaryFolder()
      try folder.write("no picture", to: "broken.png")
      arrangement.folder = folder
      arrangement.arguments += [folder.path + "/broken.png"]
      arrangement.environment["DESKTOP_STARTUP_ID"] = "x_TIME7"
      var listener: StartupNotificationListener?
      arrangement.prepare = { listener = try StartupNotificationListener($0.screen) }
      let session = try TestSession(arrangement)
      let heard = ["remove: ID=\"x_TIME7\""]
      try session.screen.wait(for: "\(heard)") { listener?.messages == heard }
      #expect(try session.isMessageShown())
      #expect(session.program.errors.hasPrefix("fude: cannot read \(folder.path)/broken.png: "))
      #expect(session.screen.title(of: session.window) == "Drawing - Fude")
      try session.line(from: (60, 200), to: (160, 200))
      #expect(try session.close() == .exited(0))
      #expect(session.files(in: "").contains("broken.png") && session.journals().count == 1)
    }

    /// Fails if window managers that do not support it are notified, or if a new window can take
    /// the focus from a drawing user. Managers compare its time with the last press.
    @Test func pressesAreTold() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.prepare = { try $0.screen.setSupported(["_NET_WM_USER_TIME"]) }
      let session = try TestSession(arrangement)
      func time() -> Int? { session.screen.numbers("_NET_WM_USER_TIME", of: session.window)?.first }
      try session.tap(100, 100)
      let first = try #require(time())
      #expect(first > 0)
      try session.hover(300, 300)
      #expect(time() == first)
      try session.tap(120, 100)
      #expect(try #require(time()) > first)
    }

    /// Fails if input is reported although the window manager does not support it. Each report
    /// costs the server and the program time.
    @Test func whereNobodyAsksNothingIsTold() throws {
      let session = try TestSession()
      try session.tap(100, 100)
      #expect(session.screen.numbers("_NET_WM_USER_TIME", of: session.window) == nil)
    }

    /// Fails if the window's own property is used although the manager supports a separate window.
    /// Changes of the own property wake the manager.
    @Test func pressesAreToldBesideTheWindow() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.prepare = { try $0.screen.setSupported(["_NET_WM_USER_TIME", "_NET_WM_USER_TIME_WINDOW"]) }
      let session = try TestSession(arrangement)
      try session.tap(100, 100)
      let beside = try #require(session.screen.numbers("_NET_WM_USER_TIME_WINDOW", of: session.window)?.first)
      #expect(session.screen.numbers("_NET_WM_USER_TIME", of: session.window) == nil)
      #expect((session.screen.numbers("_NET_WM_USER_TIME", of: WindowID(UInt(bitPattern: beside))) ?? [0])[0] > 0)
    }

    /// Fails if a minimised window draws, forgets its content, or loses an unfinished line.
    @Test func anIconifiedWindowComesBack() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.hasWindowManager = true
      let session = try TestSession(arrangement)
      let (screen, window) = (session.screen, session.window)
      try session.steadyLine(from: (80, 80), to: (400, 300))
      let drawn = try session.image()
      let before = try session.frame
      try screen.iconify(window)
      try session.settle()
      try screen.activate(window)
      // The window manager animates the window before it shows the content.
      func waitUntilAsBefore() throws {
        try screen.wait(for: "the window to be as it was") { () throws(RigError) in
          if try screen.geometry(of: window) != before { return false }
          return try screen.image(of: window).difference(from: drawn).isEmpty
        }
      }
      try waitUntilAsBefore()
      try screen.maximise(window)
      try session.settle()
      try screen.maximise(window, false)
      try waitUntilAsBefore()
    }

    /// Fails if F11 does nothing without a window manager, or does not lead back.
    @Test func fullScreenNeedsNoManager() throws {
      let session = try TestSession()
      let (screen, window) = (session.screen, session.window)
      let before = (try session.frame, try session.image())
      try session.key("F11")
      #expect(try session.frame == screen.area)
      try session.settle()
      #expect(try screen.image().count { $0 == Look.paper || $0 == Look.desk } == screen.area.count)
      #expect(screen.atoms("_NET_WM_STATE", of: window) == ["_NET_WM_STATE_FULLSCREEN"])
      try session.key("F11")
      #expect(try session.frame == before.0)
      #expect(try session.image().difference(from: before.1).isEmpty)
    }
  }
}
