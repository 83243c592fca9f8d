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
  /// The stroke that made the edit; nil where it is something else.
  public var stroke: StrokeRecord?
  /// The number of the sheet that changed, from 0.
  public var layer: Int
  /// Its tiles that changed, as they are now.
  public var tiles: [(index: Int, tile: Tile?)]
  /// What is selected now; nil where that did not change.
  public var selection: Mask??
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
  mutating func note(_ kind: DocumentChange.Kind, _ edit: Edit) {
    guard notesChanges else { return }
    let image = layers[edit.layer].image
    changes.append(
      DocumentChange(
        kind: kind, name: edit.name, stroke: edit.stroke, layer: edit.layer,
        tiles: edit.tileIndices.map { ($0, image[$0]) },
        selection: edit.changesSelection ? .some(selection) : nil))
  }

  /// Does an edit that is known by what it leads to, even where that changes nothing; nothing is noted.
  /// - Returns: false where there is no such sheet or tile, or the selection is of another size; nothing is done then.
  mutating func apply(
    _ name: String, layer: Int, tiles: [(index: Int, tile: Tile?)], selection new: Mask??
  ) -> Bool {
    guard layers.indices.contains(layer) || tiles.isEmpty && layer == 0 else { return false }
    let count = layers[layer].image.columns * layers[layer].image.rows
    guard tiles.allSatisfy({ (0..<count).contains($0.index) }) else { return false }
    if case .some(.some(let mask)) = new, mask.width != width || mask.height != height { return false }
    var edit = Edit(layer: layer, name: name)
    for (index, tile) in tiles { edit.remember(tile: index, as: tile) }
    if let new { edit.remember(selection: new) }
    _ = edit.swap(into: &layers, &selection)
    history.record(edit)
    return true
  }
}
