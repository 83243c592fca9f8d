import Foundation
import Rig
import Testing

extension EndToEnd {
  /// The end of the program where the drawing cannot be kept: nothing is lost that the user did not give up.
  @Suite struct QuitTests {
    /// A window with a stroke in it, in a home whose state folder is a plain file, which stops even root.
    private func sitting() throws -> Sitting {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      _ = try folder.makeFolder("state")
      try folder.write("cursor = cross\ndialogs = own\n", to: "config/fude/settings")
      try folder.write("no folder", to: "state/fude")
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      let sitting = try Sitting(arrangement)
      try sitting.line(from: (80, 80), to: (400, 80))
      try sitting.program.waitForErrors("the drawing is not being kept: cannot write the journal ")
      return sitting
    }

    /// Asks the program to end, which it refuses.
    private func refuse(_ sitting: Sitting, _ ask: () throws -> Void) throws {
      let before = try sitting.image()
      try ask()
      #expect(try !sitting.image().difference(from: before).isEmpty, "it asks")
      #expect(sitting.program.isRunning)
    }

    /// Breaks where Quit closes the window though the drawing is kept nowhere, or the way out that it offers does not save it.
    @Test func quitAsksAndSaveAsKeepsTheDrawing() throws {
      let sitting = try sitting()
      try refuse(sitting) { try sitting.key("ctrl+q") }
      // The question's first answer for Enter is Save as.
      try sitting.key("Return")
      try sitting.key("a")
      try sitting.key("Return")
      try sitting.screen.wait(for: "the file", seconds: 60) {
        sitting.screen.title(of: sitting.window) == "a - Fude"
      }
      try sitting.bench.keyboard.tap("ctrl+q")
      #expect(try sitting.program.waitForExit() == .exited(0))
      #expect(sitting.files(in: "Pictures") == ["a.ora"])
    }

    /// Breaks where the program cannot be ended without the drawing, or leaves files that the user did not want.
    @Test func theDrawingCanBeGivenUp() throws {
      let sitting = try sitting()
      try refuse(sitting) { try sitting.key("ctrl+q") }
      try sitting.key("Escape")
      #expect(sitting.program.isRunning)
      try refuse(sitting) { try sitting.screen.close(sitting.window) }
      // The answer before Save as.
      try sitting.key("shift+Tab")
      try sitting.bench.keyboard.tap("Return")
      #expect(try sitting.program.waitForExit() == .exited(1))
      #expect(sitting.files(in: "Pictures") == [])
      #expect(sitting.program.errors.contains("fude: the drawing could not be kept: cannot write "))
    }

    /// Breaks where closing the window again, instead of answering, loses the drawing or does not end the program.
    @Test func closingAgainSavesElsewhere() throws {
      let sitting = try sitting()
      try refuse(sitting) { try sitting.screen.close(sitting.window) }
      try sitting.screen.close(sitting.window)
      #expect(try sitting.program.waitForExit() == .exited(1))
      #expect(sitting.files(in: "Pictures") == ["Drawing.ora"])
      #expect(
        sitting.program.errors.hasSuffix("fude: it was saved as \(sitting.path("Pictures/Drawing.ora")) instead\n"))
    }

    /// Breaks where a signal, at which nobody can be asked, ends the program without the drawing.
    @Test func aSignalSavesElsewhere() throws {
      let sitting = try sitting()
      sitting.program.signal(SIGTERM)
      #expect(try sitting.program.waitForExit() == .exited(1))
      #expect(sitting.files(in: "Pictures") == ["Drawing.ora"])
      let picture = try Sitting.picture(of: sitting.path("Pictures/Drawing.ora"), folder: sitting.program.folder.path)
      #expect(try #require(picture.ink()).width >= 300)
    }
  }
}
