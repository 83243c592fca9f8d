import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Menu, pages and the command palette in the real window, by keys, mouse and pen.
  @Suite struct PagesTests {
    private func session() throws -> TestSession {
      var arrangement = TestSession.Arrangement("--canvas", "640x480")
      arrangement.arguments = ["--geometry", "640x480+80+60", "--canvas", "640x480"]
      arrangement.hasPanels = true
      return try TestSession(arrangement)
    }

    /// Fails if a key does not open its page, or the page stays or leaves pixels after Escape.
    @Test(arguments: ["F1", "ctrl+k", "ctrl+comma", "F10", "ctrl+shift+e"])
    func aKeyOpensAPageAndEscapeClosesIt(_ key: String) throws {
      let session = try session()
      let before = try session.image()
      try session.key(key)
      #expect(try !session.image().difference(from: before).isEmpty)
      // The page takes all keys: no brush is chosen, and the canvas is not rotated.
      try session.key("4")
      try session.key("Escape")
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if letters do not reach the entry, find nothing, or Enter does not perform the action.
    @Test func aCommandIsFoundAndPerformed() throws {
      let session = try session()
      try session.line(from: (300, 200), to: (400, 260))
      let drawn = try session.image()
      try session.key("4")
      let turned = try session.image()
      #expect(!turned.difference(from: drawn).isEmpty)
      try session.key("ctrl+k")
      for letter in ["u", "p", "r", "i", "g"] { try session.key(letter) }
      try session.key("Return")
      #expect(try session.image().difference(from: drawn).isEmpty)
    }

    /// Fails if the pen does not open the menu, or letters do not lead to Edit, Undo.
    @Test func theMenuIsOpenedByThePenAndItsLettersChoose() throws {
      let session = try session()
      let before = try session.image()
      try session.line(from: (300, 200), to: (400, 260))
      #expect(try !session.image().difference(from: before).isEmpty)
      // The button is the first of the bar; Edit is the third of Export, Export as and Edit.
      try session.tap(38, 38)
      for key in ["e", "e", "e", "Right", "u"] { try session.key(key) }
      // Except for the pen's last readings in the status strip, nothing has changed.
      let after = try session.image()
      #expect(
        (0..<200).allSatisfy { after[300 + $0 / 2, 200 + $0 * 3 / 10] == before[300 + $0 / 2, 200 + $0 * 3 / 10] })
    }

    /// Fails if a setting changed in the page has no effect, or is not saved.
    @Test func aThemeIsChosenAndKept() throws {
      let session = try session()
      let before = try session.image()
      try session.key("ctrl+comma")
      // The sections have focus: the third is the window; then the theme.
      for key in ["Right", "Right", "Tab", "Right", "Escape"] { try session.key(key) }
      let after = try session.image()
      #expect(!after.difference(from: before).isEmpty)
      let file = session.path("config/fude/settings")
      try session.screen.wait(for: "the settings") {
        ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").contains("theme = light")
      }
    }
  }
}
