import Document
import Geometry
import Language
import Pictures
import Pixels
import Raster

/// The rows of pixels of an exported picture: the drawing, or its part with ink, at its size or
/// reduced.
struct ExportRows {
  /// The exported part of the reduced drawing, px.
  let part: PixelRect
  private let document: Document
  private var rows: ComposedRows
  private var deepRows: DeepRows
  private var reducer: AreaReducer?
  private var deepReducer: PixelReducer<DeepPixel>?
  /// Whether images with 8 bits a channel and alpha are rounded from 16.
  private let roundsColours: Bool

  /// - Parameter scale: exported px for each canvas px, > 0, at most 1.
  /// - Throws: if the picture is to be cropped to ink and there is none.
  init(of document: Document, reducedBy scale: Double, isCropped: Bool) throws(ExportError) {
    let (width, height) = (document.width, document.height)
    let size = document.size(enlargedBy: scale)
    var part = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    if isCropped {
      let ink = document.inkBounds
      guard !ink.isEmpty else { throw .refused(translated("it is empty, so it cannot be cropped")) }
      let (x, y) = (Double(size.width) / Double(width), Double(size.height) / Double(height))
      part = PixelRect(
        covering: Rect(
          minX: Double(ink.minX) * x, minY: Double(ink.minY) * y, maxX: Double(ink.maxX) * x,
          maxY: Double(ink.maxY) * y)
      ).intersection(part)
    }
    (self.part, self.document) = (part, document)
    roundsColours = document.hasDeepAlpha
    let isReduced = size != (width, height)
    reducer = isReduced ? AreaReducer(from: (width, height), to: size) : nil
    deepReducer = isReduced ? PixelReducer(from: (width, height), to: size) : nil
    let columns = isReduced ? 0..<width : part.minX..<part.maxX
    (rows, deepRows) = (ComposedRows(columns: columns), DeepRows(columns: columns))
  }

  /// Writes a row of the picture, 0 at the top, with the depth of the writer's picture.
  mutating func write(_ y: Int, to writer: PictureWriter) throws(PNGFault) {
    if writer.isDeep || roundsColours && writer.canRound {
      var pixels = [DeepPixel](repeating: .clear, count: part.width)
      var span = pixels.mutableSpan
      copy(y, to: &span)
      if writer.isDeep { try writer.write(pixels.span) } else { try writer.write(rounding: pixels.span) }
    } else {
      var pixels = [UInt32](repeating: 0, count: part.width)
      var span = pixels.mutableSpan
      copy(y, to: &span)
      try writer.write(pixels.span)
    }
  }

  /// Writes a row of the picture, 0 at the top, to the start of `row`. Rows are read from the top;
  /// some may be left out.
  mutating func copy(_ y: Int, to row: inout MutableSpan<UInt32>) {
    if reducer == nil { return rows.copy(part.minY + y, of: document, to: &row) }
    reducer?.write(part.minY + y, part.minX..<part.maxX, to: &row) { i, row in rows.copy(i, of: document, to: &row) }
  }

  private mutating func copy(_ y: Int, to row: inout MutableSpan<DeepPixel>) {
    if deepReducer == nil { return deepRows.copy(part.minY + y, of: document, to: &row) }
    deepReducer?.write(part.minY + y, part.minX..<part.maxX, to: &row) { i, row in
      deepRows.copy(i, of: document, to: &row)
    }
  }
}
