import Testing

@testable import Panels
@testable import Toolkit

@Suite struct HexColourTests {
  /// Fails if a usual notation of a colour is not parsed.
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

  /// Fails if an invalid text is parsed.
  @Test(
    "invalid texts are rejected",
    arguments: ["", "#", "#12", "#12345", "#1234567", "red", "#12345g", "+12345", "１２３", "##123"])
  func noColour(_ text: String) {
    #expect(HexColour.rgb(text) == nil)
    #expect(HexColour.fault(text).hasSuffix("#RGB or #RRGGBB."))
  }
}
