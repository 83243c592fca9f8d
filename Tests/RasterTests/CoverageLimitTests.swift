import Geometry
import RandomSource
import Testing

@testable import Raster

@Suite struct CoverageLimitTests {
  private static func randomTile(_ rng: inout RandomSource) -> Tile? {
    if rng.roll(0...3) == 0 { return nil }
    var tile = Tile()
    let ink = UInt32(rng.roll(0...255))
    for y in 0..<Tile.size {
      for x in 0..<Tile.size where rng.roll(0...2) > 0 {
        let alpha = UInt32(rng.roll(0...255))
        tile[x, y] = Pixel.scaled(Pixel.opaque(ink << 16 | UInt32(rng.roll(0...0xFFFF))), by: alpha)
      }
    }
    return tile
  }

  /// Fails if a pixel outside keeps a change, one inside loses it, one between does not mix, or a tile without a change is
  /// made.
  @Test func changesStayWithin() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let (mask, _) = MaskSharesTests.random(&rng)
      let limit = CoverageLimit(mask)
      for index in 0..<mask.slotCount {
        let (old, drawn) = (Self.randomTile(&rng), Self.randomTile(&rng))
        var image = TileGrid(width: mask.width, height: mask.height)
        let square = image.bounds(ofTile: index)
        image[index] = drawn
        limit.restore(square, ofTile: index, of: &image, original: old)
        for y in square.minY..<square.maxY {
          for x in square.minX..<square.maxX {
            let (before, after) = (old?[x & 63, y & 63] ?? 0, drawn?[x & 63, y & 63] ?? 0)
            let wanted = Pixel.mixed(before, after, UInt32(mask.share(x: x, y: y)))
            if image[x, y] != wanted { Issue.record("seed \(seed): pixel \(x), \(y)") }
          }
        }
        if old == nil, drawn == nil { #expect(image[index] == nil) }
      }
    }
  }

  /// Fails if a value between leaves a channel outside the original and the changed one, more than
  /// half a level from the exact share, or if pixels beyond the part change.
  @Test func valuesBetweenMixOriginalAndChange() throws {
    var rng = RandomSource(7)
    for _ in 0..<20 {
      let old = Self.randomTile(&rng)
      let drawn = Self.randomTile(&rng) ?? Tile()
      let coverage = (0..<Tile.count).map { _ in UInt8(rng.roll(0...255)) }
      var image = TileGrid(width: 64, height: 64)
      image[0] = drawn
      let part = PixelRect(minX: rng.roll(0...30), minY: rng.roll(0...30), maxX: 50, maxY: 60)
      var mask = Mask(width: 64, height: 64)
      mask.setShares(coverage, ofTile: 0)
      CoverageLimit(mask).restore(part, ofTile: 0, of: &image, original: old)
      for y in 0..<64 {
        for x in 0..<64 {
          let now = image[x, y]
          guard part.contains(x: x, y: y) else {
            #expect(now == drawn[x, y])
            continue
          }
          let k = Double(coverage[y << 6 | x]) / 255
          for shift: UInt32 in [0, 8, 16, 24] {
            let (a, b) = (Double((old?[x, y] ?? 0) >> shift & 255), Double(drawn[x, y] >> shift & 255))
            #expect(abs(Double(now >> shift & 255) - (a + (b - a) * k)) <= 0.5000001)
          }
        }
      }
    }
  }
}
