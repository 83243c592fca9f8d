import Rig
import Testing

extension EndToEnd {
  /// The palette under the pointer, by a real right button.
  @Suite struct PopUpPaletteTests {
    /// Would break if the right button opened nothing, the palette were not around the pointer, or
    /// Escape left a trace.
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

    /// Would break if letting the button go over a brush left the palette open, or drew something.
    @Test func pressMoveAndLetGoClosesIt() throws {
      let session = try TestSession()
      let before = try session.image()
      try session.drag(3, from: (320, 240), to: (320, 110))
      #expect(try session.image().difference(from: before).isEmpty)
      try session.line(from: (100, 240), to: (500, 240))
      #expect(try !session.image().difference(from: before).isEmpty)
    }

    /// Would break if the press that closes it drew a dot.
    @Test func aPressOutsideClosesItAndDrawsNothing() throws {
      let session = try TestSession()
      let before = try session.image()
      try session.moveMouse(200, 240)
      try session.mouse.click(3)
      #expect(try !session.image().difference(from: before).isEmpty)
      try session.tap(600, 60)
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Would break if a colour that is picked in the palette were not drawn with.
    @Test func aColourOfItsWheelIsDrawnWith() throws {
      let session = try TestSession()
      // Into the square, where all that is neither dark nor grey lies.
      try session.drag(3, from: (320, 240), to: (350, 212))
      try session.line(from: (100, 240), to: (500, 240))
      let ink = try session.image()[300, 240] & 0xFF_FFFF
      let levels = [ink >> 16 & 255, ink >> 8 & 255, ink & 255]
      #expect((levels.max() ?? 0) > 180 && (levels.min() ?? 255) < 60, "\(levels)")
    }
  }

  /// The colour panel by keyboard and pen.
  @Suite struct ColourPanelTests {
    /// Would break if a colour that is typed in the panel were not drawn with, or its letters were
    /// commands.
    @Test func aColourThatIsTypedIsDrawnWith() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.hasPanels = true
      let session = try TestSession(arrangement)
      // The row that the panel is in a small window; its entry is right of the two colours.
      try session.tap(640 - 16 - 184 + 90, 16 + 28)
      try session.key("ctrl+a")
      for letter in ["b", "e", "0", "a", "7", "d", "Return"] { try session.key(letter) }
      try session.line(from: (200, 300), to: (330, 300))
      #expect(try session.image()[260, 300] & 0xFF_FFFF == 0xBE0A7D)
    }
  }
}
