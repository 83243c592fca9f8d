import Raster

/// A drawing in which one edit of the past did another operation. Later edits are performed again where
/// they depend on it.
///
/// The drawing as it was and the changed one are walked through side by side. Where an edit's footprint
/// meets no tile that differs, its stored effect counts. Otherwise it is performed again: on the tiles
/// that differ if it can be performed in parts, else as a whole. The tiles that differ are known exactly
/// after each edit. The result is, bit for bit, what performing all operations in order gives.
struct PastChange {
  /// The drawing with the change. Its history has the same number of edits, and none to redo.
  private(set) var changed: Document
  /// The number of edits that were performed again.
  private(set) var performedCount = 0
  private var old: Document
  private let context: OperationContext
  /// The tiles that differ between both.
  private var different = TileSet()
  /// Whether the last edit is another one, on which a replacement depends.
  private var lastDiffers = true

  /// Returns nil if there is no such edit, the operation does not fit the drawing, or an edit cannot be
  /// read. The packed history and edits to redo are left out.
  /// - Parameter number: that of the edit, from 1 for the oldest that can be undone.
  init?(_ document: Document, edit number: Int, to operation: Operation, _ context: OperationContext) {
    old = document
    (old.notesChanges, old.clock, old.packedHistory) = (false, nil, nil)
    _ = old.drop()
    old.leaveStore()
    let count = old.history.undoCount
    guard number >= 1, number <= count else { return nil }
    while old.history.undoCount >= number { guard old.undo() != nil else { return nil } }
    (changed, self.context) = (old, context)
    for step in number...count {
      let before = old
      guard let undone = old.history.lastUndone, old.redo() != nil else { return nil }
      changed.history.time = undone.time
      guard step == number ? perform(operation) : follow(undone, before) else { return nil }
      compare(undone)
    }
  }

  /// Does an edit after the changed one. `edit` is undone; `before` is the old drawing then.
  private mutating func follow(_ edit: Edit, _ before: Document) -> Bool {
    if edit.changesLayers {
      // Numbers of layers are never used again, so that the new layer gets the same.
      changed.nextLayer = before.nextLayer
      if let new = old.layers.first(where: { before.layer($0.id) == nil }) { changed.nextLayer = new.id.number }
      changed.drawOn(before.activeSurface)
    } else if !edit.footprint.meets(different), !(edit.head.replacesLast && lastDiffers) {
      var edit = edit
      guard edit.swap(into: &changed) != nil else { return false }
      changed.history.record(edit)
      lastDiffers = false
      return true
    }
    guard let operation = edit.operation else { return false }
    if case .pixels(let id?, _) = operation, let image = changed.image(of: id) {
      // Only the pixels that it changed are known.
      let pixels = PaintedPixels(edit.tileIndices.map { ($0, before.tile($0, of: id), old.tile($0, of: id)) })
      return record(operation, edit, pixels.tiles(on: image) ?? [], reads: edit.reads)
    }
    if operation.redrawsParts, let surface = edit.surface, let tiles = different.tiles[surface] {
      var part = changed
      guard part.perform(operation, context, limit: tiles) != nil, let redrawn = part.history.lastDone else {
        return false
      }
      performedCount += 1
      let same = edit.tileIndices.filter { !tiles.contains($0) }.map { ($0, old.tile($0, of: surface)) }
      var reads = edit.reads
      reads.formUnion(redrawn.reads)
      reads.insert(edit.tileIndices, of: surface)
      return record(operation, edit, same + redrawn.tileIndices.map { ($0, part.tile($0, of: surface)) }, reads: reads)
    }
    return perform(operation)
  }

  private mutating func perform(_ operation: Operation) -> Bool {
    (performedCount, lastDiffers) = (performedCount + 1, true)
    return changed.perform(operation, context) != nil
  }

  /// Records an edit by the tiles that it leaves on its layer.
  private mutating func record(
    _ operation: Operation, _ edit: Edit, _ tiles: [(Int, Tile?)], reads: TileSet
  ) -> Bool {
    lastDiffers = true
    var result = OperationResult(tiles: tiles.map { (index: $0.0, tile: $0.1) }, reads: reads)
    if edit.changesSelection { result.selection = .some(old.selection) }
    return changed.perform(operation, context, result: result) != nil
  }

  /// Finds the tiles that differ after an edit.
  private mutating func compare(_ edit: Edit) {
    guard !edit.changesLayers else {
      different = TileSet()
      for surface in changed.surfaces {
        for document in [changed, old] {
          if let image = document.image(of: surface) { compare(surface, Set(image.tileIndices)) }
        }
      }
      return
    }
    for one in [edit, changed.history.lastDone].compactMap(\.self) {
      if let surface = one.surface { compare(surface, Set(one.tileIndices)) }
      for key in one.correctedTiles { compare(key.surface, [key.index]) }
    }
  }

  private mutating func compare(_ surface: SurfaceID, _ tiles: Set<Int>) {
    for tile in tiles {
      let (a, b) = (changed.tile(tile, of: surface), old.tile(tile, of: surface))
      // A transparent tile may be there or not.
      different.set(tile, of: surface, a != b && (a ?? Tile()) != (b ?? Tile()))
    }
  }
}
