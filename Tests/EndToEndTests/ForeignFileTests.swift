import Document
import Export
import Foundation
import Rig
import Testing

@testable import FuzzTargets

extension EndToEnd {
  /// Saving over a file of another program with content that Fude cannot save.
  @Suite struct ForeignFileTests {
    private let folder: TemporaryFolder
    private let pictures: String
    private var file: String { pictures + "/a.ora" }
    private let fault = "content of it would be lost"

    init() throws {
      folder = try TemporaryFolder()
      pictures = try folder.makeFolder("Pictures")
      try folder.write("cursor = cross\npanels = hidden\ndialogs = own\n", to: "config/fude/settings")
      let image = folder.path + "/image.png"
      try #require(Document(width: 40, height: 30)).exportPNG(to: image)
      let list = """
        <image w='640' h='480'><stack><stack name='g'><layer src='i.png' x='-700000'
        composite-op='krita:linear light'/></stack><layer src='i.png' x='9' y='9'/></stack></image>
        """
      let entries: [(String, [UInt8])] = [
        ("mimetype", Array("image/openraster".utf8)), ("stack.xml", Array(list.utf8)),
        ("i.png", Array(try #require(FileManager.default.contents(atPath: image)))),
      ]
      let bytes = SmallZip.archive(entries.map { (Array($0.0.utf8), $0.1) })
      try Data(bytes).write(to: URL(filePath: pictures + "/a.ora"))
    }

    private var bytes: Data? { FileManager.default.contents(atPath: file) }

    /// Starts the program with the file, or without one.
    private func start(opens: Bool = true) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = (opens ? [file] : []) + ["--geometry", "640x480+80+60"]
      return try TestSession(arrangement)
    }

    private func waitForTitle(_ title: String, _ session: TestSession) throws {
      try session.screen.wait(for: "the title \(title)", seconds: 90) {
        session.screen.title(of: session.window) == title
      }
    }

    /// Draws, saves and waits for the question; the file must stay.
    private func saveAndWaitForTheQuestion(_ session: TestSession, count: Int = 1) throws {
      let before = bytes
      try session.key("ctrl+s")
      try session.screen.wait(for: "question \(count)", seconds: 60) { questions(session) == count }
      try session.settle()
      #expect(bytes == before)
    }

    private func questions(_ session: TestSession) -> Int {
      session.program.errors.components(separatedBy: fault).count - 1
    }

    /// Fails if the file is touched before the answer, the answer "Save as" offers no other name or
    /// touches the file, or the new file is not replaced without a question.
    @Test func saveAsKeepsTheFile() throws {
      try Data("older".utf8).write(to: URL(filePath: pictures + "/a-fude.ora"))
      let before = bytes
      let session = try start()
      try session.tap(100, 100)
      try saveAndWaitForTheQuestion(session)
      try session.key("Escape")
      try saveAndWaitForTheQuestion(session, count: 2)
      try session.key("Return")
      try session.key("Return")
      try waitForTitle("a-fude-2 - Fude", session)
      #expect(bytes == before)
      #expect(session.files(in: "Pictures") == ["a-fude-2.ora", "a-fude.ora", "a.ora"])
      try session.tap(200, 100)
      try session.key("ctrl+s")
      try waitForTitle("a-fude-2 - Fude", session)
      #expect(questions(session) == 2 && bytes == before)
    }

    /// Fails if the answer Replace does not replace the file, or is asked for again.
    @Test func replaceIsAskedOnce() throws {
      let before = bytes
      let session = try start()
      try session.tap(100, 100)
      try saveAndWaitForTheQuestion(session)
      try session.key("shift+Tab")
      try session.key("Return")
      try waitForTitle("a - Fude", session)
      let replaced = bytes
      #expect(replaced != before)
      try session.tap(200, 100)
      try waitForTitle("\u{2022} a - Fude", session)
      try session.key("ctrl+s")
      try waitForTitle("a - Fude", session)
      #expect(questions(session) == 1 && bytes != replaced)
    }

    /// Fails if Save As over the drawing's own file does not ask.
    @Test func savingUnderTheSameNameAsks() throws {
      let before = bytes
      let session = try start()
      try session.tap(100, 100)
      try session.key("ctrl+shift+s")
      try session.key("Return")
      try session.screen.wait(for: "the question", seconds: 60) { questions(session) == 1 }
      try session.settle()
      #expect(bytes == before)
    }

    /// Fails if a drawing that was recovered after a crash replaces the file in silence, or if
    /// closing the window instead of an answer loses the drawing or the file.
    @Test func aRecoveredDrawingAsks() throws {
      let before = bytes
      do {
        let session = try start()
        try session.line(from: (100, 100), to: (500, 300))
        try session.screen.wait(for: "the stroke in the journal", seconds: 60) {
          session.journals(in: "state/fude").contains { name in
            let journal = folder.path + "/state/fude/" + name
            return ((try? TestSession.picture(of: journal, folder: folder.path))?.ink()?.width ?? 0) > 300
          }
        }
        session.program.signal(SIGKILL)
        _ = try session.program.waitForExit()
      }
      let session = try start(opens: false)
      try waitForTitle("\u{2022} a - Fude", session)
      try saveAndWaitForTheQuestion(session)
      #expect(try session.close() == .exited(0))
      #expect(bytes == before && session.journals().count == 1)
    }
  }
}
