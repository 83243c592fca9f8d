import Rig
import Testing

extension EndToEnd {
  /// The palette under the pointer, by a real right button.
  @Suite struct PopUpPaletteTests {
    /// Would break if the right button opened nothing, the palette were not around the pointer, or Escape left a trace.
    @Test func theRightButtonOpensItAndEscapeClosesIt() throws {
      let sitting = try Sitting()
      let before = try sitting.image()
      try sitting.moveMouse(320, 240)
      try sitting.mouse.click(3)
      let open = try sitting.image()
      let changed = open.difference(from: before)
      #expect(changed.count > 50_000)
      let area = changed.bounds
      let middle = (area.x + area.width / 2, area.y + area.height / 2)
      #expect(abs(middle.0 - 320) <= 4 && abs(middle.1 - 240) <= 6, "\(area)")
      try sitting.key("Escape")
      #expect(try sitting.image().difference(from: before).isEmpty)
    }

    /// Would break if letting the button go over a brush left the palette open, or drew something.
    @Test func pressMoveAndLetGoClosesIt() throws {
      let sitting = try Sitting()
      let before = try sitting.image()
      try sitting.drag(3, from: (320, 240), to: (320, 110))
      #expect(try sitting.image().difference(from: before).isEmpty)
      try sitting.line(from: (100, 240), to: (500, 240))
      #expect(try !sitting.image().difference(from: before).isEmpty)
    }

    /// Would break if the press that closes it drew a dot.
    @Test func aPressOutsideClosesItAndDrawsNothing() throws {
      let sitting = try Sitting()
      let before = try sitting.image()
      try sitting.moveMouse(200, 240)
      try sitting.mouse.click(3)
      #expect(try !sitting.image().difference(from: before).isEmpty)
      try sitting.tap(600, 60)
      #expect(try sitting.image().difference(from: before).isEmpty)
    }
  }
}
