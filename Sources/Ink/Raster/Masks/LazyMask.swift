import Geometry

/// A mask that computes each tile when it is first read, at most once.
public final class LazyMask {
  /// The content of a tile.
  public enum Found {
    /// No pixel, or all pixels inside the image.
    case none, all
    /// A word for each of the 64 rows; bit i is column i.
    case words([UInt64])
  }

  private var mask: Mask
  private var isKnown: ChunkedArray<Bool>
  private let find: (Int) -> Found

  /// Creates a mask of an image of this size, px. `find` computes the tile with an index.
  public init(width: Int, height: Int, _ find: @escaping (Int) -> Found) {
    mask = Mask(width: width, height: height)
    isKnown = ChunkedArray(repeating: false, count: mask.slotCount)
    self.find = find
  }

  /// Creates a lazy mask with all pixels of a mask, whatever their shares.
  public convenience init(_ mask: Mask) {
    self.init(width: mask.width, height: mask.height) { tile in
      switch mask.share(ofTile: tile) {
      case .none: .none
      case .all: .all
      case .some: .words(mask.words(ofTile: tile))
      }
    }
  }

  /// Tiles in a row.
  public var columns: Int { mask.columns }
  /// Rows of tiles.
  public var rows: Int { mask.rows }
  /// Width of the image, px.
  public var width: Int { mask.width }
  /// Height of the image, px.
  public var height: Int { mask.height }

  /// The indices of the tiles that were read, ascending.
  public var knownTiles: [Int] { isKnown.written().filter { isKnown[$0] } }

  private func know(_ tile: Int) {
    if isKnown[tile] { return }
    isKnown[tile] = true
    switch find(tile) {
    case .none: break
    case .all: mask.setTile(tile, isFull: true)
    case .words(let words): mask.setWords(words, ofTile: tile)
    }
  }

  /// How much of a tile is in the mask.
  public func share(ofTile tile: Int) -> Mask.Share {
    know(tile)
    return mask.share(ofTile: tile)
  }

  /// The 64 rows of the tile in a column and row of the grid; empty outside it.
  public func words(column: Int, row: Int) -> [UInt64] {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else {
      return [UInt64](repeating: 0, count: Tile.size)
    }
    return words(ofTile: row * columns + column)
  }

  /// The 64 rows of a tile.
  public func words(ofTile tile: Int) -> [UInt64] {
    know(tile)
    return mask.words(ofTile: tile)
  }

  /// The pixels in the tiles of a rectangle, and in those that were read before.
  public func all(in rect: PixelRect) -> Mask {
    for index in TileRange(rect.intersection(mask.extent)).indices(columns: columns) { know(index) }
    return mask
  }

  /// Whether the pixel in column `x`, row `y` is in the mask; false outside the image.
  public subscript(x: Int, y: Int) -> Bool {
    guard mask.extent.contains(x: x, y: y) else { return false }
    know((y >> Tile.shift) * columns + x >> Tile.shift)
    return mask[x, y]
  }

  /// The 64 pixels of row `y` from column `x` on. Pixels outside the image are 0.
  public func word(x: Int, y: Int) -> UInt64 {
    guard y >= 0, y < height else { return 0 }
    for column in (x >> Tile.shift)...((x + 63) >> Tile.shift) where (0..<columns).contains(column) {
      know((y >> Tile.shift) * columns + column)
    }
    return mask.word(x: x, y: y)
  }
}
