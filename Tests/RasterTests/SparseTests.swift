import Geometry
import RandomSource
import Testing

@testable import Raster

/// Grids that are much larger than what is in them.
@Suite struct SparseTests {
  private static let side = 131_072

  /// Fails if a chunked array differs from a plain one, or its equality or its written indices from
  /// the elements.
  @Test func chunkedArraysAreArrays() {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let count = rng.roll(1...90_000)
      var array = ChunkedArray(repeating: -1, count: count)
      var plain = [Int](repeating: -1, count: count)
      var copies: [(ChunkedArray<Int>, [Int])] = []
      for _ in 0..<200 {
        let at = rng.isOne(in: 2) ? rng.roll(0..<count) : rng.roll(0..<min(count, 600))
        array[at] = rng.roll(-1...3)
        plain[at] = array[at]
        if rng.isOne(in: 40) { copies.append((array, plain)) }
      }
      array.checkInvariants()
      copies.append((array, plain))
      for (array, plain) in copies {
        #expect((0..<count).allSatisfy { array[$0] == plain[$0] }, "seed \(seed)")
        let found = array.written().filter { array[$0] != -1 }
        #expect(found == plain.indices.filter { plain[$0] != -1 }, "seed \(seed)")
        let (from, to) = (rng.roll(0...count), rng.roll(0...count))
        let part = min(from, to)..<max(from, to)
        #expect(array.written(in: part).filter { array[$0] != -1 } == part.filter { plain[$0] != -1 })
        #expect(array.firstWritten(in: part) { $0 == 2 } == part.first { plain[$0] == 2 })
        for (other, words) in copies { #expect((array == other) == (plain == words)) }
      }
      // An element that was written back to what it was makes no difference.
      var erased = array
      for at in erased.written() { erased[at] = -1 }
      #expect(erased == ChunkedArray(repeating: -1, count: count))
    }
  }

