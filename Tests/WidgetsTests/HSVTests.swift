import Dice
import Testing

@testable import Widgets

/// Colours by hue, saturation and value, and as text.
@Suite struct HSVTests {
  /// Breaks if choosing a colour that is shown changes it: every colour must come back to the last bit.
  @Test("a colour is the same after the way to HSV and back")
  func roundTrip() {
    var dice = Dice(7)
    let edges: [UInt32] = [0, 1, 127, 128, 254, 255]
    for r in edges { for g in edges { for b in edges { check(r << 16 | g << 8 | b) } } }
    for _ in 0..<200_000 { check(UInt32(dice.roll(0...0xFF_FFFF))) }
    func check(_ rgb: UInt32) {
      let hsv = HSV(rgb: rgb)
      if hsv.rgb != rgb { Issue.record("\(HexColour.text(rgb)) became \(HexColour.text(hsv.rgb))") }
      if !(0..<360).contains(hsv.hue) || !(0...1).contains(hsv.saturation) || !(0...1).contains(hsv.value) {
        Issue.record("\(HexColour.text(rgb)) is \(hsv)")
      }
    }
  }

  /// Breaks if hues are turned, or run the other way round.
  @Test(
    "the hues' names",
    arguments: [
      (0, 0xFF0000), (60, 0xFFFF00), (120, 0x00FF00), (180, 0x00FFFF), (240, 0x0000FF), (300, 0xFF00FF),
      (360, 0xFF0000),
      (-60, 0xFF00FF), (30, 0xFF8000),
    ])
  func hues(_ hue: Double, _ rgb: UInt32) { #expect(HSV(hue: hue, saturation: 1, value: 1).rgb == rgb) }

  /// Breaks if a colour forgets its hue on the way through grey or black.
  @Test("a grey keeps the hue, black the saturation too")
  func greys() {
    let red = HSV(hue: 200, saturation: 0.7, value: 0.9)
    #expect(HSV(rgb: 0x808080, like: red).hue == 200)
    #expect(HSV(rgb: 0x808080, like: red).saturation == 0)
    let black = HSV(rgb: 0, like: red)
    #expect(black.hue == 200 && black.saturation == 0.7 && black.value == 0)
    #expect(HSV(hue: .nan, saturation: 2, value: -1) == HSV(hue: 0, saturation: 1, value: 0))
  }

  /// Breaks if what people write or copy for a colour is not understood.
  @Test(
    "colours as text",
    arguments: [
      ("#1D1F24", 0x1D1F24), ("1d1f24", 0x1D1F24), (" \"#D6452A\";\n", 0xD6452A), ("#f0a", 0xFF00AA), ("FFF", 0xFFFFFF),
      ("0x00ff7F", 0x00FF7F), ("#000", 0),
    ])
  func text(_ text: String, _ rgb: UInt32) {
    #expect(HexColour.rgb(text) == rgb)
    #expect(HexColour.rgb(HexColour.text(rgb)) == rgb)
  }

  /// Breaks if something is taken for a colour that is none.
  @Test(
    "what is no colour", arguments: ["", "#", "#12", "#12345", "#1234567", "red", "#12345g", "+12345", "１２３", "##123"])
  func noColour(_ text: String) {
    #expect(HexColour.rgb(text) == nil)
    #expect(HexColour.fault(text).hasSuffix("#RGB or #RRGGBB."))
  }
}
