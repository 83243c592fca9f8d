import Ink
import Raster

/// An edit, undo or redo and its result, from which a journal record is written. Its tiles share
/// their memory with the drawing.
public struct DocumentChange: Sendable {
  /// The kind of a change.
  public enum Kind: Hashable, Sendable {
    case edit
    case undo
    case redo
  }

  /// The kind of the change.
  public var kind: Kind
  /// The edit's name as shown to the user.
  public var name: String
  /// The stroke of a new edit; nil for undo, redo and other edits.
  public var stroke: StrokeRecord?
  /// The layer operation of the edit, or nil.
  public var operation: LayerOperation?
  /// Whether the edit replaces the previous one.
  public var isContinued: Bool
  /// The layer whose pixels changed, or nil.
  public var layer: Layer.ID?
  /// The changed tiles of `layer`, after the change.
  public var tiles: [(index: Int, tile: Tile?)]
  /// What a stroke of a painting engine changed; nil for other changes.
  var painted: [TileChange]?
  /// Tiles of any layer changed by corrections, after the change (`LayerCorrection`).
  var corrected: [(key: TileKey, tile: Tile?)] = []
  /// The selection after the change; nil if it did not change.
  public var selection: Mask??
  /// The layers and their pixels after the change; nil if the list did not change.
  var list: LayerList?

  /// Whether this is an undo or redo that keeps the list of layers.
  var isStep: Bool { kind != .edit && list == nil }

  /// Removes tiles of undo and redo steps that a later step replaces. This saves memory while the
  /// undo key is held down.
  public static func dropReplaced(in changes: inout [DocumentChange]) {
    var later: Set<TileKey> = []
    for i in changes.indices.reversed() {
      guard changes[i].isStep else {
        later.removeAll()
        continue
      }
      guard let layer = changes[i].layer?.number else { continue }
      changes[i].tiles.removeAll { !later.insert(TileKey(layer: layer, index: $0.index)).inserted }
    }
  }
}

extension Document {
  /// Returns the changes since the last call, oldest first; empty unless `notesChanges` is set.
  public mutating func takeChanges() -> [DocumentChange] {
    defer { changes.removeAll() }
    return changes
  }

  /// Whether `takeChanges` would return any.
  public var hasChanges: Bool { !changes.isEmpty }

  /// The layers must already show the edit.
  mutating func note(_ kind: DocumentChange.Kind, _ edit: Edit, isContinued: Bool = false) {
    guard notesChanges else { return }
    let image = edit.layer.flatMap { layer($0) }?.image
    changes.append(
      DocumentChange(
        kind: kind, name: edit.name, stroke: kind == .edit ? edit.stroke : nil, operation: edit.operation,
        isContinued: isContinued,
        layer: edit.layer, tiles: image.map { image in edit.tileIndices.map { ($0, image[$0]) } } ?? [],
        corrected: edit.correctedTiles.compactMap { key in
          layer(Layer.ID(key.layer)).map { (key, $0.image[key.index]) }
        },
        selection: edit.changesSelection ? .some(selection) : nil,
        list: edit.changesLayers ? LayerList(of: self) : nil))
    // Just recorded, so not packed yet.
    if kind == .edit, edit.stroke?.brush.paint != nil, case .tiles(let tiles) = edit.content?.changes() {
      changes[changes.count - 1].painted = tiles
    }
  }

  /// Applies and records an edit given by its result, without a `DocumentChange`. Returns false,
  /// without any change, if a layer or tile does not exist or the selection has another size.
  /// - Parameter stroke: the stroke whose result it is; nil for another edit.
  mutating func apply(
    _ name: String, layer: Layer.ID?, tiles: [(index: Int, tile: Tile?)], selection new: Mask?? = nil,
    stroke: StrokeRecord? = nil
  ) -> Bool {
    if !tiles.isEmpty {
      guard let image = layer.flatMap({ self.layer($0) })?.image else { return false }
      guard tiles.allSatisfy({ (0..<image.slotCount).contains($0.index) }) else { return false }
    }
    if case .some(.some(let mask)) = new, mask.width != width || mask.height != height { return false }
    let image = layer.flatMap { self.layer($0) }?.image
    var edit = Edit(
      layer: layer, name: name,
      tiles: tiles.map { TileChange(index: $0.index, before: image?[$0.index], after: $0.tile) }, stroke: stroke,
      isDone: false)
    if let new { edit.remember(selection: new) }
    _ = edit.swap(into: &self)
    history.record(edit)
    return true
  }
}
