import Document
import Export
import Foundation
import Rig
import Storage
import Testing

extension EndToEnd {
  /// File dialogs of the desktop: a test portal on the test's own bus.
  @Suite struct DesktopDialogTests {
    private final class DialogDesktop {
      let bus: MessageBus
      let session: TestSession
      private(set) var portal: Program?

      init(_ mode: String? = "normal", _ change: (inout TestSession.Arrangement) throws -> Void = { _ in }) throws {
        bus = try MessageBus()
        if let mode { portal = try Self.portal(mode, bus) }
        var arrangement = TestSession.Arrangement()
        let folder = try TemporaryFolder()
        _ = try folder.makeFolder("Pictures")
        arrangement.folder = folder
        arrangement.environment = bus.environment
        try change(&arrangement)
        session = try TestSession(arrangement)
      }

      static func portal(_ mode: String, _ bus: MessageBus) throws -> Program {
        guard let path = Program.built("PortalHelper") else {
          throw RigError("PortalHelper is not built beside the tests.")
        }
        let portal = try Program(path, [mode], environment: bus.environment, input: .sent)
        try portal.waitForOutput("ready\n")
        return portal
      }

      /// The complete lines that the portal has printed so far.
      var calls: [String] {
        let output = portal?.output ?? ""
        return output[..<(output.lastIndex(of: "\n") ?? output.startIndex)].split(separator: "\n").map(String.init)
      }

      /// Waits for a line that starts with a word, and returns it.
      func wait(_ word: String, count: Int = 1) throws -> String {
        try session.screen.wait(for: "\(count) \(word) in \(calls)") { calls.count { $0.hasPrefix(word) } >= count }
        return calls.last { $0.hasPrefix(word) } ?? ""
      }

      /// Chooses a file in the desktop's dialog, as the user.
      func choose(_ path: String, _ results: String = "") { answer("0 {'uris': <['file://\(path)']>\(results)}") }
      func answer(_ text: String) { portal?.send("answer \(text)\n") }
      func end() { portal = nil }

      func title() -> String? { session.screen.title(of: session.window) }

      func waitForTitle(_ title: String) throws {
        try session.screen.wait(for: "the title \(title)", seconds: 90) { self.title() == title }
      }

      /// Whether Fude's own dialog covers the window's middle.
      func isOwnDialogShown() throws -> Bool {
        let middle = try session.image().cropped(to: Area(x: 220, y: 140, width: 200, height: 200)).pixels
        return middle.count { Image.luma($0) < 80 } > middle.count / 2
      }

      func waitForOwnDialog() throws {
        try session.screen.wait(for: "Fude's own dialog") { () throws(RigError) in
          do { return try self.isOwnDialogShown() } catch let error as RigError { throw error } catch { return false }
        }
      }
    }

    /// Saves a drawing with a stroke to a file.
    private func drawing(at path: String) throws {
      let document = try #require(Document(width: 640, height: 480))
      try document.save(to: path)
    }

    /// Fails if Ctrl+O calls the portal wrongly, drawing waits for the dialog, the chosen file is
    /// not opened, or a connection remains.
    @Test func ctrlOOpensWhatTheDesktopsDialogChose() throws {
      let desktop = try DialogDesktop()
      let session = desktop.session
      let file = session.path("Pictures/\u{7B46} 1%.ora")
      try drawing(at: file)
      try session.key("ctrl+o")
      let call = try desktop.wait("OpenFile")
      #expect(call.hasPrefix("OpenFile ('x11:\(String(session.window.number, radix: 16))', 'Open', {"))
      #expect(call.contains("'current_folder': <b'\(session.path("Pictures"))'>"))
      #expect(call.contains("('Drawings and pictures', [(uint32 0, '*.[oO][rR][aA]'), (0, '*.[pP][nN][gG]')"))
      #expect(call.contains("'modal': <true>") && !desktop.calls.contains { $0.hasPrefix("fault") }, "\(desktop.calls)")
      let before = try session.image()
      try session.line(from: (100, 100), to: (400, 300))
      #expect(try session.image().difference(from: before).count > 1000)
      #expect(desktop.title() == "\u{2022} Drawing - Fude")
      desktop.choose(session.path("Pictures") + "/%E7%AD%86%201%25.ora")
      try desktop.waitForTitle("\u{7B46} 1% - Fude")
      _ = try desktop.wait("left")
      #expect(try session.close() == .exited(0))
      // The drawing becomes a kept drawing, as always when another one is opened.
      #expect(session.program.errors == "" && session.journals().count == 1)
    }

