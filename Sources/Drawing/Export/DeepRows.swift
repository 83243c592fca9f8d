import Document
import Geometry
import Raster

/// The rows of a composited drawing with 16 bits a channel, one at a time. A row of tiles is composited at once.
struct DeepRows {
  private let columns: Range<Int>
  private var band = 0..<0
  private var pixels: [DeepPixel] = []

  /// - Parameter columns: the columns of a row, px, inside the canvas.
  init(columns: Range<Int>) { self.columns = columns }

  /// Writes row `y`, premultiplied, to the start of `row`.
  mutating func copy(_ y: Int, of document: borrowing Document, to row: inout MutableSpan<DeepPixel>) {
    let width = columns.count
    if !band.contains(y) {
      let top = y & ~(Tile.size - 1)
      band = top..<min(document.height, top + Tile.size)
      if pixels.isEmpty { pixels = [DeepPixel](repeating: .clear, count: width * Tile.size) }
      let rect = PixelRect(x: columns.lowerBound, y: top, width: width, height: band.count)
      var span = pixels.mutableSpan
      document.flattenDeep(rect, to: &span, start: 0, stride: width)
    }
    let first = (y - band.lowerBound) * width
    for x in 0..<width { row[x] = pixels[first + x] }
  }
}
