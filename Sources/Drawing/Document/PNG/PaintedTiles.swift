import Raster

/// Counts the tiles that layers have painted by the memory that they take: those of one colour share theirs, however many
/// there are, so that a flood of colour costs nothing.
///
/// Its life is one file's: written or read, by the same count, so that what is written can be read again.
struct PaintedTiles {
  private var uniform: [UInt32: Tile] = [:]
  /// Tiles that take memory of their own.
  private(set) var count = 0

  /// Their pixels.
  var pixels: Int { count * Tile.count }

  /// Counts a tile. Returns it, or one like it that takes no memory of its own.
  mutating func take(_ tile: Tile) -> Tile {
    let first = tile.pixels[0]
    guard tile.pixels.allSatisfy({ $0 == first }) else {
      count += 1
      return tile
    }
    if let known = uniform[first] { return known }
    count += 1
    uniform[first] = tile
    return tile
  }

  /// Counts a row of an image's tiles, which share their memory from then on where they can.
  mutating func take(row: Int, of image: inout TileGrid) {
    for column in 0..<image.columns {
      let index = image.index(column: column, row: row)
      if let tile = image[index] { image[index] = take(tile) }
    }
  }

  /// Counts all tiles of an image.
  mutating func take(_ image: TileGrid) {
    for index in 0..<(image.columns * image.rows) { if let tile = image[index] { _ = take(tile) } }
  }
}
