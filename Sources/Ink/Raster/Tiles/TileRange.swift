import Geometry

/// The columns and rows of tiles that a rectangle of pixels touches.
public struct TileRange: Hashable, Sendable {
  /// Columns, counted from the tile whose left edge is 0.
  public let columns: Range<Int>
  /// Rows, counted from the tile whose upper edge is 0.
  public let rows: Range<Int>

  /// The tiles that `rect` touches; empty ranges for an empty one.
  public init(_ rect: PixelRect) {
    guard !rect.isEmpty else {
      (columns, rows) = (0..<0, 0..<0)
      return
    }
    columns = (rect.minX >> Tile.shift)..<((rect.maxX - 1) >> Tile.shift + 1)
    rows = (rect.minY >> Tile.shift)..<((rect.maxY - 1) >> Tile.shift + 1)
  }

  /// Columns and rows of tiles.
  public init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

  /// The indices of the tiles in a grid of so many columns, row by row.
  public func indices(columns count: Int) -> [Int] {
    var all: [Int] = []
    all.reserveCapacity(columns.count * rows.count)
    for row in rows { for column in columns { all.append(row * count + column) } }
    return all
  }
}
