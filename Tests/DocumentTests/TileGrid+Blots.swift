import RandomSource
import Raster

extension TileGrid {
  /// Sets a random number of blots of random pixels.
  mutating func addBlots(_ count: ClosedRange<Int>, _ rng: inout RandomSource) {
    for _ in 0..<rng.roll(count) {
      let (x, y) = (rng.roll(0..<width), rng.roll(0..<height))
      for row in y..<min(height, y + rng.roll(1...40)) {
        let pixels = (0..<min(width - x, rng.roll(1...90))).map { _ in
          let alpha = rng.roll(0...255)
          let (r, g, b) = (rng.roll(0...alpha), rng.roll(0...alpha), rng.roll(0...alpha))
          return UInt32(alpha << 24 | r << 16 | g << 8 | b)
        }
        setRow(row, from: x, to: pixels.span)
      }
    }
  }
}
