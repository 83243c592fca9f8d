import Document
import Raster

/// Finds the layers that were pixels before the oldest edit, as in a file without strokes, and on which
/// nothing was drawn since. They have no more detail at a larger size.
struct PixelLayers {
  /// The layers whose pixels no edit changed, except by changes of the canvas.
  private(set) var layers: Set<Layer.ID> = []
  /// The surfaces whose pixels count for the result of an edit.
  private var read = TileSet()

  /// No layer.
  init() {}

  /// - Parameters:
  ///   - document: a drawing.
  ///   - first: its layers before its oldest edit.
  init(of document: Document, first: Set<Layer.ID>) {
    layers = first
    for edit in document.withoutChanges.history.done {
      layers.subtract(edit.otherTiles.map(\.surface.layer))
      if edit.head.canvas != nil || !edit.head.dependsOnPixels { continue }
      let footprint = edit.footprint
      layers.subtract(footprint.writes.namedLayers)
      read.formUnion(footprint.reads)
    }
  }

  /// Whether a drawing's layers are such ones, or blank.
  func containAll(of tree: LayerTree) -> Bool {
    tree.allSatisfy { $0.isGroup || layers.contains($0.id) || $0.image.isEmpty($0.image.bounds) }
  }

  /// Those whose pixels count for no edit.
  var unread: Set<Layer.ID> { read.isAll ? [] : layers.subtracting(read.namedLayers) }
}

extension TileSet {
  /// The layers of the surfaces that it names.
  fileprivate var namedLayers: Set<Layer.ID> { Set(surfaces.map(\.layer) + tiles.keys.map(\.layer)) }
}
