import Ink
import RandomSource
import Raster
import Testing

@testable import MyPaint

@Suite struct MyPaintTileTests {
  @Test func pixelsReadBackExactly() {
    var (rng, tile) = (RandomSource(1), Tile())
    tile.withMutablePixels { pixels in
      for i in 0..<Tile.count {
        let alpha = UInt32(rng.roll(0...255))
        func channel() -> UInt32 { UInt32(rng.roll(0...Int(alpha))) }
        pixels[i] = alpha << 24 | channel() << 16 | channel() << 8 | channel()
      }
    }
    #expect(MyPaintTile(tile).copied().narrowed == tile)
    #expect(MyPaintTile().copied().isTransparent)
    let deep = Tile(
      deep: (0..<Tile.count).map { _ in
        let alpha = rng.roll(0...32768)
        func channel() -> UInt16 { UInt16(rng.roll(0...alpha)) }
        return DeepPixel(SIMD4(channel(), channel(), channel(), UInt16(alpha)))
      })
    #expect(MyPaintTile(deep).copied() == deep)
  }

  @Test func coloursAreNeverAboveAlpha() {
    #expect(MyPaintTile(Tile(filledWith: 0x40FF_FFFF))[0].word == 0x4040_4040)
    let tile = MyPaintTile()
    (tile.channels[0], tile.channels[3]) = (20_000, 10_000)
    #expect(tile[0] == DeepPixel(SIMD4(10_000, 0, 0, 10_000)))
    tile.channels[3] = 65_535
    #expect(tile[0] == DeepPixel(SIMD4(20_000, 0, 0, 32_768)))
  }
}
