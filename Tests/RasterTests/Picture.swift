import Geometry
import RandomSource

@testable import Raster

/// A picture for tests: opaque random pixels, with tiles that may be blank.
struct Picture: PixelSource {
  var image: TileGrid
  let blank: UInt32 = 0xFFF0_F0F0

  init(width: Int, height: Int, _ rng: inout RandomSource, blankShare: Int = 4) {
    image = TileGrid(width: width, height: height)
    for tile in 0..<(image.columns * image.rows) where !rng.isOne(in: blankShare) {
      fill(image.bounds(ofTile: tile), &rng)
    }
  }

  var bounds: PixelRect { image.bounds }

  func isBlank(_ rect: PixelRect) -> Bool { image.isEmpty(rect) }

  func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    precondition(bounds.contains(rect), "only pixels that exist are asked for")
    target.fill(rect, with: blank, start: start, stride: stride)
    image.composite(rect, over: &target, start: start, stride: stride)
  }

  subscript(x: Int, y: Int) -> UInt32 {
    let p = image[x, y]
    return p == 0 ? blank : p
  }

  /// Fills a rectangle with random opaque pixels, sometimes all of one colour.
  mutating func fill(_ rect: PixelRect, _ rng: inout RandomSource) {
    let plain: UInt32? = rng.isOne(in: 3) ? UInt32.random(in: 0...0xFFFFFF, using: &rng) : nil
    image.forEachTile(in: rect) { tile in
      let part = image.bounds(ofTile: tile).intersection(rect)
      image.withMutableTile(tile) { pixels in
        for y in part.minY..<part.maxY {
          for x in part.minX..<part.maxX {
            let colour = plain ?? UInt32.random(in: 0...0xFFFFFF, using: &rng)
            pixels[(y & 63) << 6 | (x & 63)] = Pixel.opaque(colour)
          }
        }
      }
    }
  }
}
