import Geometry
import RandomSource
import Testing

@testable import Raster

@Suite struct TileTests {
  /// Fails if writing to a tile changes another one that shared its memory.
  @Test func tilesAreValues() {
    var a = Tile()
    let b = a
    a[3, 60] = 0xFF00_0001
    #expect(b.isTransparent)
    #expect(a[3, 60] == 0xFF00_0001)
    #expect(!a.isTransparent)
    a.withMutablePixels { $0[60 * 64 + 3] = 0 }
    #expect(a == b)
    #expect(Tile(filledWith: 7)[63, 63] == 7)
  }

  /// Fails if a grid shares too little: writing to one tile of a copy must copy that tile only,
  /// and nothing where the tile has no other owner.
  @Test func gridsCopyOnlyTheTilesThatAreWritten() {
    func address(_ grid: TileGrid, _ index: Int) -> UInt {
      grid[index]?.pixels.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } ?? 0
    }
    var grid = TileGrid(width: 200, height: 64)
    for i in 0..<4 { grid[i] = Tile(filledWith: UInt32(i)) }
    let copy = grid
    let before = (0..<4).map { address(grid, $0) }
    grid.withMutableTile(2) { $0[0] = 99 }
    for i in 0..<4 { #expect((address(grid, i) == before[i]) == (i != 2)) }
    #expect(copy[128, 0] == 2)
    #expect(grid[128, 0] == 99)
    let own = address(grid, 2)
    grid.withMutableTile(2) { $0[1] = 98 }
    #expect(address(grid, 2) == own)
  }

  /// Fails if an empty tile differs from a missing one, or different pixels count as equal.
  @Test func picturesAreComparedByPixels() {
    var (a, b) = (TileGrid(width: 70, height: 70), TileGrid(width: 70, height: 70))
    #expect(a.showsSame(as: b))
    a[1] = Tile()
    #expect(a.showsSame(as: b) && b.showsSame(as: a))
    #expect(a.tileCount == 1)
    b.withMutableTile(1) { $0[0] = 1 }
    #expect(!a.showsSame(as: b) && !b.showsSame(as: a))
    #expect(!a.showsSame(as: TileGrid(width: 71, height: 70)))
  }

  /// Fails if tiles are counted wrongly at the edges of the image.
  @Test func rangesOfTilesAreCutToTheImage() {
    let grid = TileGrid(width: 130, height: 64)
    #expect(grid.columns == 3 && grid.rows == 1)
    #expect(grid.tileRange(of: PixelRect(minX: -500, minY: -500, maxX: 500, maxY: 500)).columns == 0..<3)
    #expect(grid.tileRange(of: PixelRect(minX: 63, minY: 0, maxX: 64, maxY: 1)).columns == 0..<1)
    #expect(grid.tileRange(of: PixelRect(minX: 64, minY: 0, maxX: 65, maxY: 1)).columns == 1..<2)
    #expect(grid.tileRange(of: PixelRect(minX: 63, minY: 63, maxX: 65, maxY: 64)).columns == 0..<2)
    #expect(grid.tileRange(of: PixelRect(minX: 130, minY: 0, maxX: 140, maxY: 1)).rows.isEmpty)
    #expect(grid.bounds(ofTile: 2) == PixelRect(minX: 128, minY: 0, maxX: 130, maxY: 64))
    var seen: [Int] = []
    TileGrid(width: 130, height: 130).forEachTile(in: PixelRect(minX: 100, minY: 60, maxX: 129, maxY: 70)) {
      seen.append($0)
    }
    #expect(seen == [1, 2, 4, 5])
    #expect(grid[-1, 0] == 0 && grid[0, 64] == 0 && grid[130, 0] == 0)
  }

  /// Fails if a copied rectangle is shifted, clipped or not cleared, inside or beyond the image.
  /// Also fails if compositing does not blend, or changes pixels outside.
  @Test func rectanglesAreCopiedAndComposited() {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      var grid = TileGrid(width: rng.roll(1...150), height: rng.roll(1...150))
      for tile in 0..<(grid.columns * grid.rows) where !rng.isOne(in: 3) {
        let square = grid.bounds(ofTile: tile)
        grid.withMutableTile(tile) { pixels in
          for y in 0..<square.height {
            for x in 0..<square.width {
              let alpha = UInt32.random(in: 0...255, using: &rng)
              pixels[y * 64 + x] = Pixel.scaled(0xFF00_8040 | UInt32(x), by: alpha)
            }
          }
        }
      }
      let rect = PixelRect(
        x: rng.roll(-60...150), y: rng.roll(-60...150), width: rng.roll(0...120), height: rng.roll(0...120))
      let (start, stride) = (7, rect.width + 3)
      let fresh = [UInt32](repeating: 0xFF33_2211, count: start + rect.height * stride + 1)
      var (copied, laid) = (fresh, fresh)
      var span = copied.mutableSpan
      grid.copy(rect, to: &span, start: start, stride: stride)
      var over = laid.mutableSpan
      grid.composite(rect, over: &over, start: start, stride: stride)
      var wrong = 0
      for i in fresh.indices {
        let (row, column) = (i - start).quotientAndRemainder(dividingBy: stride)
        if i < start || column >= rect.width || row >= rect.height {
          if copied[i] != fresh[i] || laid[i] != fresh[i] { wrong += 1 }
          continue
        }
        let pixel = grid[rect.minX + column, rect.minY + row]
        if copied[i] != pixel || laid[i] != Pixel.over(pixel, fresh[i]) { wrong += 1 }
      }
      #expect(wrong == 0, "seed \(seed), \(rect)")
      let hasTile = grid.tileRange(of: rect).rows.contains { row in
        grid.tileRange(of: rect).columns.contains { grid[grid.index(column: $0, row: row)] != nil }
      }
      #expect(grid.isEmpty(rect) == !hasTile)
    }
  }
}
