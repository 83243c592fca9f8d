import Geometry
import Journal
import RandomSource
import Raster
import Testing

@testable import Document

@Suite struct PaintedPixelsTests {
  private static func image(_ rng: inout RandomSource) -> TileGrid {
    var image = TileGrid(width: 200, height: 130)
    for index in 0..<image.slotCount where rng.isOne(in: 2) {
      let square = image.bounds(ofTile: index)
      image.withMutableTile(index) { pixels in
        for y in 0..<square.height {
          for x in 0..<square.width where rng.isOne(in: 3) {
            pixels[y << 6 | x] = Pixel.scaled(
              0xFF00_0000 | UInt32(rng.roll(0...0xFF_FFFF)), by: UInt32(rng.roll(0...255)))
          }
        }
      }
    }
    return image
  }

  private static func changes(_ old: TileGrid, _ new: TileGrid) -> [(index: Int, before: Tile?, after: Tile?)] {
    (0..<old.slotCount).map { ($0, old[$0], new[$0]) }
  }

  /// Fails if coding and applying do not give the second picture, or change what the pixels do not
  /// say on another picture.
  @Test func appliedPixelsGiveTheResult() throws {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let (old, new, third) = (Self.image(&rng), Self.image(&rng), Self.image(&rng))
      var writer = ByteWriter()
      try PaintedPixels(Self.changes(old, new)).write(to: &writer)
      var reader = ByteReader(writer.bytes)
      let read = try PaintedPixels(&reader, hasDepths: false)
      try reader.finish()
      var (result, other) = (old, third)
      for (index, tile) in try #require(read.tiles(on: old)) { result[index] = tile }
      #expect(result.showsSame(as: new), "seed \(seed)")
      for (index, tile) in try #require(read.tiles(on: third)) { other[index] = tile }
      for y in 0..<130 {
        for x in 0..<200 {
          let wanted = old[x, y] == new[x, y] ? third[x, y] : new[x, y]
          if other[x, y] != wanted { Issue.record("seed \(seed): \(x), \(y)") }
        }
      }
    }
  }

  /// Fails if damaged bytes are read as pixels outside the image or impossible colours, or crash.
  @Test func damagedPixelsAreRefused() throws {
    var rng = RandomSource(1)
    let (old, new) = (Self.image(&rng), Self.image(&rng))
    var writer = ByteWriter()
    try PaintedPixels(Self.changes(old, new)).write(to: &writer)
    for _ in 0..<300 {
      var bytes = writer.bytes
      bytes[rng.roll(0..<bytes.count)] ^= UInt8(rng.roll(1...255))
      if rng.isOne(in: 4) { bytes.removeLast(rng.roll(1...bytes.count)) }
      var reader = ByteReader(bytes)
      guard let read = try? PaintedPixels(&reader, hasDepths: false) else { continue }
      for (_, tile) in read.tiles(on: old) ?? [] {
        for pixel in tile?.pixels ?? [] { #expect((pixel & 255) <= pixel >> 24) }
      }
    }
    // A picture of another size has no place for these pixels.
    var reader = ByteReader(writer.bytes)
    let read = try PaintedPixels(&reader, hasDepths: false)
    #expect(read.tiles(on: TileGrid(width: 150, height: 100)) == nil)
  }
}