  /// Fails if a table loses a value, or mixes up tiles.
  @Test func tablesKeepTheValuesOfTiles() {
    var rng = RandomSource(1)
    var table = TileTable<[Int]>(slotCount: 2048 * 2048)
    var plain: [Int: [Int]] = [:]
    for i in 0..<2000 {
      let tile = rng.roll(0..<300) * 13_981
      table.update(tile, adding: []) { $0.append(i) }
      plain[tile, default: []].append(i)
    }
    for tile in 0..<300 { #expect(table[tile * 13_981] == plain[tile * 13_981]) }
    #expect(table.all.count == plain.count)
  }

  /// Fails if a grid that is mostly empty needs memory for more than the tiles near its paint, or
  /// finds other tiles or bounds than those that were painted.
  @Test func gridsCostByTheirPaint() {
    for seed in RandomSource.seeds(10) {
      var rng = RandomSource(seed)
      var grid = TileGrid(width: Self.side, height: Self.side)
      var painted: Set<Int> = []
      var bounds = PixelRect.empty
      for _ in 0..<rng.roll(0...40) {
        let (x, y) = (rng.roll(0..<Self.side), rng.roll(0..<Self.side))
        let index = grid.index(column: x >> Tile.shift, row: y >> Tile.shift)
        grid.withMutableTile(index) { $0[(y & 63) << Tile.shift | x & 63] = 0xFF00_0000 }
        painted.insert(index)
        bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
      #expect(Array(grid.tileIndices) == painted.sorted() && grid.tileCount == painted.count, "seed \(seed)")
      #expect(grid.paintedBounds == bounds, "seed \(seed)")
      #expect(grid.writtenSlots <= 256 * painted.count)
      #expect(grid.isEmpty(grid.bounds) == painted.isEmpty)
      let before = grid
      // Clearing what is clear makes no slot.
      for _ in 0..<100 {
        let index = rng.roll(0..<grid.slotCount)
        if !painted.contains(index) { grid[index] = nil }
      }
      #expect(grid == before && grid.writtenSlots == before.writtenSlots)
      for index in painted { grid[index] = Tile() }
      #expect(grid.showsSame(as: TileGrid(width: Self.side, height: Self.side)) && grid.paintedBounds.isEmpty)
    }
  }

  /// Fails if a set operation, a map, a flood, bounds or outlines on a very large mask differ from
  /// those of a small mask at another place.
  @Test func largeMasksAreSmallOnesElsewhere() {
    let (dx, dy) = (64 * 1000, 64 * 900)
    func moved(_ mask: Mask) -> Mask {
      PixelArrangement(
        width: mask.width, height: mask.height,
        resizedTo: PixelRect(x: -dx, y: -dy, width: Self.side, height: Self.side))(mask)
    }
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let (a, b) = (MaskTests.random(&rng).mask, MaskTests.random(&rng).mask)
      let (largeA, largeB) = (moved(a), moved(b))
      largeA.checkInvariants()
      #expect(largeA.count == a.count && largeA.isEmpty == a.isEmpty)
      #expect(largeA.bounds == (a.isEmpty ? .empty : a.bounds.offset(dx: dx, dy: dy)))
      #expect((largeA == largeB) == (a == b) && (largeA.hashValue == moved(a).hashValue))
      var (small, large) = (a, largeA)
      small.formUnion(b)
      large.formUnion(largeB)
      #expect(large == moved(small), "seed \(seed)")
      small.subtract(b)
      large.subtract(largeB)
      #expect(large == moved(small) && large.isEmpty == small.isEmpty, "seed \(seed)")
      (small, large) = (a, largeA)
      small.formIntersection(b)
      large.formIntersection(largeB)
      #expect(large == moved(small), "seed \(seed)")
      let flooded = Mask.flood(from: a, within: LazyMask(b))
      #expect(Mask.flood(from: largeA, within: LazyMask(largeB)) == moved(flooded), "seed \(seed)")
      let outlines = a.outlines.map { $0.map { Point($0.x + Double(dx), $0.y + Double(dy)) } }
      #expect(largeA.outlines == outlines, "seed \(seed)")
      let further = PixelArrangement(
        width: Self.side, height: Self.side,
        resizedTo: PixelRect(x: -37, y: 80, width: Self.side, height: Self.side))(largeA)
      #expect(largeA.mapped(by: .translation(Vector(37, -80))) == further, "seed \(seed)")
    }
  }

  /// Fails if a smaller copy of a very large image has other pixels than that of a small image, or
  /// keeps slots for what nobody looked at.
  @Test func pyramidsCostByWhatIsSeen() throws {
    var rng = RandomSource(3)
    var (small, large) = (
      TileGrid(width: 2048, height: 2048), TileGrid(width: Self.side, height: Self.side)
    )
    for _ in 0..<30 {
      let (column, row) = (rng.roll(0..<32), rng.roll(0..<32))
      var tile = Tile()
      for i in 0..<Tile.count { tile[i & 63, i >> 6] = 0xFF00_0000 | UInt32(rng.roll(0...0xFF_FFFF)) }
      small[small.index(column: column, row: row)] = tile
      large[large.index(column: column + 1024, row: row + 1024)] = tile
    }
    let (from, to) = (GridSource(image: small), GridSource(image: large))
    var (little, much) = (Pyramid(width: 2048, height: 2048), Pyramid(width: Self.side, height: Self.side))
    for k in 1...4 {
      let rect = PixelRect(x: 0, y: 0, width: 2048 >> k, height: 2048 >> k)
      let place = rect.offset(dx: 65_536 >> k, dy: 65_536 >> k)
      little.prepare(level: k, rect, from: from)
      much.prepare(level: k, place, from: to)
      var (a, b) = ([UInt32](repeating: 1, count: rect.area), [UInt32](repeating: 2, count: rect.area))
      var span = a.mutableSpan
      little.copy(level: k, rect, blank: from.blank, to: &span, start: 0, stride: rect.width)
      span = b.mutableSpan
      much.copy(level: k, place, blank: to.blank, to: &span, start: 0, stride: rect.width)
      #expect(a == b, "level \(k)")
    }
    #expect(much.tileCount == little.tileCount)
    much.forget(large.bounds)
    #expect(much.tileCount == 0)
  }
}

private struct GridSource: PixelSource {
  let image: TileGrid
  var bounds: PixelRect { image.bounds }
  var blank: UInt32 { 0xFFFF_FFFF }
  func isBlank(_ rect: PixelRect) -> Bool { image.isEmpty(rect) }
  func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    target.fill(rect, with: blank, start: start, stride: stride)
    image.composite(rect, over: &target, start: start, stride: stride)
  }
}
