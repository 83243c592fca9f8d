import RandomSource
import Raster
import Testing

@testable import Document

@Suite struct LayerThumbnailTests {
  /// Fails if a thumbnail's pixel is not the mean of its area, channel by channel: swapped or
  /// darkened colours, a shift, a skipped tile.
  @Test func aSmallPixelIsTheMeanOfItsPlace() throws {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      // Every thumbnail pixel covers 3 x 3 px, so that all pixels are sampled.
      let (width, height) = (rng.roll(3...88), rng.roll(3...64))
      var image = TileGrid(width: 3 * width, height: 3 * height)
      for index in 0..<(image.columns * image.rows) where !rng.isOne(in: 3) {
        image.withMutableTile(index) { pixels in
          for i in 0..<Tile.count {
            let a = UInt32(rng.roll(0...255))
            pixels[i] = (0..<3).reduce(a << 24) { $0 | UInt32(rng.roll(0...Int(a))) << UInt32(8 * $1) }
          }
        }
      }
      let small = LayerThumbnail(of: image, most: (width, height))
      #expect(small.width == width && small.height == height && small.pixels.count == width * height)
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width {
          for shift in [UInt32(0), 8, 16, 24] {
            var sum = 0
            for v in 0..<3 { for u in 0..<3 { sum += Int(image[3 * x + u, 3 * y + v] >> shift & 255) } }
            let found = Int(small.pixels[y * width + x] >> shift & 255)
            if abs(9 * found - sum) > 4 { wrong += 1 }
          }
        }
      }
      #expect(wrong == 0, "seed \(seed), \(width) x \(height)")
    }
  }

  /// Fails if a thumbnail loses its layer's proportions, does not fit, or has no pixel for a tiny
  /// layer.
  @Test func itFitsAndKeepsItsProportions() {
    for (width, height) in [(1, 1), (88, 64), (3840, 2160), (10, 5000), (5000, 10), (640, 480)] {
      var image = TileGrid(width: width, height: height)
      for index in 0..<(image.columns * image.rows) {
        image.withMutableTile(index) { pixels in for i in 0..<Tile.count { pixels[i] = 0xFF12_3456 } }
      }
      let small = LayerThumbnail(of: image, most: (88, 64))
      #expect((1...88).contains(small.width) && (1...64).contains(small.height))
      #expect(small.width == 88 || small.height == 64)
      #expect(abs(small.width * height - small.height * width) <= max(width, height))
      #expect(small.pixels.allSatisfy { $0 == 0xFF12_3456 })
    }
  }
}