    /// Fails if a new drawing's suggested name, folder or format is wrong, the choice is not
    /// followed, or saving again does not suggest the file.
    @Test func ctrlShiftSSavesWhereTheDesktopsDialogSays() throws {
      let desktop = try DialogDesktop()
      let session = desktop.session
      try session.line(from: (100, 100), to: (400, 300))
      try session.key("ctrl+shift+s")
      let call = try desktop.wait("SaveFile")
      #expect(call.contains("'Save as'") && call.contains("'current_name': <'Drawing.ora'>"), "\(call)")
      #expect(call.contains("'current_filter': <('OpenRaster, with layers (*.ora)', [(uint32 0, '*.[oO][rR][aA]')])>"))
      #expect(call.contains("('PNG, one picture (*.png)', [(0, '*.[pP][nN][gG]')])") && !call.contains("current_file'"))
      // The portal has already asked, so the file is replaced.
      try Data("old".utf8).write(to: URL(filePath: session.path("Pictures/a.ora")))
      desktop.choose(session.path("Pictures/a.ora"))
      try desktop.waitForTitle("a - Fude")
      #expect(
        FileManager.default.contents(atPath: session.path("Pictures/a.ora"))?.starts(with: Data("PK".utf8)) ?? false)
      try session.key("ctrl+shift+s")
      let again = try desktop.wait("SaveFile", count: 2)
      #expect(again.contains("'current_file': <b'\(session.path("Pictures/a.ora"))'>"), "\(again)")
      // If the name has no format, the chosen filter decides.
      desktop.choose(
        session.path("Pictures/b"), ", 'current_filter': <('PNG, one picture (*.png)', [(uint32 0, '*.[pP][nN][gG]')])>"
      )
      try session.screen.wait(for: "the picture") {
        FileManager.default.fileExists(atPath: session.path("Pictures/b.png"))
      }
      #expect(try Image(pngAt: session.path("Pictures/b.png")).inkArea() > 1000)
      #expect(!desktop.calls.contains { $0.hasPrefix("fault") }, "\(desktop.calls)")
    }

    /// Fails if a Wayland desktop's picker is not asked, its colour is not drawn with, or its absence
    /// is not said.
    @Test func aColourIsPickedByTheDesktop() throws {
      let desktop = try DialogDesktop { $0.environment["WAYLAND_DISPLAY"] = "wayland-0" }
      let session = desktop.session
      try session.key("shift+i")
      let call = try desktop.wait("PickColor")
      #expect(call.hasPrefix("PickColor ('x11:\(String(session.window.number, radix: 16))', {"), "\(call)")
      #expect(!desktop.calls.contains { $0.hasPrefix("fault") }, "\(desktop.calls)")
      desktop.answer("0 {'color': <(0.2, 0.6, 1.0)>}")
      _ = try desktop.wait("left")
      try session.line(from: (100, 240), to: (500, 240))
      #expect(try session.image()[300, 240] & 0xFF_FFFF == 0x3399FF)
      desktop.end()
      try session.key("shift+i")
      try session.screen.wait(for: "the message") { () throws(RigError) in try session.isMessageShown() }
    }

