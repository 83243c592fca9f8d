import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Ending the program while the drawing cannot be kept. Only the user may discard it.
  @Suite struct QuitTests {
    /// A window with a stroke. The state folder is a plain file, which stops even root.
    private func session() throws -> TestSession {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      _ = try folder.makeFolder("state")
      try folder.write("cursor = cross\ndialogs = own\n", to: "config/fude/settings")
      try folder.write("no folder", to: "state/fude")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (400, 80))
      try session.program.waitForErrors("autosave does not work: cannot write the journal ")
      return session
    }

    /// Asks the program to end, which it refuses.
    private func refuse(_ session: TestSession, _ ask: () throws -> Void) throws {
      let before = try session.image()
      try ask()
      #expect(try !session.image().difference(from: before).isEmpty, "it asks")
      #expect(session.program.isRunning)
    }

    /// Fails if Quit closes the window although the drawing is not kept, or if "Save as" in the
    /// question does not save it.
    @Test func quitAsksAndSaveAsKeepsTheDrawing() throws {
      let session = try session()
      try refuse(session) { try session.key("ctrl+q") }
      // The question's default answer is "Save as".
      try session.key("Return")
      try session.key("a")
      try session.key("Return")
      try session.screen.wait(for: "the file", seconds: 60) {
        session.screen.title(of: session.window) == "a - Fude"
      }
      try session.bench.keyboard.tap("ctrl+q")
      #expect(try session.program.waitForExit() == .exited(0))
      #expect(session.files(in: "Pictures") == ["a.ora"])
    }

    /// Fails if the user cannot discard the drawing and end the program, or if files are left
    /// behind.
    @Test func theDrawingCanBeGivenUp() throws {
      let session = try session()
      try refuse(session) { try session.key("ctrl+q") }
      try session.key("Escape")
      #expect(session.program.isRunning)
      try refuse(session) { try session.screen.close(session.window) }
      // The answer before "Save as".
      try session.key("shift+Tab")
      try session.bench.keyboard.tap("Return")
      #expect(try session.program.waitForExit() == .exited(1))
      #expect(session.files(in: "Pictures") == [])
      #expect(session.program.errors.contains("fude: the drawing could not be kept: cannot write "))
    }

    /// Fails if closing the window again, instead of answering, loses the drawing or does not end
    /// the program.
    @Test func closingAgainSavesElsewhere() throws {
      let session = try session()
      try refuse(session) { try session.screen.close(session.window) }
      try session.screen.close(session.window)
      #expect(try session.program.waitForExit() == .exited(1))
      #expect(session.files(in: "Pictures") == ["Drawing.ora"])
      #expect(
        session.program.errors.hasSuffix("fude: it was saved as \(session.path("Pictures/Drawing.ora")) instead\n"))
    }

    /// Fails if a signal, for which no question can be asked, loses the drawing.
    @Test func aSignalSavesElsewhere() throws {
      let session = try session()
      session.program.signal(SIGTERM)
      #expect(try session.program.waitForExit() == .exited(1))
      #expect(session.files(in: "Pictures") == ["Drawing.ora"])
      let picture = try TestSession.picture(
        of: session.path("Pictures/Drawing.ora"), folder: session.program.folder.path)
      #expect(try #require(picture.ink()).width >= 300)
    }
  }
}
