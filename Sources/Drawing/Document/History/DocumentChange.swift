import Raster

/// Something that was done to a drawing, with what it led to: what a journal is written from.
///
/// Tiles share their memory with the drawing, so a change costs little more than their number.
public struct DocumentChange: Sendable {
  /// What was done.
  public enum Kind: Hashable, Sendable {
    /// An edit was made.
    case edit
    /// The last edit was taken back.
    case undo
    /// The edit that was taken back last was done again.
    case redo
  }

  /// What was done.
  public var kind: Kind
  /// What the user would call the edit.
  public var name: String
  /// The stroke that made the edit; nil where it is something else, or was made before.
  public var stroke: StrokeRecord?
  /// The operation on layers that made the edit; nil where it is something else.
  public var operation: LayerOperation?
  /// Whether the edit takes the place of the one before.
  public var isContinued: Bool
  /// The layer whose pixels changed; nil where none did.
  public var layer: Layer.ID?
  /// Its tiles that changed, as they are now.
  public var tiles: [(index: Int, tile: Tile?)]
  /// Tiles of any layer that a step changed besides, as they are now (`LayerCorrection`).
  var corrected: [(key: TileKey, tile: Tile?)] = []
  /// What is selected now; nil where that did not change.
  public var selection: Mask??
  /// The list of layers now, with their pixels; nil where it did not change.
  var list: LayerList?

  /// Whether it is a step back or forth that leaves the list of layers as it is.
  var isStep: Bool { kind != .edit && list == nil }

  /// Lets go of the tiles of steps that a later step of the same row changes again: who writes a journal of all together needs only
  /// what came of them, and of a key that is held down each step else keeps a picture of its own.
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
  /// What was done since the last call, oldest first, where `notesChanges` is set.
  public mutating func takeChanges() -> [DocumentChange] {
    defer { changes.removeAll() }
    return changes
  }

  /// Whether `takeChanges` has anything.
  public var hasChanges: Bool { !changes.isEmpty }

  /// Notes what was done, where that is wanted; the layers already show it.
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
  }

  /// Does an edit that is known by what it leads to, even where that changes nothing; nothing is noted.
  /// - Returns: false where there is no such layer or tile, or the selection is of another size; nothing is done then.
  mutating func apply(
    _ name: String, layer: Layer.ID?, tiles: [(index: Int, tile: Tile?)], selection new: Mask??
  ) -> Bool {
    if !tiles.isEmpty {
      guard let image = layer.flatMap({ self.layer($0) })?.image else { return false }
      guard tiles.allSatisfy({ (0..<image.columns * image.rows).contains($0.index) }) else { return false }
    }
    if case .some(.some(let mask)) = new, mask.width != width || mask.height != height { return false }
    let image = layer.flatMap { self.layer($0) }?.image
    var edit = Edit(
      layer: layer, name: name,
      tiles: tiles.map { TileChange(index: $0.index, before: image?[$0.index], after: $0.tile) }, isDone: false)
    if let new { edit.remember(selection: new) }
    _ = edit.swap(into: &self)
    history.record(edit)
    return true
  }
}
