import Document
import Foundation
import Raster
import Rig
import Testing

extension EndToEnd {
  /// Drawings go into files and come back, in the running program.
  @Suite struct FileTests {
    private func title(_ sitting: Sitting) -> String? { sitting.screen.title(of: sitting.window) }

    private func waitForTitle(_ title: String, _ sitting: Sitting) throws {
      // Patiently: an unoptimised program may have a large picture to pack on a busy machine.
      try sitting.screen.wait(for: "the title \(title)", seconds: 90) { self.title(sitting) == title }
    }

    private func type(_ text: String, _ sitting: Sitting) throws {
      for letter in text { try sitting.key(letter == "/" ? "slash" : letter == "." ? "period" : String(letter)) }
    }

    /// Whether the dialog for files stands over the window's middle: it is dark, and paper is not.
    private func isDialogShown(_ sitting: Sitting) throws -> Bool {
      let middle = try sitting.image().cropped(to: Area(x: 220, y: 140, width: 200, height: 200)).pixels
      return middle.count { Image.luma($0) < 80 } > middle.count / 2
    }

    /// Would break if Save did not ask for a name, the name were another, the dot stayed, or other pixels came back.
    @Test func whatIsSavedComesBack() throws {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      let drawn: Image
      do {
        let sitting = try Sitting(arrangement)
        #expect(title(sitting) == "Drawing - Fude")
        try sitting.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
        try waitForTitle("\u{2022} Drawing - Fude", sitting)
        drawn = try sitting.image()
        try sitting.key("ctrl+shift+s")
        try type("sketch", sitting)
        try sitting.key("Return")
        try waitForTitle("sketch - Fude", sitting)
        #expect(sitting.files(in: "Pictures") == ["sketch.ora"])
        // Undone it is another drawing than the file's; done again it is the file's.
        try sitting.key("ctrl+z")
        try waitForTitle("\u{2022} sketch - Fude", sitting)
        try sitting.key("ctrl+y")
        try waitForTitle("sketch - Fude", sitting)
        // Closed, an empty one is there; the same key opens it again, as the file used last.
        try sitting.key("ctrl+w")
        try waitForTitle("Drawing - Fude", sitting)
        try sitting.key("ctrl+o")
        try sitting.key("s")
        try sitting.key("Return")
        try waitForTitle("sketch - Fude", sitting)
        #expect(try sitting.image().inkArea(in: Area(x: 60, y: 60, width: 360, height: 260)) > 1000)
        #expect(try sitting.close() == .exited(0))
        #expect(sitting.files(in: "state/fude") == ["kept", "recent"] && sitting.journals() == [])
      }
      arrangement.arguments = [folder.path + "/Pictures/sketch.ora"] + arrangement.arguments
      let sitting = try Sitting(arrangement)
      #expect(title(sitting) == "sketch - Fude")
      #expect(try sitting.image().difference(from: drawn).isEmpty)
      let bytes = FileManager.default.contents(atPath: folder.path + "/Pictures/sketch.ora")
      try sitting.tap(500, 100)
      try sitting.key("ctrl+s")
      try waitForTitle("sketch - Fude", sitting)
      #expect(FileManager.default.contents(atPath: folder.path + "/Pictures/sketch.ora") != bytes)
    }

