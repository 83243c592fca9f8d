import Ink
import RandomSource
import Raster
import Testing

@testable import MyPaint

@Suite struct MyPaintTileTests {
  @Test func channelsReadBackExactly() {
    for value in UInt32(0)...255 {
      #expect(MyPaintTile.widened(value) == UInt16((Double(value) * 32768 / 255).rounded()))
      #expect(MyPaintTile.narrowed(MyPaintTile.widened(value)) == value)
    }
    #expect(MyPaintTile.narrowed(65535) == 255)
  }

  @Test func pixelsReadBackExactly() {
    var (rng, tile) = (RandomSource(1), Tile())
    tile.withMutablePixels { pixels in
      for i in 0..<Tile.count {
        let alpha = UInt32(rng.roll(0...255))
        func channel() -> UInt32 { UInt32(rng.roll(0...Int(alpha))) }
        pixels[i] = alpha << 24 | channel() << 16 | channel() << 8 | channel()
      }
    }
    #expect(MyPaintTile(tile).rounded() == tile)
    #expect(MyPaintTile().rounded() == Tile())
  }

  @Test func coloursAreNeverAboveAlpha() {
    #expect(MyPaintTile(Tile(filledWith: 0x40FF_FFFF)).pixel(0) == 0x4040_4040)
    let tile = MyPaintTile()
    (tile.channels[0], tile.channels[3]) = (20_000, 10_000)
    #expect(tile.pixel(0) == 0x4E4E_0000)
  }
}
