import Geometry
import Pixels
import Raster

/// The rows of a composited drawing, one at a time. The plates of a row of tiles are found once.
public struct ComposedRows {
  private let columns: Range<Int>
  private var rows = RowCompositor()
  private var band = 0..<0
  private var plates: [[Plate]] = []

  /// - Parameter columns: the columns of a row, px, inside the canvas.
  public init(columns: Range<Int>) { self.columns = columns }

  /// Writes row `y`, premultiplied, to the start of `row`.
  public mutating func copy(_ y: Int, of document: borrowing Document, to row: inout MutableSpan<UInt32>) {
    let tiles = (columns.lowerBound >> Tile.shift)..<((columns.upperBound - 1) >> Tile.shift + 1)
    if !band.contains(y) {
      band = (y & ~(Tile.size - 1))..<(y | (Tile.size - 1)) + 1
      if plates.isEmpty { plates = Array(repeating: [], count: tiles.count) }
      for (place, column) in tiles.enumerated() {
        let index = document.activeImage.index(column: column, row: y >> Tile.shift)
        document.compositor.find(&plates[place], ofTile: index, in: document)
      }
    }
    for (place, column) in tiles.enumerated() {
      let first = max(columns.lowerBound, column << Tile.shift)
      let last = min(columns.upperBound, (column + 1) << Tile.shift)
      rows.compose(
        PixelRect(x: first, y: y, width: last - first, height: 1), plates[place],
        over: document.compositor.ground, to: &row, start: first - columns.lowerBound, stride: 0)
    }
  }
}
