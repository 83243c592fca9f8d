import Geometry
import Raster

/// The rows of a composited drawing. Composites a row of tiles at once, which is faster with many
/// layers. Needs 256 bytes for each column.
struct FlattenedRows {
  private let columns: Range<Int>
  private var words: [UInt32] = []
  private var rows = 0..<0

  init(columns: Range<Int>) { self.columns = columns }

  /// Writes row `y` to the start of `row`.
  mutating func copy(_ y: Int, of document: borrowing Document, to row: inout MutableSpan<UInt32>) {
    if !rows.contains(y) {
      rows = y..<max(y + 1, min(document.height, (y / Tile.size + 1) * Tile.size))
      if words.isEmpty { words = [UInt32](repeating: 0, count: columns.count * Tile.size) }
      let band = PixelRect(x: columns.lowerBound, y: y, width: columns.count, height: rows.count)
      var span = words.mutableSpan
      document.flatten(band, to: &span, start: 0, stride: band.width)
    }
    let first = (y - rows.lowerBound) * columns.count
    for i in 0..<columns.count { row[i] = words[first + i] }
  }
}
