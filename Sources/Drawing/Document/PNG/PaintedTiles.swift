import Raster

/// Counts the painted tiles of layers by the memory that they take: each colour of uniform tiles
/// counts once. Reading and writing use the same count, so a written file can be read again.
struct PaintedTiles {
  private var uniform: [UInt32: Tile] = [:]
  /// The number of tiles with their own memory.
  private(set) var count = 0
  /// The tiles among them that have several colours.
  private(set) var mixedCount = 0

  var pixels: Int { count * Tile.count }

  /// Counts a tile. Returns the tile itself, or an equal one that shares its memory.
  mutating func take(_ tile: Tile) -> Tile {
    let first = tile.pixels[0]
    guard tile.pixels.allSatisfy({ $0 == first }) else {
      count += 1
      mixedCount += 1
      return tile
    }
    if let known = uniform[first] { return known }
    count += 1
    uniform[first] = tile
    return tile
  }

  /// Counts tiles of several colours again, as those of another image.
  mutating func take(mixed tiles: Int) {
    count += tiles
    mixedCount += tiles
  }

  /// Counts a row of an image's tiles, and makes tiles of one colour share their memory.
  mutating func take(row: Int, of image: inout TileGrid) {
    let first = image.index(column: 0, row: row)
    for index in image.tileIndices(in: first..<(first + image.columns)) {
      if let tile = image[index] { image[index] = take(tile) }
    }
  }

  mutating func take(_ image: TileGrid) {
    for index in image.tileIndices { if let tile = image[index] { _ = take(tile) } }
  }
}
