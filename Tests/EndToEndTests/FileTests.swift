import Document
import Export
import Foundation
import Raster
import Rig
import Storage
import Testing

extension EndToEnd {
  @Suite struct FileTests {
    private func title(_ session: TestSession) -> String? { session.screen.title(of: session.window) }

    private func waitForTitle(_ title: String, _ session: TestSession, line: Int = #line) throws {
      // A long timeout: a debug build packs a large picture slowly on a busy machine.
      try session.screen.wait(for: "the title \(title) at \(line)", seconds: 90) { self.title(session) == title }
    }

    private func type(_ text: String, _ session: TestSession) throws {
      for letter in text { try session.key(letter == "/" ? "slash" : letter == "." ? "period" : String(letter)) }
    }

    /// Whether the file dialog covers the window's middle. The dialog is dark, the paper is not.
    private func isDialogShown(_ session: TestSession) throws -> Bool {
      let middle = try session.image().cropped(to: Area(x: 220, y: 140, width: 200, height: 200)).pixels
      return middle.count { Image.luma($0) < 80 } > middle.count / 2
    }

    /// Fails if Save does not ask for a name, the name or the pixels differ afterwards, or the dot
    /// in the title stays.
    @Test func savedDrawingsComeBack() throws {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let drawn: Image
      do {
        let session = try TestSession(arrangement)
        #expect(title(session) == "Drawing - Fude")
        try session.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
        try waitForTitle("\u{2022} Drawing - Fude", session)
        drawn = try session.image()
        try session.key("ctrl+shift+s")
        try type("sketch", session)
        try session.key("Return")
        try waitForTitle("sketch - Fude", session)
        #expect(session.files(in: "Pictures") == ["sketch.ora"])
        // After undo the drawing differs from the file; after redo it is the same again.
        try session.key("ctrl+z")
        try waitForTitle("\u{2022} sketch - Fude", session)
        try session.key("ctrl+y")
        try waitForTitle("sketch - Fude", session)
        // Closing leaves an empty drawing. The dialog's first entry is the file used last.
        try session.key("ctrl+w")
        try waitForTitle("Drawing - Fude", session)
        try session.key("ctrl+o")
        try session.key("s")
        try session.key("Return")
        try waitForTitle("sketch - Fude", session)
        #expect(try session.image().inkArea(in: Area(x: 60, y: 60, width: 360, height: 260)) > 1000)
        #expect(try session.close() == .exited(0))
        #expect(session.files(in: "state/fude") == ["kept", "recent", "views"] && session.journals() == [])
      }
      arrangement.arguments = [folder.path + "/Pictures/sketch.ora"] + arrangement.arguments
      let session = try TestSession(arrangement)
      #expect(title(session) == "sketch - Fude")
      #expect(try session.image().difference(from: drawn).isEmpty)
      let bytes = FileManager.default.contents(atPath: folder.path + "/Pictures/sketch.ora")
      try session.tap(500, 100)
      try session.key("ctrl+s")
      try waitForTitle("sketch - Fude", session)
      #expect(FileManager.default.contents(atPath: folder.path + "/Pictures/sketch.ora") != bytes)
    }