    /// Fails if an export does not use the desktop's dialog, or if the name's format is not
    /// written.
    @Test func anExportIsWrittenWhereTheDesktopsDialogSays() throws {
      let desktop = try DialogDesktop { $0.hasPanels = true }
      let session = desktop.session
      try session.line(from: (200, 100), to: (400, 300))
      try session.key("ctrl+shift+e")
      try session.key("Return")
      let call = try desktop.wait("SaveFile")
      #expect(call.contains("'Export'") && call.contains("'current_name': <'Drawing.png'>"), "\(call)")
      #expect(call.contains("'current_filter': <('PNG (*.png)'") && call.contains("('PDF (*.pdf)'"))
      desktop.choose(session.path("Pictures/a.svg"))
      try session.screen.wait(for: "the picture") {
        FileManager.default.fileExists(atPath: session.path("Pictures/a.svg"))
      }
      #expect(
        FileManager.default.contents(atPath: session.path("Pictures/a.svg"))?.starts(with: Data("<?xml".utf8)) ?? false)
    }

    private func threads(_ session: TestSession) throws -> [String] {
      let folder = "/proc/\(session.program.processID)/task"
      return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
        try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)
      }
    }

    /// Fails if cancelling changes anything, gives a message or keeps the program awake or
    /// connected, or if it connects before the first dialog.
    @Test func cancellingLeavesAllAsItWas() throws {
      // Screen readers would use the same bus.
      let desktop = try DialogDesktop("normal") { $0.environment["NO_AT_BRIDGE"] = "1" }
      let session = desktop.session
      try session.line(from: (100, 100), to: (400, 300))
      #expect(try !threads(session).contains("gdbus\n"))
      let before = try session.image()
      for (key, call) in [("ctrl+o", "OpenFile"), ("ctrl+shift+s", "SaveFile"), ("ctrl+s", "SaveFile")] {
        let count = desktop.calls.count { $0 == "left" }
        try session.key(key)
        _ = try desktop.wait(call, count: key == "ctrl+s" ? 2 : 1)
        desktop.answer("1 {}")
        _ = try desktop.wait("left", count: count + 1)
        #expect(try session.image().difference(from: before).isEmpty)
        // GIO keeps one thread for all connections.
        #expect(try threads(session).contains("gdbus\n"))
      }
      #expect(desktop.title() == "\u{2022} Drawing - Fude" && session.files(in: "Pictures") == [])
      #expect(session.program.errors == "")
      // No thread of the program wakes up any more, which only waiting can show.
      var wakeUps: [Int] = []
      repeat {
        let count = try #require(session.program.wakeUps)
        MonotonicTime.sleep(seconds: 2)
        wakeUps.append(try #require(session.program.wakeUps) - count)
      } while wakeUps.last != 0 && wakeUps.count < 10
      #expect(wakeUps.last == 0, "wake-ups in each 2 s: \(wakeUps)")
    }

    /// Fails if Fude's own dialog does not appear at once when the desktop has none or refuses.
    @Test(arguments: [nil, "error", "bare"]) func whereTheDesktopHasNoneFudesOwnIsShown(_ mode: String?) throws {
      let desktop = try DialogDesktop(mode)
      try desktop.session.tap(100, 100)
      try desktop.session.key("ctrl+s")
      try desktop.waitForOwnDialog()
      for letter in "own" { try desktop.session.key(String(letter)) }
      try desktop.session.key("Return")
      try desktop.waitForTitle("own - Fude")
      #expect(desktop.session.files(in: "Pictures") == ["own.ora"])
      let said = desktop.session.program.errors
      #expect(mode == nil ? said == "" : said.hasPrefix("fude: the desktop has no dialog: "), "\(said)")
    }

    /// Fails if the setting for the dialogs is ignored.
    @Test func theSettingsCanSayFudesOwn() throws {
      let desktop = try DialogDesktop {
        try $0.folder?.write("cursor = cross\ndialogs = own\n", to: "config/fude/settings")
      }
      try desktop.session.key("ctrl+o")
      #expect(try desktop.isOwnDialogShown())
      #expect(desktop.calls == ["ready"])
    }

    /// Fails if a portal that ends with its dialog is waited for, gives no message, or disturbs
    /// drawing.
    @Test func aPortalThatDiesIsSaid() throws {
      let desktop = try DialogDesktop()
      try desktop.session.key("ctrl+s")
      _ = try desktop.wait("open")
      desktop.end()
      try desktop.session.tapMessage()
      #expect(try desktop.isOwnDialogShown())
      for letter in "own" { try desktop.session.key(String(letter)) }
      try desktop.session.key("Return")
      try desktop.waitForTitle("own - Fude")
    }

    /// Fails if the user cannot leave a portal that does not answer, or if its dialog still appears
    /// later.
    @Test func aPortalThatDoesNotAnswerCanBeLeft() throws {
      let desktop = try DialogDesktop("no-reply")
      try desktop.session.key("ctrl+o")
      _ = try desktop.wait("OpenFile")
      try desktop.session.tapMessage()
      #expect(try desktop.isOwnDialogShown())
      _ = try desktop.wait("left")
    }

    /// Fails if a second request opens a second dialog, or if there is no way to a file while the
    /// first dialog is lost.
    @Test func aSecondQuestionWaitsOrIsFudesOwn() throws {
      let desktop = try DialogDesktop()
      try desktop.session.key("ctrl+o")
      _ = try desktop.wait("open")
      try desktop.session.key("ctrl+o")
      try desktop.session.key("ctrl+s")
      #expect(desktop.calls.count == 3, "\(desktop.calls)")
      try desktop.session.tapMessage()
      #expect(try desktop.isOwnDialogShown())
      _ = try desktop.wait("Close")
      for letter in "own" { try desktop.session.key(String(letter)) }
      try desktop.session.key("Return")
      try desktop.waitForTitle("own - Fude")
    }

    /// Fails if the save dialog of a drawing stays after the drawing was closed, and then saves
    /// another one.
    @Test func theDialogGoesWithItsDrawing() throws {
      let desktop = try DialogDesktop()
      try desktop.session.tap(100, 100)
      try desktop.session.key("ctrl+s")
      _ = try desktop.wait("SaveFile")
      try desktop.session.key("ctrl+alt+n")
      _ = try desktop.wait("Close")
      #expect(desktop.title() == "Drawing - Fude" && desktop.session.files(in: "Pictures") == [])
    }

    /// Fails if a file that the portal has not asked about is replaced without a question. This
    /// happens if Fude adds an extension.
    @Test func missingQuestionsAreAsked() throws {
      let desktop = try DialogDesktop()
      let file = desktop.session.path("Pictures/a.ora")
      try Data("old".utf8).write(to: URL(filePath: file))
      try desktop.session.tap(100, 100)
      try desktop.session.key("ctrl+s")
      _ = try desktop.wait("SaveFile")
      desktop.choose(desktop.session.path("Pictures/a"))
      try desktop.waitForOwnDialog()
      #expect(FileManager.default.contents(atPath: file) == Data("old".utf8))
      try desktop.session.key("Return")
      try desktop.waitForTitle("a - Fude")
      #expect(FileManager.default.contents(atPath: file)?.starts(with: Data("PK".utf8)) ?? false)
    }

    /// Fails if a dialog that could not open is taken for one that the user closed.
    @Test func aDialogThatEndsAtOnceIsSaid() throws {
      let desktop = try DialogDesktop("failing-dialogs")
      try desktop.session.key("ctrl+o")
      try desktop.session.tapMessage()
      #expect(try desktop.isOwnDialogShown())
    }

    /// Fails if a non-local file is opened as a local one, or ignored without a message.
    @Test func aPathThatIsNoFileIsRefused() throws {
      let desktop = try DialogDesktop()
      try desktop.session.key("ctrl+o")
      _ = try desktop.wait("OpenFile")
      desktop.answer("0 {'uris': <['sftp://host/a.ora']>}")
      try desktop.session.tapMessage()
      #expect(try desktop.isOwnDialogShown())
    }

    /// Fails if a read or write error gives no message because no dialog of Fude is open.
    @Test func failuresAreReported() throws {
      let desktop = try DialogDesktop()
      try desktop.session.tap(100, 100)
      let before = try desktop.session.image()
      try desktop.session.key("ctrl+s")
      _ = try desktop.wait("SaveFile")
      desktop.choose("/proc/a.ora")
      try desktop.session.program.waitForErrors("fude: cannot write /proc/a.ora: its folder does not exist\n")
      #expect(try !desktop.session.image().difference(from: before).isEmpty)
      try desktop.session.key("ctrl+o")
      _ = try desktop.wait("OpenFile")
      desktop.choose(desktop.session.path("none.ora"))
      try desktop.session.program.waitForErrors(
        "cannot read \(desktop.session.path("none.ora")): there is no such file\n")
      #expect(desktop.title() == "\u{2022} Drawing - Fude")
    }

    /// Fails if "Show in folder" does not select the picture in a file manager that supports it.
    @Test func anExportIsShownInTheFileManager() throws {
      let desktop = try DialogDesktop("files")
      try desktop.session.line(from: (80, 80), to: (400, 80))
      let file = try desktop.session.export()
      try desktop.session.tapMessage()
      #expect(try desktop.wait("ShowItems") == "ShowItems (['file://\(file)'], '')")
    }
  }
}
