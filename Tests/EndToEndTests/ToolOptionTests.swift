import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct ToolOptionTests {
    private func session() throws -> TestSession {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: folder.path + "/config/fude", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Nearly the paper's colour.
      try "cursor = cross\npanels = hidden\nforeground = #f0efec\n".write(
        toFile: folder.path + "/config/fude/settings", atomically: false, encoding: .utf8)
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      return try TestSession(arrangement)
    }

    /// Opens the fill's options with their button, which a small window shows, and presses a key
    /// there.
    private func set(_ session: TestSession, _ key: String) throws {
      try session.key("Tab")
      try session.tap(232, 38)
      try session.key(key)
      try session.key("Escape")
      try session.key("Tab")
    }

    /// Fails if the tolerance does not reach the fill, or if the options take input meant for the
    /// canvas.
    @Test func aFillGoesAsFarAsItsToleranceSays() throws {
      let session = try session()
      try session.line(from: (320, 2), to: (320, 478), pressure: 1...1)
      for key in ["d", "g"] { try session.key(key) }
      try set(session, "Home")
      try session.tap(250, 240)
      var image = try session.image()
      #expect(image[250, 240] & 0xFF_FFFF == 0x1D1F24 && image[420, 240] & 0xFF_FFFF == Look.paper & 0xFF_FFFF)
      try session.key("ctrl+z")
      try set(session, "BackSpace")
      try session.tap(250, 240)
      image = try session.image()
      #expect(image[250, 240] & 0xFF_FFFF == 0x1D1F24 && image[420, 240] & 0xFF_FFFF == 0x1D1F24)
    }

    /// Fails if the press that sets the centre of symmetry draws, or sets it elsewhere.
    @Test func theMiddleOfTheSymmetryIsPlaced() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.hasPanels = true
      let session = try TestSession(arrangement)
      try session.key("y")
      try session.tap(232, 38)
      // Past the four kinds.
      for key in ["Tab", "Tab", "Tab", "Tab", "space"] { try session.key(key) }
      try session.tap(330, 300)
      try session.line(from: (250, 200), to: (300, 200))
      let image = try session.image()
      for x in [280, 380] { #expect(image[x, 200] & 0xFF_FFFF == 0x1D1F24, "at \(x)") }
      // Only the axis is visible between them.
      for x in [320, 340] { #expect(image[x, 200] & 0xFF_FFFF == Look.paper & 0xFF_FFFF, "at \(x)") }
    }

    /// Fails if a stroke that begins on the options of the tool, here their button, is swallowed, begins elsewhere
    /// or opens them.
    @Test(arguments: ["l", "y"]) func aStrokeBeginsOnTheOptions(_ key: String) throws {
      var arrangement = TestSession.Arrangement()
      arrangement.hasPanels = true
      let session = try TestSession(arrangement)
      try session.key(key)
      try session.line(from: (232, 38), to: (232, 300))
      try session.key("Tab")
      let image = try session.image()
      for y in stride(from: 40, through: 296, by: 16) {
        let isInk = (229...235).contains { Image.luma(image[$0, y]) < 128 }
        #expect(isInk, "at \(y)")
      }
      #expect(!(229...235).contains { Image.luma(image[$0, 30]) < 128 })
    }
  }
}
