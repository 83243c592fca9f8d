import Geometry
import Raster

/// The rows of a composed drawing, one after the other, as `Document.flatten` has them.
///
/// Rows are composed by the band, a row of tiles at once: what it costs to find the tiles of many layers comes once for 64
/// rows. Takes 256 bytes for each column.
struct FlattenedRows {
  private let columns: Range<Int>
  private var words: [UInt32] = []
  /// The rows that are composed.
  private var rows = 0..<0

  /// The pixels of some columns of a drawing.
  init(columns: Range<Int>) { self.columns = columns }

  /// Writes row `y` to the first words of `row`.
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
