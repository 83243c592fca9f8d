import Journal
import Language
import Paint
import Raster

/// Applies records to a drawing.
struct RecordPlayer {
  private var reader = EditReader()

  /// Applies a record.
  /// - Throws: if the record is damaged, has another version, does not fit the drawing, or is not
  ///   an edit, undo, redo or setting.
  mutating func take(
    _ record: JournalPayload, on document: inout Document, filler: CoverageFiller
  ) throws(PayloadError) {
    switch try reader.take(record, width: document.width, height: document.height) {
    case nil: break
    case .edit(let operation, let recorded, let isContinued):
      let result: OperationResult? =
        if let recorded { try recorded.result(of: operation, on: document) } else { nil }
      document.history.time = reader.takeTime()
      let context = OperationContext(filler: filler, recordsAll: true)
      guard document.perform(operation, context, result: result, isContinued: isContinued) != nil else {
        throw PayloadError(
          translated("an edit does not fit the drawing"))
      }
      if let surface = operation.paintedSurface { document.drawOn(surface) }
    case .change(let recorded):
      let change = try recorded.change(of: document)
      document.history.time = reader.takeTime()
      let context = OperationContext(filler: filler, recordsAll: true)
      do throws(ChangeFault) { try document.perform(change, results: recorded.results, context) } catch {
        throw PayloadError(translated("an edit does not fit the drawing"))
      }
    case .undo: guard document.undo() != nil else { throw PayloadError(translated("there is nothing to undo")) }
    case .redo: guard document.redo() != nil else { throw PayloadError(translated("there is nothing to redo")) }
    case .setting(let next, let active):
      // A number that is not above all others would be assigned twice.
      guard next == 0 || document.layers.allSatisfy({ $0.id.number < next }), next < 1 << 61 else {
        throw PayloadError(translated("a layer's number is invalid"))
      }
      if next > 0 { document.nextLayer = next }
      document.drawOn(active)
    }
  }
}

extension Document {
  /// Makes pixels the active ones, or those of their layer if they are missing; does nothing without
  /// the layer.
  public mutating func drawOn(_ surface: SurfaceID) {
    guard let index = index(of: surface.layer) else { return }
    (activeLayer, activePlane) = (index, layers[index].has(surface.plane) ? surface.plane : .pixels)
  }

  /// Replaces the layers, their compressed tiles and the selection, without an edit.
  mutating func show(
    _ list: LayerList, packed tiles: some Sequence<(key: TileKey, bytes: [UInt8])>, selection: Mask?
  ) throws(PayloadError) {
    var list = list
    let places = Dictionary(uniqueKeysWithValues: list.layers.enumerated().map { ($1.id, $0) })
    for (key, bytes) in tiles {
      guard let at = places[key.surface.layer], list.layers[at].has(key.surface.plane),
        key.index < list.layers[at][key.surface.plane].slotCount
      else {
        throw PayloadError(translated("a tile lies outside the canvas"))
      }
      list.layers[at][key.surface.plane][key.index] = try TileCoding.decoded(bytes)
    }
    take(list)
    self.selection = selection
  }
}
