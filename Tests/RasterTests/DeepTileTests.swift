import Geometry
import RandomSource
import Testing

@testable import Raster

@Suite struct DeepTileTests {
  static func deepPixel(_ rng: inout RandomSource) -> DeepPixel {
    let alpha = UInt16(rng.roll(0...Int(DeepPixel.one)))
    func channel() -> UInt16 { UInt16(rng.roll(0...Int(alpha))) }
    return DeepPixel(SIMD4(channel(), channel(), channel(), alpha))
  }

  static func deepTile(_ rng: inout RandomSource) -> Tile {
    Tile(deep: (0..<Tile.count).map { _ in deepPixel(&rng) })
  }

  /// Fails if a level of 8 bits is not the same after 16 bits, or a conversion does not round to nearest.
  @Test func bothDepthsConvertExactly() {
    for level in UInt32(0)...255 {
      let deep = DeepPixel(level << 24 | level << 16 | level << 8 | level)
      #expect(deep.word == level << 24 | level << 16 | level << 8 | level)
      #expect(deep.alpha == UInt16((Double(level) * 32768 / 255).rounded()) && deep.isValid)
    }
    for value in UInt16(0)...DeepPixel.one {
      let level = UInt32((Double(value) * 255 / 32768).rounded())
      #expect(DeepPixel(SIMD4(0, value, 0, DeepPixel.one)).word == 0xFF00_0000 | level << 8)
    }
    #expect(DeepPixel(0x8010_2030).word == 0x8010_2030)
  }

  /// Fails if arithmetic on deep pixels is more than half a step off, or a colour comes above its alpha.
  @Test func arithmeticRoundsOnce() {
    for seed in RandomSource.seeds(2000) {
      var rng = RandomSource(seed)
      let (a, b) = (Self.deepPixel(&rng), Self.deepPixel(&rng))
      let share = UInt16(rng.roll(0...Int(DeepPixel.one)))
      let k = Double(share) / 32768
      let scaled = a.scaled(by: share)
      let over = a.over(b)
      let level = UInt8(rng.roll(0...255))
      let blended = DeepPixel.mixed(a, b, level)
      for i in 0..<4 {
        let (x, y) = (Double(a.channels[i]), Double(b.channels[i]))
        #expect(abs(Double(scaled.channels[i]) - x * k) <= 0.5)
        #expect(abs(Double(over.channels[i]) - (x + y * (1 - Double(a.alpha) / 32768))) <= 0.5)
        #expect(abs(Double(blended.channels[i]) - (x + (y - x) * Double(level) / 255)) <= 0.51)
      }
      #expect(scaled.isValid && over.isValid && blended.isValid, "seed \(seed)")
      #expect(DeepPixel.mixed(a, b, 0) == a && DeepPixel.mixed(a, b, 255) == b)
    }
  }

  /// Fails if writing with 8 bits changes the depth of a tile or of a pixel that stays, or writing with 16
  /// bits changes a pixel that stays.
  @Test func tilesKeepTheirDepth() {
    var rng = RandomSource(3)
    let tile = Self.deepTile(&rng)
    var changed = tile
    let old = tile.deepPixels
    changed.withMutablePixels { $0[70] = $0[70] == 0xFF00_00FF ? 0 : 0xFF00_00FF }
    #expect(changed.isDeep && !changed.showsSame(as: tile))
    for i in 0..<Tile.count where i != 70 { #expect(changed.deepPixels[i] == old[i]) }
    #expect(changed[6, 1] == changed.pixels[70])
    var flat = Tile(filledWith: 0x8010_2030)
    let words = flat.pixels
    #expect(!flat.isDeep)
    flat.withMutableDeepPixels { $0[0] = DeepPixel(SIMD4(1, 1, 1, 2)) }
    #expect(flat.isDeep && Array(flat.pixels.dropFirst()) == Array(words.dropFirst()) && flat.pixels[0] == 0)
    #expect(!Tile(deep: [DeepPixel](repeating: DeepPixel(SIMD4(0, 0, 0, 1)), count: Tile.count)).isTransparent)
    #expect(Tile().deepened.isTransparent && Tile().deepened != Tile() && Tile().deepened.showsSame(as: Tile()))
  }

  /// Fails if a deep tile whose pixels 8 bits can hold stays deep, or another one loses its depth.
  @Test func tilesBecomeNarrowWithoutLoss() {
    var rng = RandomSource(5)
    var tile = Tile()
    tile.withMutablePixels {
      for i in 0..<Tile.count { $0[i] = Pixel.scaled(0xFF80_4020, by: UInt32(rng.roll(0...255))) }
    }
    #expect(tile.deepened.isDeep && tile.deepened.narrowed == tile && tile.narrowed == tile)
    let deep = Self.deepTile(&rng)
    #expect(deep.narrowed == deep)
  }

  /// Fails if a write to a deep tile that nothing shares copies it.
  @Test func deepTilesAreWrittenInPlace() {
    var grid = TileGrid(width: 64, height: 64)
    var rng = RandomSource(4)
    grid[0] = Self.deepTile(&rng)
    func address() -> UInt { grid[0]?.deepPixels.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } ?? 0 }
    let before = address()
    grid.withMutableTile(0, as: DeepPixel.self) { $0[1] = .clear }
    #expect(address() == before)
    let copy = grid
    grid.withMutableTile(0, as: DeepPixel.self) { $0[2] = .clear }
    #expect(address() != before && copy[0]?.deepPixels[1] == .clear)
  }