    /// Would break if a broken file took the drawing away, or were not named.
    @Test func aBrokenFileLeavesTheDrawing() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      try Data("PK\u{3}\u{4}broken".utf8).write(to: URL(filePath: pictures + "/a.ora"))
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      let sitting = try Sitting(arrangement)
      try sitting.line(from: (80, 80), to: (400, 300))
      let drawn = try sitting.image()
      try sitting.open(pictures + "/a.ora")
      try sitting.program.waitForErrors("\n")
      #expect(
        sitting.program.errors
          == "fude: cannot read \(pictures)/a.ora: it is not a zip archive, or its end is missing\n")
      try sitting.key("Escape")
      #expect(try sitting.image().difference(from: drawn).isEmpty)
      #expect(title(sitting) == "\u{2022} Drawing - Fude")
    }

    /// Would break if a file that is there were replaced without a question, or not after it.
    @Test func aFileThatIsThereIsReplacedAfterAQuestion() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      try Data("old".utf8).write(to: URL(filePath: pictures + "/a.ora"))
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      let sitting = try Sitting(arrangement)
      try sitting.tap(100, 100)
      try sitting.key("ctrl+s")
      try type("a", sitting)
      #expect(try isDialogShown(sitting))
      try sitting.key("Return")
      #expect(try isDialogShown(sitting), "it asks")
      #expect(title(sitting) == "\u{2022} Drawing - Fude")
      #expect(FileManager.default.contents(atPath: pictures + "/a.ora") == Data("old".utf8))
      try sitting.key("Return")
      try waitForTitle("a - Fude", sitting)
      #expect(FileManager.default.contents(atPath: pictures + "/a.ora")?.starts(with: Data("PK".utf8)) ?? false)
    }

    /// What may be wrong with the drawing's file when it is saved.
    enum Obstacle: CaseIterable { case otherProgram, writeProtection }

    /// Breaks where Ctrl+S replaces a file that another program changed, or a write-protected one, without a question; where
    /// the question has no way to another file.
    @Test(arguments: Obstacle.allCases) func savingAsksBeforeItReplaces(_ obstacle: Obstacle) throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      let file = pictures + "/a.ora"
      try folder.write("cursor = cross\ndialogs = own\n", to: "config/fude/settings")
      try #require(Document(width: 640, height: 480)).save(to: file)
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [file] + arrangement.arguments
      let sitting = try Sitting(arrangement)
      try sitting.tap(100, 100)
      switch obstacle {
      case .otherProgram: try Data("another program's".utf8).write(to: URL(filePath: file))
      case .writeProtection: try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
      }
      let before = FileManager.default.contents(atPath: file)
      try sitting.key("ctrl+s")
      try sitting.program.waitForErrors("fude: cannot write \(file): ")
      try sitting.settle()
      #expect(FileManager.default.contents(atPath: file) == before)
      // Save as.
      try sitting.key("Return")
      try type("b", sitting)
      try sitting.key("Return")
      try waitForTitle("b - Fude", sitting)
      #expect(FileManager.default.contents(atPath: file) == before)
    }

    /// Breaks where the answer Replace does not replace the file.
    @Test func theAnswerReplaceReplaces() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      let file = pictures + "/a.ora"
      try #require(Document(width: 640, height: 480)).save(to: file)
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [file] + arrangement.arguments
      let sitting = try Sitting(arrangement)
      try sitting.tap(100, 100)
      try Data("another program's".utf8).write(to: URL(filePath: file))
      try sitting.key("ctrl+s")
      try sitting.program.waitForErrors("another program changed it")
      try sitting.settle()
      // The answer before Save as.
      try sitting.key("shift+Tab")
      try sitting.key("Return")
      try waitForTitle("a - Fude", sitting)
      #expect(FileManager.default.contents(atPath: file)?.starts(with: Data("PK".utf8)) ?? false)
    }

    /// Would break if a folder that takes no files cost the drawing, or were not named.
    @Test func whereNothingCanBeWrittenTheDrawingStays() throws {
      let sitting = try Sitting()
      try sitting.tap(100, 100)
      try sitting.key("ctrl+s")
      try type("/proc/a", sitting)
      let before = try sitting.image()
      try sitting.key("Return")
      // It is said in the dialog, which stands, and on standard error.
      #expect(try !sitting.image().difference(from: before).isEmpty)
      #expect(sitting.program.errors == "fude: cannot write /proc/a.ora: its folder does not exist\n")
      #expect(try isDialogShown(sitting))
      try sitting.key("Escape")
      #expect(title(sitting) == "\u{2022} Drawing - Fude")
    }

    /// Would break if ink drawn while a large drawing is being saved were lost, in the drawing or in the file that is saved
    /// next, or if the file held half of a stroke that the drawing does not.
    @Test func drawingDuringASaveLosesNothing() throws {
      var arrangement = Sitting.Arrangement()
      arrangement.arguments = ["--geometry", "640x480+80+60", "--canvas", "3000x3000"]
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      arrangement.folder = folder
      let sitting = try Sitting(arrangement)
      try sitting.line(from: (200, 100), to: (440, 100))
      // A file that is written anew is another one under the same name.
      func number() -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: pictures + "/big.ora"))?[.systemFileNumber] as? Int
      }
      // Saved until a stroke has fallen into the saving: this test's own turn may come late.
      var (y, fellIntoSaving) = (150.0, false)
      repeat {
        let before = number()
        try sitting.key("ctrl+s")
        if before == nil {
          try type("big", sitting)
          try sitting.key("Return")
        }
        try sitting.line(from: (200, y), to: (440, y))
        fellIntoSaving = number() == before
        y += 10
        try sitting.screen.wait(for: "the file", seconds: 90) { number() != before }
      } while !fellIntoSaving && y < 350
      #expect(fellIntoSaving)
      try sitting.key("ctrl+s")
      try sitting.key("ctrl+s")
      try waitForTitle("big - Fude", sitting)
      let shown = try sitting.image()
      #expect(try sitting.close() == .exited(0))
      #expect(sitting.journals() == [] && sitting.journals(in: "state/fude") == [])
      arrangement.arguments = [pictures + "/big.ora", "--geometry", "640x480+80+60"]
      let again = try Sitting(arrangement)
      // The message of what was saved is gone; nothing else differs.
      let area = Area(x: 100, y: 60, width: 440, height: 300)
      #expect(try again.image().cropped(to: area).difference(from: shown.cropped(to: area)).isEmpty)
      #expect(shown.inkArea(in: area) > 300)
    }

    /// Would break if what is in no file were lost when another drawing takes its place.
    @Test func aNewDrawingKeepsTheOld() throws {
      let sitting = try Sitting()
      try sitting.line(from: (80, 80), to: (400, 300))
      try sitting.key("ctrl+n")
      try waitForTitle("Drawing - Fude", sitting)
      try sitting.settle()
      #expect(try sitting.kept().inkArea() > 1000)
      // An empty drawing is not worth keeping; closing it ends the program.
      try sitting.bench.keyboard.tap("ctrl+w")
      #expect(try sitting.program.waitForExit() == .exited(0))
      #expect(sitting.journals().count == 1 && sitting.journals(in: "state/fude") == [])
    }

    /// Would break if a picture that was opened were written over by Save: it is asked for a name instead.
    @Test func savingAnOpenedPictureAsksForAName() throws {
      let folder = try TemporaryFolder()
      let picture = folder.path + "/photo.png"
      try #require(Document(width: 640, height: 480)).exportPNG(to: picture)
      let bytes = FileManager.default.contents(atPath: picture)
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [picture, "--geometry", "640x480+80+60"]
      let sitting = try Sitting(arrangement)
      try sitting.tap(100, 100)
      try sitting.key("ctrl+s")
      try sitting.key("Return")
      try sitting.screen.wait(for: "photo.ora") { FileManager.default.fileExists(atPath: folder.path + "/photo.ora") }
      try waitForTitle("photo - Fude", sitting)
      #expect(FileManager.default.contents(atPath: picture) == bytes)
    }
  }
}
