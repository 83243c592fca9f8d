import Foundation
import Rig
import Testing

extension EndToEnd {
  /// The settings of the tools, by pen and keys.
  @Suite struct ToolOptionTests {
    private func sitting() throws -> Sitting {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: folder.path + "/config/fude", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Nearly the paper's colour.
      try "cursor = cross\npanels = hidden\nforeground = #f0efec\n".write(
        toFile: folder.path + "/config/fude/settings", atomically: false, encoding: .utf8)
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      return try Sitting(arrangement)
    }

    /// Opens the fill's options by their button, which such a small window has for them, and presses a key there.
    private func set(_ sitting: Sitting, _ key: String) throws {
      try sitting.key("Tab")
      try sitting.tap(232, 38)
      try sitting.key(key)
      try sitting.key("Escape")
      try sitting.key("Tab")
    }

    /// Would break if the tolerance that is set did not reach the fill, or the options took what is meant for the canvas.
    @Test func aFillGoesAsFarAsItsToleranceSays() throws {
      let sitting = try sitting()
      try sitting.line(from: (320, 2), to: (320, 478), pressure: 1...1)
      for key in ["d", "g"] { try sitting.key(key) }
      try set(sitting, "Home")
      try sitting.tap(250, 240)
      var image = try sitting.image()
      #expect(image[250, 240] & 0xFF_FFFF == 0x1D1F24 && image[420, 240] & 0xFF_FFFF == Look.paper & 0xFF_FFFF)
      try sitting.key("ctrl+z")
      try set(sitting, "BackSpace")
      try sitting.tap(250, 240)
      image = try sitting.image()
      #expect(image[250, 240] & 0xFF_FFFF == 0x1D1F24 && image[420, 240] & 0xFF_FFFF == 0x1D1F24)
    }
  }
}
