import Raster

/// Counts the painted tiles of layers by the memory that they take: each colour of uniform tiles
/// counts once. A deep tile counts as two. Reading and writing use the same count, so a written file
/// can be read again.
public struct PaintedTiles {
  private var uniform: [UInt32: Tile] = [:]
  private var uniformDeep: [DeepPixel: Tile] = [:]
  /// The number of tiles with their own memory, as tiles with 8 bits a channel.
  public private(set) var count = 0
  /// The part of it that tiles of several colours take.
  public private(set) var mixedCount = 0

  public init() {}

  public var pixels: Int { count * Tile.count }

  /// Counts a tile. Returns the tile itself, or an equal one that shares its memory.
  public mutating func take(_ tile: Tile) -> Tile {
    tile.isDeep
      ? take(tile, tile.deepPixels, size: 2, among: \.uniformDeep)
      : take(tile, tile.pixels, size: 1, among: \.uniform)
  }

  private mutating func take<P: TilePixel>(
    _ tile: Tile, _ pixels: [P], size: Int, among uniform: WritableKeyPath<PaintedTiles, [P: Tile]>
  ) -> Tile {
    let first = pixels[0]
    guard pixels.allSatisfy({ $0 == first }) else {
      count += size
      mixedCount += size
      return tile
    }
    if let known = self[keyPath: uniform][first] { return known }
    count += size
    self[keyPath: uniform][first] = tile
    return tile
  }

  /// Counts tiles of several colours (a part of `mixedCount`) again, as those of another image.
  public mutating func take(mixed tiles: Int) {
    count += tiles
    mixedCount += tiles
  }

  /// Counts a row of an image's tiles. Deep tiles become narrow where 8 bits hold the same pixels, and tiles of
  /// one colour share their memory.
  public mutating func take(row: Int, of image: inout TileGrid) {
    let first = image.index(column: 0, row: row)
    for index in image.tileIndices(in: first..<(first + image.columns)) {
      if let tile = image[index] { image[index] = take(tile.narrowed) }
    }
  }

  public mutating func take(_ image: TileGrid) {
    for index in image.tileIndices { if let tile = image[index] { _ = take(tile) } }
  }
}
