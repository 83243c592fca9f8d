import Paint
import Raster

extension Document {
  /// Changes what edits of the past did, as one edit, as below.
  @discardableResult public mutating func perform(
    _ change: Change, filler: CoverageFiller, isWanted: (Double) -> Bool = { _ in true }
  ) throws(ChangeFault) -> Region {
    try perform(change, OperationContext(filler: filler, recordsAll: true), isWanted: isWanted)
  }

  /// Changes what edits of the past did, as one edit: everything since is as if they had always
  /// done so. A floating selection is dropped before.
  /// - Parameters:
  ///   - change: the edits and what they do instead. Those of the file's history cannot be changed. A selection without
  ///     a mask is made from its recipe.
  ///   - results: what edits do then, by their distances, from a record; nil to compute it.
  ///   - isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Returns: the pixels that may have changed.
  /// - Throws: why it is not possible; nothing is changed then.
  @discardableResult package mutating func perform(
    _ change: Change, results: [Int: RecordedResult]? = nil, _ context: OperationContext,
    isWanted: (Double) -> Bool = { _ in true }
  ) throws(ChangeFault) -> Region {
    var dropped = self
    let region = dropped.drop()
    let count = dropped.history.undoCount
    let change = try dropped.resolved(change, context)
    let known = results.map { results in
      Dictionary(uniqueKeysWithValues: results.map { (count - $0.key, $0.value) })
    }
    let past = try PastChange(
      dropped, change.operations(before: count), results: known, context, isWanted: isWanted)
    self = dropped
    var shown = adopt(past, as: change)
    shown.add(region)
    return shown
  }

  /// Shows a change that a worker computed, and records it as an edit.
  /// - Returns: the pixels that may have changed; nil if the drawing is not as the change was computed for.
  public mutating func adopt(_ change: BackgroundChange) -> Region? {
    guard change.fits(self), let (past, change) = change.computed else { return nil }
    return adopt(past, as: change)
  }

  /// Shows a change, and records it as an edit. The drawing must be as the change was computed for.
  mutating func adopt(_ past: PastChange, as change: Change) -> Region {
    var effect = past.effect(on: self)
    var region = Region()
    for changes in effect.tiles {
      copy(changes.tileIndices, of: changes.surface, from: past.changed)
      if let image = image(of: changes.surface) {
        for tile in changes.tileIndices { region.add(image.bounds(ofTile: tile)) }
      }
    }
    effect.exchange(in: &history, at: history.undoCount)
    stackRevision += 1
    var edit = Edit(.change(change), effect)
    if past.changesSelection {
      edit.remember(selection: selection)
      setSelection(past.changed.selection)
    }
    record(edit)
    return region
  }

  /// The drawing as it was before an edit, with the edits before that.
  package func before(_ index: Int) throws(ChangeFault) -> Document {
    let done = history.done
    guard done.indices.contains(index) else { throw .doesNotFit }
    var before = withoutHistory
    // What changes did, the other edits already have.
    for edit in done[index...].reversed() where edit.change == nil {
      var undone = edit
      guard undone.swap(into: &before) != nil else { throw .isUnreadable }
    }
    before = before.with(done[..<index])
    if let surface = done[index].surface { before.drawOn(surface) }
    return before
  }

  /// What a recipe selects in the place of an edit that selects.
  /// - Parameter earlier: other items of the change, before that edit.
  func mask(
    of recipe: SelectionRecipe, at index: Int, after earlier: [Change.Item] = [], _ context: OperationContext
  ) throws(ChangeFault) -> Mask {
    let done = history.done
    guard done.indices.contains(index), case .select(let old, _) = done[index].head else { throw .doesNotFit }
    var before: Document
    if let old, fits(old), earlier.isEmpty, recipe.sampled(on: nil, isEndless: isEndless).isEmpty {
      // Only the selection counts.
      before = self
      before.selection = done[index].selectionBefore
    } else {
      before = try self.before(index)
      if let change = Change(earlier) { try before.perform(change, context) }
    }
    guard let mask = recipe.mask(in: before) else { throw .doesNotFit }
    return mask
  }

  /// The same change with masks for the selections that are still to be made.
  private func resolved(_ change: Change, _ context: OperationContext) throws(ChangeFault) -> Change {
    var resolved: [Change.Item] = []
    for var item in change.items.reversed() {
      if case .select(nil, let recipe?) = item.operation {
        let earlier = resolved.map {
          Change.Item(distance: $0.distance - item.distance, operation: $0.operation)
        }
        let mask = try mask(of: recipe, at: history.undoCount - item.distance, after: earlier, context)
        item.operation = .select(mask, recipe: recipe)
      }
      resolved.append(item)
    }
    return Change(resolved) ?? change
  }

  /// A copy in whose history changes are made where the edits are that they changed. It shows the
  /// same, and has no edits to redo.
  public var withoutChanges: Document {
    var copy = self
    copy.takesNotes = false
    _ = copy.drop()
    copy.history.leaveOutChanges()
    return copy
  }
}

extension Change {
  /// The operations by the index of the edit, the oldest 0, of a drawing with so many edits to
  /// undo.
  fileprivate func operations(before count: Int) -> [Int: Operation] {
    Dictionary(uniqueKeysWithValues: items.map { (count - $0.distance, $0.operation) })
  }
}
