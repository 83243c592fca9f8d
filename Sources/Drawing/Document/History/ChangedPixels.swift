import Geometry
import Raster

/// A set of pixels of a tile: those that a change changes. A bit for a row or a pixel, the first one lowest.
struct ChangedPixels: Sendable {
  /// The rows that have any.
  private(set) var rows: UInt64 = 0
  private var columns = InlineArray<64, UInt64>(repeating: 0)

  /// None.
  init() {}

  /// The pixels in which two tiles differ, seen in a depth.
  init<P: TilePixel>(from before: Tile, to after: Tile, as depth: P.Type) {
    P.withRows(0..<Tile.size, of: before) { old in
      P.withRows(0..<Tile.size, of: after) { new in
        for row in 0..<Tile.size {
          var columns: UInt64 = 0
          for column in 0..<Tile.size {
            let at = row << Tile.shift | column
            columns |= (old[unchecked: at] == new[unchecked: at] ? 0 : 1) << UInt64(column)
          }
          self[row] = columns
        }
      }
    }
  }

  /// The pixels of a row, 0..<64.
  subscript(row: Int) -> UInt64 {
    get { columns[row] }
    set {
      columns[row] = newValue
      if newValue == 0 { rows &= ~(1 << UInt64(row)) } else { rows |= 1 << UInt64(row) }
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { rows == 0 }

  /// The number of pixels.
  var count: Int { columns.indices.reduce(0) { $0 + columns[$1].nonzeroBitCount } }

  /// The bounding rectangle, px in the tile; may be empty.
  var bounds: PixelRect {
    if isEmpty { return .empty }
    var any: UInt64 = 0
    for row in columns.indices { any |= columns[row] }
    return PixelRect(
      minX: any.trailingZeroBitCount, minY: rows.trailingZeroBitCount,
      maxX: UInt64.bitWidth - any.leadingZeroBitCount, maxY: UInt64.bitWidth - rows.leadingZeroBitCount)
  }

  /// The indices of the pixels in the tile, ascending.
  var places: [Int] {
    var places: [Int] = []
    places.reserveCapacity(count)
    for row in columns.indices {
      var rest = columns[row]
      while rest != 0 {
        places.append(row << Tile.shift | rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return places
  }
}
