import Paint
import RandomSource
import Testing

@Suite struct HSVTests {
  /// Fails if any of the tried colours is another one after conversion to HSV and back.
  @Test("a colour is unchanged by conversion to HSV and back")
  func roundTrip() {
    var rng = RandomSource(7)
    let edges: [UInt32] = [0, 1, 127, 128, 254, 255]
    for r in edges { for g in edges { for b in edges { check(r << 16 | g << 8 | b) } } }
    for _ in 0..<200_000 { check(UInt32(rng.roll(0...0xFF_FFFF))) }
    func check(_ rgb: UInt32) {
      let hsv = HSV(rgb: rgb)
      if hsv.rgb != rgb { Issue.record("\(Colour(rgb: rgb).hex) became \(Colour(rgb: hsv.rgb).hex)") }
      if !(0..<360).contains(hsv.hue) || !(0...1).contains(hsv.saturation) || !(0...1).contains(hsv.value) {
        Issue.record("\(Colour(rgb: rgb).hex) is \(hsv)")
      }
    }
  }

  /// Fails if a hue gives another colour than on the usual colour wheel.
  @Test(
    "hues are those of the colour wheel, also outside 0 to 360 degrees",
    arguments: [
      (0, 0xFF0000), (60, 0xFFFF00), (120, 0x00FF00), (180, 0x00FFFF), (240, 0x0000FF), (300, 0xFF00FF),
      (360, 0xFF0000),
      (-60, 0xFF00FF), (30, 0xFF8000),
    ])
  func hues(_ hue: Double, _ rgb: UInt32) { #expect(HSV(hue: hue, saturation: 1, value: 1).rgb == rgb) }

  /// Fails if the hue is lost when a colour becomes grey, or hue and saturation when it becomes black.
  @Test("a grey keeps the hue of the colour before, black also its saturation")
  func greys() {
    let blue = HSV(hue: 200, saturation: 0.7, value: 0.9)
    #expect(HSV(rgb: 0x808080, like: blue).hue == 200)
    #expect(HSV(rgb: 0x808080, like: blue).saturation == 0)
    let black = HSV(rgb: 0, like: blue)
    #expect(black.hue == 200 && black.saturation == 0.7 && black.value == 0)
    #expect(HSV(hue: .nan, saturation: 2, value: -1) == HSV(hue: 0, saturation: 1, value: 0))
  }
}
