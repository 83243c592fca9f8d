import Journal
import Language
import Raster

/// What an operation did, as records have it: the pixels are still compressed.
struct RecordedResult {
  /// The changed pixels; nil if `tiles` has them.
  var pixels: PaintedPixels?
  /// The changed tiles, or those of all layers after an operation on the canvas.
  var tiles: [(key: TileKey, bytes: [UInt8])] = []
  /// For a scaling after a change: its differences from the scaling without the change. Nil for other operations.
  var scaled: [SurfaceID: PaintedPixels]?
  /// The selection after it; nil if it did not change.
  var selection: Mask??

  /// The result on a drawing that is as it was before the operation.
  /// - Throws: if it is damaged or does not fit the drawing.
  func result(of operation: Operation, on document: borrowing Document) throws(PayloadError) -> OperationResult {
    var result = OperationResult()
    result.selection = selection
    if let canvas = operation.canvas {
      result.images = try images(after: canvas, on: document)
    } else if let pixels {
      guard let image = operation.paintedSurface.flatMap({ document.image(of: $0) }),
        let tiles = pixels.tiles(on: image)
      else { throw PayloadError(translated("an edit is on no layer")) }
      result.tiles = tiles
    } else {
      for (key, bytes) in tiles { result.tiles.append((key.index, try TileCoding.decoded(bytes))) }
    }
    return result
  }

  /// The pixels of all layers after an operation.
  private func images(
    after operation: CanvasOperation, on document: borrowing Document
  ) throws(PayloadError) -> [SurfaceID: TileGrid] {
    guard document.refusal(of: operation) == nil else {
      throw PayloadError(translated("an operation does not fit the canvas"))
    }
    var images: [SurfaceID: TileGrid] = [:]
    let size = operation.size(from: (document.width, document.height))
    for surface in document.surfaces { images[surface] = TileGrid(width: size.width, height: size.height) }
    for (key, bytes) in tiles {
      guard let image = images[key.surface], key.index < image.slotCount else {
        throw PayloadError(translated("a tile lies outside the canvas"))
      }
      images[key.surface]?[key.index] = try TileCoding.decoded(bytes)
    }
    return images
  }
}
