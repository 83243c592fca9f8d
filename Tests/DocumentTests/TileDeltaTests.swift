import Geometry
import RandomSource
import Raster
import Testing

@testable import Document

@Suite struct TileDeltaTests {
  /// Fails if a difference does not lead from each side of a change to the other: for new, removed
  /// and changed tiles.
  @Test func differencesLeadBothWays() throws {
    var rng = RandomSource(31)
    for _ in 0..<60 {
      var old = TileGrid(width: 64 * 4, height: 64 * 3)
      var new = old
      var changes: [TileDelta] = []
      for index in 0..<12 where !rng.isOne(in: 4) {
        if !rng.isOne(in: 3) { old[index] = tile(&rng) }
        if !rng.isOne(in: 3) {
          new[index] = rng.isOne(in: 2) ? tile(&rng) : changed(old[index] ?? Tile(), &rng)
        }
        if rng.isOne(in: 8) { new[index] = old[index] }
        changes.append(TileDelta(index: index, before: old[index], after: new[index]))
      }
      let places = changes.map { TilePlace($0) }
      let bytes = TileDeltaCoding.encoded(changes)
      var image = old
      let there = TileDeltaCoding.apply(bytes, at: places, forward: true, to: &image)
      #expect(image == new)
      let back = TileDeltaCoding.apply(bytes, at: places, forward: false, to: &image)
      #expect(image == old)
      #expect(back == there && Self.misses(there.region, old, new) == 0)
      var all: [PixelRect] = []
      for change in changes {
        let square = image.bounds(ofTile: change.index)
        let bounds = change.bounds.offset(dx: square.minX, dy: square.minY)
        #expect(bounds.isEmpty ? change.bounds.isEmpty : bounds == Self.difference(square, old, new))
        if !bounds.isEmpty { all.append(bounds) }
      }
      // Each rectangle is exact to the pixel.
      #expect(there.rects == all)
    }
  }

  /// The number of pixels outside of a region that differ.
  private static func misses(_ region: Region, _ a: TileGrid, _ b: TileGrid) -> Int {
    var count = 0
    for y in 0..<a.height {
      for x in 0..<a.width where a[x, y] != b[x, y] {
        if !region.rects.contains(where: { $0.contains(x: x, y: y) }) { count += 1 }
      }
    }
    return count
  }

  /// The smallest rectangle around the pixels of `square` that differ.
  private static func difference(_ square: PixelRect, _ a: TileGrid, _ b: TileGrid) -> PixelRect {
    var bounds = PixelRect.empty
    for y in square.minY..<square.maxY {
      for x in square.minX..<square.maxX where a[x, y] != b[x, y] {
        bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return bounds
  }

  private func tile(_ rng: inout RandomSource) -> Tile {
    var tile = Tile(filledWith: UInt32(truncatingIfNeeded: rng.next()))
    if rng.isOne(in: 3) {
      for at in 0..<Tile.count { tile[at & 63, at >> 6] = UInt32(truncatingIfNeeded: rng.next()) }
    }
    return tile
  }

  private func changed(_ tile: Tile, _ rng: inout RandomSource) -> Tile {
    var tile = tile
    for _ in 0..<rng.roll(0...20) {
      tile[rng.roll(0...63), rng.roll(0...63)] = UInt32(truncatingIfNeeded: rng.next())
    }
    return tile
  }
}