  /// Fails if rows, copies, bounds, arrangements or limits lose the depth of deep tiles, or mix up the two kinds of
  /// tiles in one image.
  @Test func imagesWithBothDepthsKeepThem() throws {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var grid = TileGrid(width: rng.roll(65...200), height: rng.roll(65...200))
      for index in 0..<grid.slotCount where !rng.isOne(in: 4) {
        let square = grid.bounds(ofTile: index)
        let isDeep = rng.isOne(in: 2)
        grid[index] = isDeep ? Tile().deepened : Tile()
        func fill<P: TilePixel>(_ pixel: (inout RandomSource) -> P) {
          grid.withMutableTile(index, as: P.self) { pixels in
            for y in 0..<square.height { for x in 0..<square.width { pixels[y << 6 | x] = pixel(&rng) } }
          }
        }
        if isDeep {
          fill { Self.deepPixel(&$0) }
        } else {
          fill { Pixel.scaled(0xFF80_4020, by: UInt32($0.roll(0...255))) }
        }
      }
      grid.checkInvariants()
      func deep(_ grid: TileGrid) -> [DeepPixel] {
        var all = [DeepPixel](repeating: .clear, count: grid.bounds.area)
        var span = all.mutableSpan
        grid.copy(grid.bounds, to: &span, stride: grid.width)
        return all
      }
      let all = deep(grid)
      for (i, pixel) in all.enumerated() { #expect(grid[i % grid.width, i / grid.width] == pixel.word) }
      let turned = PixelArrangement(width: grid.width, height: grid.height, turnedByQuarters: 1)(grid)
      let back = PixelArrangement(width: turned.width, height: turned.height, turnedByQuarters: 3)(turned)
      #expect(deep(back) == all)
      let moved = PixelRect(x: -5, y: 7, width: grid.width, height: grid.height)
      let shifted = PixelArrangement(width: grid.width, height: grid.height, resizedTo: moved)(grid)
      let (x, y) = (rng.roll(5..<grid.width), rng.roll(0..<grid.height - 7))
      #expect(deep(shifted)[y * grid.width + x] == all[(y + 7) * grid.width + x - 5])

      // A limit takes back what was drawn outside, in either depth.
      let index = rng.roll(0..<grid.slotCount)
      let (original, part) = (grid[index], grid.bounds(ofTile: index))
      var mask = Mask(width: grid.width, height: grid.height)
      mask.setWords((0..<64).map { $0 < part.height ? 0b101 : 0 }, ofTile: index)
      var drawn = grid
      drawn.withMutableTile(index, as: DeepPixel.self) { pixels in
        for y in 0..<part.height { for x in 0..<part.width { pixels[y << 6 | x] = DeepPixel(SIMD4(3, 2, 1, 7)) } }
      }
      CoverageLimit(mask).restore(part, ofTile: index, of: &drawn, original: original)
      let (now, was) = (try #require(drawn[index]).deepPixels, (original ?? .clear).deepPixels)
      for i in 0..<Tile.count where i >> 6 < part.height && i & 63 < part.width {
        #expect(now[i] == ([0, 2].contains(i & 63) ? DeepPixel(SIMD4(3, 2, 1, 7)) : was[i]))
      }
    }
  }

  /// Fails if bounds leave out paint that 8 bits cannot show.
  @Test func faintPaintCounts() {
    var grid = TileGrid(width: 100, height: 100)
    grid.withMutableTile(1, as: DeepPixel.self) { $0[3 << 6 | 5] = DeepPixel(SIMD4(0, 0, 0, 1)) }
    #expect(grid.paintedBounds == PixelRect(x: 69, y: 3, width: 1, height: 1))
    #expect(grid[69, 3] == 0 && grid.hasDeepTiles(in: grid.bounds) && !grid.hasDeepTiles(in: grid.bounds(ofTile: 0)))
  }
}
