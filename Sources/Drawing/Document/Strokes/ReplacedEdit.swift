import Raster

/// The last edit of a drawing while a stroke takes its place. The edit stays in the history, so that
/// undoing the stroke brings its result back.
struct ReplacedEdit: Sendable {
  /// Has removed the edit from its layer.
  private(set) var writer: LayerWriter
  /// The pixels that the edit changed.
  let region: Region

  /// Removes the pixels of the last edit. Returns nil, without any change, if there is none that
  /// changes only pixels of `layer`, or if it cannot be read.
  init?(removedFrom document: inout Document, layer: Layer.ID) {
    guard var edit = document.history.lastDone, edit.layer == layer, edit.tileCount > 0, edit.operation == nil,
      !edit.changesLayers, !edit.changesSelection, edit.correctedTiles.allSatisfy({ $0.layer == layer.number }),
      let image = document.layer(layer)?.image
    else { return nil }
    var writer = LayerWriter(to: layer)
    for index in edit.tileIndices + edit.correctedTiles.map(\.index) { writer.keep(index, of: image) }
    // A copy of the edit is undone; the history does not change.
    guard let changed = edit.swap(into: &document) else { return nil }
    (self.writer, region) = (writer, changed.region)
  }

  /// Restores the result of the edit on its layer, which must be active. Returns the pixels that
  /// may have changed.
  mutating func restore(on document: inout Document) -> Region {
    writer.revert(on: &document.activeImage)
    return region
  }
}
