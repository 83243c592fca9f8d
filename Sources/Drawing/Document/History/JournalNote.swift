import Ink
import Raster

/// An edit, undo or redo and its result, from which a journal record is written. Its tiles share
/// their memory with the drawing.
public struct JournalNote: Sendable {
  /// The kind of a change.
  public enum Kind: Hashable, Sendable {
    case edit
    case undo
    case redo
  }

  /// The kind of the change.
  public var kind: Kind
  /// What the edit did; after undo and redo only its head (`Operation.head`). Nil if it cannot be read.
  public var operation: Operation?
  /// When a new edit was done, s since 1970; nil if that is not known, and after undo and redo.
  public var time: Double?
  /// Whether the edit replaces the previous one.
  public var isContinued: Bool
  /// Whether a new edit is joined with the previous one (`Edit.isJoined`).
  package var isJoined = false
  /// The pixels that changed, or nil.
  public var surface: SurfaceID?
  /// The changed tiles of `surface`, after the change.
  public var tiles: [(index: Int, tile: Tile?)]
  /// Both sides of the tiles for an operation whose result is recorded relative to what was there
  /// (`Operation.keepsResult`), or that replaces the edit before; nil for other changes.
  package var result: [TileDelta]?
  /// Tiles of any layer changed beside `tiles`, after the change (`Edit.otherTiles`).
  package var corrected: [(key: TileKey, tile: Tile?)] = []
  /// What the record of a new change of earlier edits has; nil for other edits.
  package var facts: ChangeFacts?
  /// Whether the records of a new edit have the pixels of all layers (`Edit.recordsImages`).
  package var recordsImages = false
  /// The number of the first layer that a new edit made; 0 for none.
  package var nextLayer: UInt64 = 0
  /// The selection after the change; nil if it did not change.
  public var selection: Mask??
  /// The layers and their pixels after the change; nil if the list did not change.
  package var list: LayerList?

  /// Whether this is an undo or redo that keeps the list of layers.
  package var isStep: Bool { kind != .edit && list == nil }

  /// Removes tiles of undo and redo steps that a later step replaces. This saves memory while the
  /// undo key is held down.
  public static func dropReplaced(in changes: inout [JournalNote]) {
    var later: Set<TileKey> = []
    for i in changes.indices.reversed() {
      guard changes[i].isStep else {
        later.removeAll()
        continue
      }
      guard let surface = changes[i].surface else { continue }
      changes[i].tiles.removeAll { !later.insert(TileKey(surface, index: $0.index)).inserted }
    }
  }
}

extension Document {
  /// Returns the changes since the last call, oldest first; empty unless `takesNotes` is set.
  public mutating func takeNotes() -> [JournalNote] {
    defer { changes.removeAll() }
    return changes
  }

  /// Whether `takeNotes` would return any.
  public var hasNotes: Bool { !changes.isEmpty }

  /// The layers must already show the edit.
  mutating func note(_ kind: JournalNote.Kind, _ edit: Edit, isContinued: Bool = false) {
    guard takesNotes else { return }
    let image = edit.surface.flatMap { self.image(of: $0) }
    let isNew = kind == .edit
    var change = JournalNote(
      kind: kind, operation: isNew ? edit.operation : edit.head, time: isNew ? history.done.last?.time : nil,
      isContinued: isContinued, surface: edit.surface,
      tiles: image.map { image in edit.tileIndices.map { ($0, image[$0]) } } ?? [],
      corrected: edit.otherTiles.compactMap { key in
        self.image(of: key.surface).map { (key, $0[key.index]) }
      },
      selection: edit.changesSelection ? .some(selection) : nil,
      list: edit.changesLayers ? LayerList(of: self) : nil)
    change.isJoined = isNew && history.done.last?.isJoined ?? false
    change.recordsImages = isNew && edit.recordsImages
    if isNew, case .layer(let operation) = edit.head, operation.newLayers > 0 {
      change.nextLayer = nextLayer - UInt64(operation.newLayers)
    }
    if isNew { change.facts = edit.change?.facts }
    // Just recorded, so not packed yet.
    if isNew, edit.head.keepsResult || edit.head.replacesLast, case .tiles(let tiles) = edit.content.changes() {
      change.result = tiles
    }
    changes.append(change)
  }
}
