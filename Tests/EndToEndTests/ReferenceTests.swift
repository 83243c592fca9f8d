import Document
import Export
import Foundation
import Rig
import Storage
import Testing

extension EndToEnd {
  /// Reference pictures beside the drawing.
  @Suite struct ReferenceTests {
    private static let red: UInt32 = 0xC02020
    /// The middle of the panel's board, window px.
    private let board = Place(x: 244, y: 226)
    /// Its buttons, window px.
    private let paster = Place(x: 152, y: 98)
    private let remover = Place(x: 360, y: 354)
    /// The paper beside the panel, window px.
    private let paper = Area(x: 520, y: 120, width: 400, height: 400)

    private func session(_ folder: TemporaryFolder, _ files: String...) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = files + ["--geometry", "1280x800+0+0", "--canvas", "1280x800"]
      (arrangement.folder, arrangement.hasPanels, arrangement.screen) = (folder, true, (1300, 860))
      return try TestSession(arrangement)
    }

    /// Where the picture is in the panel. The panel of colours may show its colour, too.
    private func area(_ session: TestSession) throws -> Area? {
      try session.image().cropped(to: Area(x: 0, y: 0, width: 480, height: 800)).bounds { $0 & 0xFF_FFFF == Self.red }
    }

    /// Puts a red picture of 100 x 60 px on the board and waits until it is shown.
    private func addPicture(_ session: TestSession) throws {
      try session.key("shift+n")
      try session.key("shift+r")
      try Data(ClipboardTests.plain(100, 60, Self.red)).write(to: URL(filePath: session.path("red.png")))
      _ = try DropTests.drop(
        session, DropTests.list(session.path("red.png")), at: (Int(board.x), Int(board.y)))
      try ClipboardTests.wait(session, for: Self.red)
    }

    /// The position of the only reference in the program's journal; nil where there is none.
    private func journaled(_ session: TestSession) -> ReferencePlacement? {
      guard let name = session.journals(in: "state/fude").first else { return nil }
      var notes: [String] = []
      let opened = try? Document.open(session.path("state/fude/" + name), notes: &notes)
      return opened?.document.references.items.first?.placement
    }

    /// Fails if a dropped picture goes onto the canvas, moving it changes the drawing or takes an undo
    /// step, its colours cannot be picked, or it is lost when the program is killed.
    @Test func picturesStayBesideTheDrawing() throws {
      let folder = try TemporaryFolder()
      let moved: Area
      do {
        let session = try session(folder)
        try session.line(from: (600, 200), to: (800, 200))
        let before = try session.image().cropped(to: paper)
        try addPicture(session)
        let first = try #require(try area(session))
        #expect(first.width > 200 && abs(Double(first.width) / Double(first.height) - 100.0 / 60) < 0.03)
        #expect(abs(Double(first.x) + Double(first.width) / 2 - board.x) < 2)
        let placed = try #require(journaled(session))
        try session.line(from: (board.x, board.y), to: (board.x + 25, board.y + 12))
        // A press beside the picture, so that it has no frame.
        try session.tap(100, 126)
        moved = try #require(try area(session))
        #expect(moved.x == first.x + 25 && moved.y == first.y + 12)
        #expect(try session.image().cropped(to: paper).difference(from: before).isEmpty)
        // The only undo step is the line.
        try session.key("ctrl+z")
        #expect(try session.image().cropped(to: paper).inkArea() == 0)
        #expect(try area(session) == moved)
        try session.key("i")
        try session.tap(board.x + 10, board.y)
        try session.key("b")
        try session.line(from: (600, 300), to: (800, 300), pressure: 1...1)
        let ink = try session.image().cropped(to: paper).bounds { $0 & 0xFF_FFFF == Self.red }
        #expect(try #require(ink).width > 190)
        try session.key("ctrl+z")
        try session.screen.wait(for: "the reference in the journal", seconds: 60) {
          journaled(session).map { $0 != placed } ?? false
        }
        try session.screen.wait(for: "the shown panel in the settings", seconds: 60) {
          let settings = try? String(contentsOfFile: session.path("config/fude/settings"), encoding: .utf8)
          return settings?.contains("references = shown") ?? false
        }
        session.program.signal(SIGKILL)
        _ = try session.program.waitForExit()
      }
      let session = try session(folder)
      try ClipboardTests.wait(session, for: Self.red)
      #expect(try area(session) == moved)
    }

    /// Fails if references are not in the OpenRaster file, a drawing with changed references counts as
    /// saved, Paste on the panel pastes onto the canvas, or a removed picture cannot be brought back.
    @Test func picturesAreSaved() throws {
      let folder = try TemporaryFolder()
      let file = try folder.makeFolder("Pictures") + "/x.ora"
      let shown: Area
      do {
        let session = try session(folder)
        try session.line(from: (600, 200), to: (800, 200))
        try session.key("ctrl+s")
        for letter in ["x", "Return"] { try session.key(letter) }
        try session.screen.wait(for: "the file", seconds: 60) { FileManager.default.fileExists(atPath: file) }
        func wait(title: String) throws {
          try session.screen.wait(for: title) { () throws(RigError) in
            session.screen.title(of: session.window) == title
          }
        }
        try wait(title: "x - Fude")
        try session.dismissMessage()
        try addPicture(session)
        try wait(title: "\u{2022} x - Fude")
        try session.tap(board.x, board.y)
        // Delete belongs to the canvas, where nothing is selected.
        try session.key("Delete")
        #expect(try area(session) != nil)
        try session.key("ctrl+z")
        try session.tap(remover.x, remover.y)
        #expect(try area(session) == nil)
        try session.tapMessage()
        try ClipboardTests.wait(session, for: Self.red)
        let owner = try session.bench.start(
          "xclip", ["-quiet", "-selection", "clipboard", "-t", "image/png", "-i", session.path("red.png")])
        let screen = session.screen
        try screen.wait(for: "xclip") { () throws(RigError) in try screen.clipboardTargets().contains("image/png") }
        let ink = try session.image().cropped(to: paper)
        try session.tap(paster.x, paster.y)
        try session.screen.wait(for: "two pictures") { () throws(RigError) in
          // One below the other.
          let image = try session.screen.image(of: session.window)
          return image.bounds { $0 & 0xFF_FFFF == Self.red }.map { $0.height > $0.width } ?? false
        }
        #expect(try session.image().cropped(to: paper).difference(from: ink).isEmpty)
        owner.signal(SIGTERM)
        shown = try #require(try area(session))
        try session.key("ctrl+s")
        try wait(title: "x - Fude")
        #expect(try session.close() == .exited(0))
        #expect(session.program.errors.isEmpty, "\(session.program.errors)")
      }
      let session = try session(folder, file)
      // The pictures are decoded one after the other.
      try session.screen.wait(for: "both pictures", seconds: 20) { () throws(RigError) in
        try session.screen.image(of: session.window).bounds { $0 & 0xFF_FFFF == Self.red } == shown
      }
    }
  }
}
