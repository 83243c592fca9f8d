import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Files and the journal together: whatever is not in a file stays in the journal.
  @Suite struct KeepingTests {
    /// A small window over a canvas that takes some time to save.
    private static let large = ["--geometry", "640x480+80+60", "--canvas", "3000x3000"]

    private func arrangement(_ folder: TemporaryFolder, _ arguments: [String]? = nil) -> TestSession.Arrangement {
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      if let arguments { arrangement.arguments = arguments }
      return arrangement
    }

    private func wait(for title: String, _ session: TestSession) throws {
      // A long timeout: a debug build packs a large picture slowly on a busy machine.
      try session.screen.wait(for: "the title \(title)", seconds: 90) {
        session.screen.title(of: session.window) == title
      }
    }

    /// Types a name in the open dialog.
    private func choose(_ name: String, _ session: TestSession) throws {
      for letter in name { try session.key(letter == "." ? "period" : String(letter)) }
      try session.key("Return")
    }

    /// Waits until the current drawing's journal contains this file name.
    private func waitForJournal(toTellOf name: String, _ session: TestSession) throws {
      try session.screen.wait(for: "\(name) in the journal", seconds: 60) {
        session.journals(in: "state/fude").contains { journal in
          let bytes = FileManager.default.contents(atPath: session.path("state/fude/" + journal))
          return bytes?.range(of: Data(("/" + name).utf8)) != nil
        }
      }
    }

    private func kill(_ session: TestSession) throws {
      session.program.signal(SIGKILL)
      _ = try session.program.waitForExit()
    }

    /// Fails if Save, during an unfinished Save As, overwrites the previous file.
    @Test func saveGoesWhereSaveAsWent() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      let session = try TestSession(arrangement(folder, Self.large))
      try session.line(from: (200, 100), to: (440, 100))
      try session.key("ctrl+s")
      try choose("c", session)
      try wait(for: "c - Fude", session)
      let old = FileManager.default.contents(atPath: pictures + "/c.ora")
      try session.line(from: (200, 130), to: (440, 130))
      // Repeats with other names until Save came in time, because the test itself may be delayed.
      var isAtWork = false
      for (index, name) in "abdefghijk".enumerated() where !isAtWork {
        try session.key("ctrl+shift+s")
        try choose(String(name), session)
        let y = 150 + Double(index) * 10
        try session.line(from: (200, y), to: (440, y))
        try session.key("ctrl+s")
        isAtWork = !FileManager.default.fileExists(atPath: pictures + "/\(name).ora")
        try wait(for: "\(name) - Fude", session)
        #expect(FileManager.default.contents(atPath: pictures + "/c.ora") == old)
      }
      #expect(isAtWork)
      #expect(try session.close() == .exited(0))
      #expect(session.journals() == [] && session.journals(in: "state/fude") == [])
    }

    /// Fails if the next start says nothing about a drawing that was closed without a file, its
    /// button does not open it, or the message stays over a drawing that has begun.
    @Test(arguments: [true, false]) func theNextStartOffersTheLastDrawing(opensIt: Bool) throws {
      let folder = try TemporaryFolder()
      let first = try TestSession(arrangement(folder))
      try first.line(from: (80, 80), to: (400, 250))
      #expect(try first.close() == .exited(0))
      let second = try TestSession(arrangement(folder))
      #expect(try second.image().ink(in: Area(x: 40, y: 40, width: 500, height: 300)) == nil)
      try second.screen.wait(for: "the message") { () throws(RigError) in try second.isMessageShown() }
      guard opensIt else {
        try second.line(from: (80, 100), to: (400, 100))
        #expect(try !second.isMessageShown())
        #expect(try second.close() == .exited(0))
        #expect(second.journals().count == 2)
        // A start with a file or with --new is not asked about it.
        let third = try TestSession(arrangement(folder, ["--new"] + TestSession.Arrangement().arguments))
        #expect(try !third.isMessageShown())
        return
      }
      try second.tapMessage()
      try second.screen.wait(for: "the drawing") { () throws(RigError) in
        try second.screen.settle(second.window)
        return try second.screen.image(of: second.window).inkArea(in: Area(x: 40, y: 40, width: 400, height: 240))
          > 1000
      }
      #expect(second.journals() == [])
      try second.key("ctrl+z")
      #expect(try second.image().ink(in: Area(x: 40, y: 40, width: 500, height: 300)) == nil)
    }

    /// Fails if a picture, which has no layers and no history, counts as the drawing's file.
    @Test func aPictureIsNoDrawing() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      let session = try TestSession(arrangement(folder))
      try session.line(from: (80, 80), to: (400, 300))
      try session.key("Insert")
      try session.line(from: (400, 80), to: (80, 300))
      try session.key("ctrl+shift+s")
      try choose("x.png", session)
      try session.screen.wait(for: "the picture", seconds: 60) {
        FileManager.default.fileExists(atPath: pictures + "/x.png")
      }
      #expect(try session.close() == .exited(0))
      #expect(try session.kept().inkArea() > 1000)
    }

    /// Fails if a missing or changed file still counts as the drawing's file after a crash. Closing
    /// would then delete the only copy.
    @Test(arguments: [true, false]) func aFileThatIsNotWhatItWasHoldsNothing(isGone: Bool) throws {
      let folder = try TemporaryFolder()
      let file = try folder.makeFolder("Pictures") + "/x.ora"
      do {
        let session = try TestSession(arrangement(folder))
        try session.line(from: (80, 80), to: (400, 300))
        try session.key("ctrl+s")
        try choose("x", session)
        try wait(for: "x - Fude", session)
        try waitForJournal(toTellOf: "x.ora", session)
        try kill(session)
      }
      do {
        // An unchanged file is recognised as the saved state.
        let session = try TestSession(arrangement(folder))
        #expect(session.screen.title(of: session.window) == "x - Fude")
        try kill(session)
      }
      if isGone {
        try FileManager.default.removeItem(atPath: file)
      } else {
        try Data("another picture".utf8).write(to: URL(filePath: file))
        let later = Date(timeIntervalSinceNow: 100)
        try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: file)
      }
      let session = try TestSession(arrangement(folder))
      #expect(session.screen.title(of: session.window) == "\u{2022} x - Fude")
      #expect(try session.close() == .exited(0))
      #expect(try session.kept().inkArea() > 1000)
      let left = isGone ? nil : Data("another picture".utf8)
      #expect(FileManager.default.contents(atPath: file) == left)
    }

    /// Fails if a journal deleted during drawing costs the drawing, gives no message, or is named
    /// as its file.
    @Test(arguments: [true, false]) func aDeletedJournalIsWrittenAgain(drawsOn: Bool) throws {
      let session = try TestSession()
      try session.line(from: (80, 80), to: (400, 80))
      try session.screen.wait(for: "a journal with the stroke") { () throws(RigError) in
        ((try? session.kept(in: "state/fude"))?.ink()?.width ?? 0) > 300
      }
      try FileManager.default.removeItem(atPath: session.path("state"))
      if drawsOn {
        try session.line(from: (80, 180), to: (400, 180))
        try session.program.waitForErrors("the journal of the drawing was deleted or moved; a new one is written\n")
      }
      let shown = try session.image().ink(in: Area(x: 40, y: 40, width: 500, height: 200))
      #expect(try session.close() == .exited(0))
      #expect(try session.kept().ink() == shown)
      let name = try #require(session.journals().first)
      #expect(
        session.program.errors == """
          fude: the journal of the drawing was deleted or moved; a new one is written
          fude: the drawing was kept as \(session.path("state/fude/kept/" + name))

          """)
    }

    /// Fails if resizing the window discards changes that panels made to a new drawing.
    @Test func panelStateSurvivesResizing() throws {
      let folder = try TemporaryFolder()
      var arrangement = arrangement(folder, ["--geometry", "1440x900+0+0"])
      (arrangement.hasPanels, arrangement.screen) = (true, (1440, 900))
      let session = try TestSession(arrangement)
      // The button that adds a layer.
      try session.moveMouse(1402, 365)
      try session.mouse.click(1)
      try session.settle()
      try wait(for: "\u{2022} Drawing - Fude", session)
      try session.screen.place(session.window, Area(x: 0, y: 0, width: 1200, height: 800))
      try session.settle()
      #expect(session.screen.title(of: session.window) == "\u{2022} Drawing - Fude")
      #expect(try session.close() == .exited(0))
      #expect(session.journals().count == 1 && session.journals(in: "state/fude") == [])
    }

    /// Fails if a floating selection is placed only in the file. The journal would then have the
    /// drawing without it.
    @Test func aFloatingSelectionIsInTheJournal() throws {
      let folder = try TemporaryFolder()
      let drawn: Double
      do {
        let session = try TestSession(arrangement(folder))
        try session.line(from: (80, 80), to: (400, 250))
        for chord in ["ctrl+a", "ctrl+x", "ctrl+v", "ctrl+s"] { try session.key(chord) }
        try choose("x", session)
        try wait(for: "x - Fude", session)
        try waitForJournal(toTellOf: "x.ora", session)
        drawn = try Self.ink(session)
        try kill(session)
      }
      #expect(drawn > 1000)
      let session = try TestSession(arrangement(folder))
      #expect(try abs(Self.ink(session) - drawn) < drawn / 10)
    }

    /// The amount of ink where there are no messages and no selection outline.
    private static func ink(_ session: TestSession) throws -> Double {
      try session.image().inkArea(in: Area(x: 40, y: 40, width: 400, height: 240))
    }
  }
}
