import Document
import Geometry
import Raster

/// The rows of a drawing's merged image in a file.
///
/// The image has the size of the drawing's frame. If that is too large, as on an endless canvas
/// with ink far apart, it is 1/2, 1/4, ... of that size. It is then computed by the painted tiles,
/// not by the frame's pixels.
struct MergedRows {
  /// The size of the image, px.
  let size: (width: Int, height: Int)
  private let frame: PixelRect
  /// 0, or the pyramid's level that is the image.
  private let level: Int
  private var rows: ComposedRows
  private var pyramid: Pyramid?

  /// The largest area of a reduced image, px².
  private static let reducedArea = 1 << 24

  init(of document: borrowing Document, frame: PixelRect, isReduced: Bool) {
    var (level, box) = (0, frame)
    while isReduced, level < Pyramid.highestLevel, box.area > Self.reducedArea {
      level += 1
      box = PixelRect(
        minX: frame.minX >> level, minY: frame.minY >> level, maxX: (frame.maxX - 1) >> level + 1,
        maxY: (frame.maxY - 1) >> level + 1)
    }
    (self.frame, self.level, size) = (box, level, (box.width, box.height))
    rows = ComposedRows(columns: level == 0 ? box.minX..<box.maxX : 0..<1)
    if level > 0 { pyramid = Pyramid(width: document.width, height: document.height) }
  }

  /// Writes row `y` to the start of `row`; rows are asked for from the top.
  mutating func copy(_ y: Int, of document: Document, to row: inout MutableSpan<UInt32>) {
    let line = frame.minY + y
    guard pyramid != nil else { return rows.copy(line, of: document, to: &row) }
    let source = FlatSource(document: document)
    // A row of tiles at a time; those above are not needed any more.
    if y == 0 || line % Tile.size == 0 {
      let band = PixelRect(x: frame.minX, y: line, width: frame.width, height: Tile.size - line % Tile.size)
      pyramid?.invalidate()
      pyramid?.prepare(level: level, band.intersection(frame), from: source)
    }
    let rect = PixelRect(x: frame.minX, y: line, width: frame.width, height: 1)
    pyramid?.copy(level: level, rect, blank: source.blank, to: &row, start: 0, stride: frame.width)
  }
}

/// A drawing's pixels as a file stores them, as the source of its smaller copies.
private struct FlatSource: PixelSource {
  let document: Document
  var bounds: PixelRect { document.bounds }
  var blank: UInt32 { document.ground }
  func isBlank(_ rect: PixelRect) -> Bool { document.isGround(rect) }
  func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    document.flatten(rect, to: &target, start: start, stride: stride)
  }
}
