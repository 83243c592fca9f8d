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
  ///   - change: the edits and what they do instead. Those of the file's history cannot be changed.
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
    record(Edit(.change(change), effect))
    return region
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
