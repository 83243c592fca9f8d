import Paint
import Testing

@Suite struct ColourTests {
  @Test("hex is read and written, and nothing but #rrggbb is hex")
  func hex() {
    #expect(Colour(hex: "#e2553a") == Colour(rgb: 0xe2553a))
    #expect(Colour(hex: "#E2553A")?.hex == "#e2553a")
    for text in ["", "#", "e2553a", "#e2553", "#e2553a0", "#e2553g", "#e2 53a", " #e2553a", "#é553a"] {
      #expect(Colour(hex: text) == nil, "\(text)")
    }
    for rgb: UInt32 in [0, 0xffffff, 0x010203, 0xfefdfc, 0x80407f] {
      #expect(Colour(hex: Colour(rgb: rgb).hex) == Colour(rgb: rgb))
    }
  }

  @Test("pixels are premultiplied 0xAARRGGBB, rounded to nearest, and clamped")
  func pixels() {
    #expect(Colour(rgb: 0x123456).premultipliedBGRA == 0xff12_3456)
    #expect(Colour(red: 1, green: 0.5, blue: 0, alpha: 0.5).premultipliedBGRA == 0x8080_4000)
    #expect(Colour(red: 2, green: -1, blue: .nan, alpha: 3).premultipliedBGRA == 0xffff_0000)
    #expect(Colour.clear.premultipliedBGRA == 0)
  }

  @Test("opaque pixels keep their colour, transparent ones their alpha")
  func back() {
    for pixel: UInt32 in [0xff12_3456, 0xffff_ffff, 0xff00_0000, 0x8080_4000, 0] {
      #expect(Colour(premultipliedBGRA: pixel).premultipliedBGRA == pixel)
    }
  }

  @Test("mixing interpolates between two colours")
  func mixing() {
    #expect(Colour.black.mixed(with: .white, 0) == .black)
    #expect(Colour.black.mixed(with: .white, 1) == .white)
    #expect(Colour.black.mixed(with: .white, 0.2).hex == "#333333")
    #expect(Colour.white.faded(by: 0.5).alpha == 0.5)
  }
}