    /// Fails if a broken file replaces the drawing, or is not named.
    @Test func aBrokenFileLeavesTheDrawing() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      try Data("PK\u{3}\u{4}broken".utf8).write(to: URL(filePath: pictures + "/a.ora"))
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (400, 300))
      let drawn = try session.image()
      try session.open(pictures + "/a.ora")
      try session.program.waitForErrors("\n")
      #expect(
        session.program.errors
          == "fude: cannot read \(pictures)/a.ora: it is not a zip archive, or its end is missing\n")
      try session.key("Escape")
      #expect(try session.image().difference(from: drawn).isEmpty)
      #expect(title(session) == "\u{2022} Drawing - Fude")
    }

    /// Fails if an existing file is replaced without a question, or not replaced after it.
    @Test func aFileThatIsThereIsReplacedAfterAQuestion() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      try Data("old".utf8).write(to: URL(filePath: pictures + "/a.ora"))
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.tap(100, 100)
      try session.key("ctrl+s")
      try type("a", session)
      #expect(try isDialogShown(session))
      try session.key("Return")
      #expect(try isDialogShown(session), "it asks")
      #expect(title(session) == "\u{2022} Drawing - Fude")
      #expect(FileManager.default.contents(atPath: pictures + "/a.ora") == Data("old".utf8))
      try session.key("Return")
      try waitForTitle("a - Fude", session)
      #expect(FileManager.default.contents(atPath: pictures + "/a.ora")?.starts(with: Data("PK".utf8)) ?? false)
    }

    /// Reasons not to replace the drawing's file.
    enum Obstacle: CaseIterable { case otherProgram, writeProtection }

    /// Fails if Ctrl+S replaces a changed or write-protected file without a question, or if the
    /// question offers no other file.
    @Test(arguments: Obstacle.allCases) func savingAsksBeforeItReplaces(_ obstacle: Obstacle) throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      let file = pictures + "/a.ora"
      try folder.write("cursor = cross\ndialogs = own\n", to: "config/fude/settings")
      try #require(Document(width: 640, height: 480)).save(to: file)
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [file] + arrangement.arguments
      let session = try TestSession(arrangement)
      try session.tap(100, 100)
      switch obstacle {
      case .otherProgram: try Data("another program's".utf8).write(to: URL(filePath: file))
      case .writeProtection: try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
      }
      let before = FileManager.default.contents(atPath: file)
      try session.key("ctrl+s")
      try session.program.waitForErrors("fude: cannot write \(file): ")
      try session.settle()
      #expect(FileManager.default.contents(atPath: file) == before)
      try session.key("Return")
      try type("b", session)
      try session.key("Return")
      try waitForTitle("b - Fude", session)
      #expect(FileManager.default.contents(atPath: file) == before)
    }

    /// Fails if the answer Replace does not replace the file.
    @Test func theAnswerReplaceReplaces() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      let file = pictures + "/a.ora"
      try #require(Document(width: 640, height: 480)).save(to: file)
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [file] + arrangement.arguments
      let session = try TestSession(arrangement)
      try session.tap(100, 100)
      try Data("another program's".utf8).write(to: URL(filePath: file))
      try session.key("ctrl+s")
      try session.program.waitForErrors("another program changed it")
      try session.settle()
      // The answer before "Save as".
      try session.key("shift+Tab")
      try session.key("Return")
      try waitForTitle("a - Fude", session)
      #expect(FileManager.default.contents(atPath: file)?.starts(with: Data("PK".utf8)) ?? false)
    }

    /// Fails if an unwritable folder costs the drawing, or is not named.
    @Test func whereNothingCanBeWrittenTheDrawingStays() throws {
      let session = try TestSession()
      try session.tap(100, 100)
      try session.key("ctrl+s")
      try type("/proc/a", session)
      let before = try session.image()
      try session.key("Return")
      // The message is in the dialog, which stays open, and on standard error.
      #expect(try !session.image().difference(from: before).isEmpty)
      #expect(session.program.errors == "fude: cannot write /proc/a.ora: its folder does not exist\n")
      #expect(try isDialogShown(session))
      try session.key("Escape")
      #expect(title(session) == "\u{2022} Drawing - Fude")
    }

    /// Fails if ink drawn during a save is lost from the drawing or the next file, or if the file
    /// has a partial stroke.
    @Test func drawingDuringASaveLosesNothing() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = ["--geometry", "640x480+80+60", "--canvas", "3000x3000"]
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.line(from: (200, 100), to: (440, 100))
      // A replaced file has another inode number.
      func number() -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: pictures + "/big.ora"))?[.systemFileNumber] as? Int
      }
      // Repeats until a stroke happened during the save, because the test itself may be delayed.
      var (y, fellIntoSaving) = (150.0, false)
      repeat {
        let before = number()
        try session.key("ctrl+s")
        if before == nil {
          try type("big", session)
          try session.key("Return")
        }
        try session.line(from: (200, y), to: (440, y))
        fellIntoSaving = number() == before
        y += 10
        try session.screen.wait(for: "the file", seconds: 90) { number() != before }
      } while !fellIntoSaving && y < 350
      #expect(fellIntoSaving)
      try session.key("ctrl+s")
      try session.key("ctrl+s")
      try waitForTitle("big - Fude", session)
      let shown = try session.image()
      #expect(try session.close() == .exited(0))
      #expect(session.journals() == [] && session.journals(in: "state/fude") == [])
      arrangement.arguments = [pictures + "/big.ora", "--geometry", "640x480+80+60"]
      let again = try TestSession(arrangement)
      // A busy machine may take longer to read the file than the window waits for it.
      try waitForTitle("big - Fude", again)
      // Compares an area without messages. Only the message of the save differs.
      let area = Area(x: 100, y: 60, width: 440, height: 300)
      #expect(try again.image().cropped(to: area).difference(from: shown.cropped(to: area)).isEmpty)
      #expect(shown.inkArea(in: area) > 300)
    }

    /// Fails if an unsaved drawing is lost when another one replaces it.
    @Test func aNewDrawingKeepsTheOld() throws {
      let session = try TestSession()
      try session.line(from: (80, 80), to: (400, 300))
      try session.key("ctrl+alt+n")
      try waitForTitle("Drawing - Fude", session)
      try session.settle()
      #expect(try session.kept().inkArea() > 1000)
      // An empty drawing is not kept. Closing it ends the program.
      try session.bench.keyboard.tap("ctrl+w")
      #expect(try session.program.waitForExit() == .exited(0))
      #expect(session.journals().count == 1 && session.journals(in: "state/fude") == [])
    }

    /// Fails if Save overwrites an opened picture. It must ask for a name instead.
    @Test func savingAnOpenedPictureAsksForAName() throws {
      let folder = try TemporaryFolder()
      let picture = folder.path + "/photo.png"
      try #require(Document(width: 640, height: 480)).exportPNG(to: picture)
      let bytes = FileManager.default.contents(atPath: picture)
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [picture, "--geometry", "640x480+80+60"]
      let session = try TestSession(arrangement)
      try session.tap(100, 100)
      try session.key("ctrl+s")
      try session.key("Return")
      try session.screen.wait(for: "photo.ora") { FileManager.default.fileExists(atPath: folder.path + "/photo.ora") }
      try waitForTitle("photo - Fude", session)
      #expect(FileManager.default.contents(atPath: picture) == bytes)
    }
  }
}
