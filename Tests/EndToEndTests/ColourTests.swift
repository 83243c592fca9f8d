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
}
