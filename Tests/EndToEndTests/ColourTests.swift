import Foundation
import Rig
import Testing

extension EndToEnd {
  /// The palette at the pointer, opened with a real right button.
  @Suite struct PopUpPaletteTests {
    /// Fails if the right button opens no palette around the pointer, or if Escape leaves pixels
    /// behind.
    @Test func theRightButtonOpensItAndEscapeClosesIt() throws {
      let session = try TestSession()
      let before = try session.image()
      try session.moveMouse(320, 240)
      try session.mouse.click(3)
      let open = try session.image()
      let changed = open.difference(from: before)
      #expect(changed.count > 50_000)
      let area = changed.bounds
      let middle = (area.x + area.width / 2, area.y + area.height / 2)
      #expect(abs(middle.0 - 320) <= 4 && abs(middle.1 - 240) <= 6, "\(area)")
      try session.key("Escape")
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if releasing the button over a brush leaves the palette open or draws.
    @Test func pressMoveAndLetGoClosesIt() throws {
      let session = try TestSession()
      let before = try session.image()
      try session.drag(3, from: (320, 240), to: (320, 110))
      #expect(try session.image().difference(from: before).isEmpty)
      try session.line(from: (100, 240), to: (500, 240))
      #expect(try !session.image().difference(from: before).isEmpty)
    }

    /// Fails if the press that closes the palette draws a dot.
    @Test func aPressOutsideClosesItAndDrawsNothing() throws {
      let session = try TestSession()
      let before = try session.image()
      try session.moveMouse(200, 240)
      try session.mouse.click(3)
      #expect(try !session.image().difference(from: before).isEmpty)
      try session.tap(600, 60)
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if a colour picked in the palette is not used for drawing.
    @Test func aColourOfItsWheelIsDrawnWith() throws {
      let session = try TestSession()
      // A position in the square where colours are neither dark nor grey.
      try session.drag(3, from: (320, 240), to: (350, 212))
      try session.line(from: (100, 240), to: (500, 240))
      let ink = try session.image()[300, 240] & 0xFF_FFFF
      let levels = [ink >> 16 & 255, ink >> 8 & 255, ink & 255]
      #expect((levels.max() ?? 0) > 180 && (levels.min() ?? 255) < 60, "\(levels)")
    }
  }

  /// The colour panel, used with keyboard and pen.
  @Suite struct ColourPanelTests {
    /// Fails if a colour typed in the panel is not used for drawing, or if its letters act as
    /// shortcuts.
    @Test func aColourThatIsTypedIsDrawnWith() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.hasPanels = true
      let session = try TestSession(arrangement)
      // In a small window the panel is a row. Its entry is right of the two colours.
      try session.tap(640 - 16 - 184 + 90, 16 + 28)
      try session.key("ctrl+a")
      for letter in ["b", "e", "0", "a", "7", "d", "Return"] { try session.key(letter) }
      try session.line(from: (200, 300), to: (330, 300))
      #expect(try session.image()[260, 300] & 0xFF_FFFF == 0xBE0A7D)
    }
  }
  /// Palettes that are edited in the window.
  @Suite struct PaletteTests {
    private func session(_ folder: TemporaryFolder) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = ["--geometry", "1280x800+0+0", "--canvas", "1280x800"]
      (arrangement.folder, arrangement.hasPanels, arrangement.screen) = (folder, true, (1300, 860))
      return try TestSession(arrangement)
    }

    private func palettes(_ session: TestSession) -> [String: String] {
      let folder = "data/fude/palettes"
      return Dictionary(
        uniqueKeysWithValues: session.files(in: folder).map {
          ($0, (try? String(contentsOfFile: session.path(folder + "/" + $0), encoding: .utf8)) ?? "")
        })
    }

    private func wait(_ session: TestSession, _ what: String, _ isRight: ([String: String]) -> Bool) throws {
      try session.screen.wait(for: what, seconds: 20) { isRight(palettes(session)) }
    }

    /// Fails if a colour that is added is not in the palette's file, the file is not used at the next
    /// start, an edit cannot be undone, or a dropped palette is not added.
    @Test func editedPalettesStay() throws {
      let folder = try TemporaryFolder()
      // A swatch of the palette, and the first place of its third row.
      let swatch = Place(x: 1124, y: 224)
      do {
        let session = try session(folder)
        try session.moveMouse(swatch.x, swatch.y)
        try session.mouse.click(3)
        try session.key("Down")
        try session.key("Return")
        try wait(session, "the user's copy") { $0["fude.gpl"]?.hasSuffix("29  31  36\n") ?? false }
        // The colour under the pointer is removed and comes back.
        let before = try #require(palettes(session)["fude.gpl"])
        try session.mouse.click(3)
        for key in ["Down", "Down", "Down", "Return"] { try session.key(key) }
        try wait(session, "the removal") { $0["fude.gpl"].map { $0.count < before.count } ?? false }
        try session.tapMessage()
        try wait(session, "the undo") { $0["fude.gpl"] == before }
        try "GIMP Palette\nName: Sea\n0 64 128\n".write(
          toFile: session.path("sea.gpl"), atomically: false, encoding: .utf8)
        _ = try DropTests.drop(session, DropTests.list(session.path("sea.gpl")), at: (640, 400))
        try wait(session, "the dropped palette") { $0["sea.gpl"]?.contains("Name: Sea") ?? false }
        try session.settle()
        #expect(try session.close() == .exited(0))
        #expect(session.program.errors.isEmpty, "\(session.program.errors)")
      }
      let session = try session(folder)
      // The first and only colour of the palette that was added last.
      #expect(try session.image()[1104, 224] & 0xFF_FFFF == 0x004080)
    }
  }
}
