import Geometry
import RandomSource
import Testing

@testable import Raster

@Suite struct PaintedTests {
  /// Fails if the painted bounds differ from those found by reading every pixel; a tile that
  /// was erased does not count.
  @Test func boundsAreThoseOfThePixels() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var grid = TileGrid(width: rng.roll(1...300), height: rng.roll(1...300))
      for _ in 0..<rng.roll(0...5) {
        let (x, y) = (rng.roll(0..<grid.width), rng.roll(0..<grid.height))
        let pixel: UInt32 = rng.isOne(in: 3) ? 0 : 0x0100_0000
        grid.withMutableTile(grid.index(column: x >> Tile.shift, row: y >> Tile.shift)) {
          $0[(y & 63) << 6 | (x & 63)] = pixel
        }
      }
      var seen = PixelRect.empty
      for y in 0..<grid.height {
        for x in 0..<grid.width where grid[x, y] != 0 { seen = seen.union(PixelRect(x: x, y: y, width: 1, height: 1)) }
      }
      #expect(grid.paintedBounds == seen, "seed \(seed)")
    }
  }

  /// Fails if a row is written to other pixels, creates tiles for transparent pixels, or
  /// returns a wrong count.
  @Test func rowsAreWrittenAndTilesCounted() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var grid = TileGrid(width: rng.roll(1...200), height: rng.roll(1...100))
      var expected = [UInt32](repeating: 0, count: grid.width * grid.height)
      var made = 0
      for _ in 0..<20 {
        let (x, y) = (rng.roll(0..<grid.width), rng.roll(0..<grid.height))
        let row = (0..<rng.roll(0...grid.width - x)).map { _ in
          rng.isOne(in: 9) ? UInt32(rng.roll(0...255)) << 24 : 0
        }
        made += grid.setRow(y, from: x, to: row.span)
        for (index, pixel) in row.enumerated() { expected[y * grid.width + x + index] = pixel }
      }
      grid.checkInvariants()
      #expect(made == grid.tileCount)
      for y in 0..<grid.height {
        for x in 0..<grid.width where grid[x, y] != expected[y * grid.width + x] {
          Issue.record("seed \(seed): \(x), \(y)")
        }
      }
    }
  }
}
