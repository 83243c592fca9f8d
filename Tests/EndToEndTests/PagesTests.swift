import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct PagesTests {
    private func session() throws -> TestSession {
      var arrangement = TestSession.Arrangement("--canvas", "640x480")
      arrangement.arguments = ["--geometry", "640x480+80+60", "--canvas", "640x480"]
      arrangement.hasPanels = true
      return try TestSession(arrangement)
    }

    /// Fails if a key opens no page, or if Escape leaves the page or some pixels.
    @Test(arguments: ["F1", "ctrl+k", "ctrl+comma", "F10", "F5", "ctrl+shift+e"])
    func aKeyOpensAPageAndEscapeClosesIt(_ key: String) throws {
      let session = try session()
      let before = try session.image()
      try session.key(key)
      #expect(try !session.image().difference(from: before).isEmpty)
      // An open page receives the keys: no brush is chosen and the canvas does not rotate.
      try session.key("4")
      try session.key("Escape")
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if letters do not reach the search, find nothing, or Enter does not perform the
    /// command.
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

    /// Fails if the pen does not open the menu, or if its letters do not lead to Edit, Undo.
    @Test func theMenuIsOpenedByThePenAndItsLettersChoose() throws {
      let session = try session()
      let before = try session.image()
      try session.line(from: (300, 200), to: (400, 260))
      #expect(try !session.image().difference(from: before).isEmpty)
      // The bar's first button opens the menu. The third "e" selects Edit, after Export and Export
      // as.
      try session.tap(38, 38)
      for key in ["e", "e", "e", "Right", "u"] { try session.key(key) }
      // Only the pen's last values in the status strip have changed.
      let after = try session.image()
      #expect(
        (0..<200).allSatisfy { after[300 + $0 / 2, 200 + $0 * 3 / 10] == before[300 + $0 / 2, 200 + $0 * 3 / 10] })
    }

    /// Fails if a setting changed on the page has no effect, or is not saved.
    @Test func aThemeIsChosenAndKept() throws {
      let session = try session()
      let before = try session.image()
      try session.key("ctrl+comma")
      // The tabs have the focus. The third is the window; then comes the theme.
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
