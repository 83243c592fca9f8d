import Journal
import Language
import Paint
import Raster

/// Edits of a packed history, replayed so that they can be added to a drawing's history.
public struct UnpackedPast: Sendable {
  var done: [Edit] = []
  var undone: [Edit] = []
  /// What comes before them and is still packed; nil for nothing.
  var rest: PackedHistory?
  /// How many edits the past had.
  var count = 0
}

/// The history that is saved in a drawing's file. The program calls `unpackedPast` on a worker,
/// with a copy of the drawing, and then `graft`; `unpackPast` does both at once.
extension Document {
  /// The default memory limit for unpacked edits, bytes. At least one edit is always kept.
  public static let standardPastMemory = 64 << 20
  /// The memory limit for unpacking all edits, bytes.
  static let largestPastMemory = 4 << 30

  /// The number of edits that can be undone, including packed ones.
  public var undoCount: Int { history.undoCount + (past?.undoCount ?? 0) }

  /// The number of edits that can be redone, including packed ones.
  public var redoCount: Int { history.redoCount + (history.recordedCount == 0 ? past?.redoCount ?? 0 : 0) }

  /// Replays as many of the newest packed edits as fit into `memory` bytes.
  /// - Parameter isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Returns: nil if it was cancelled or there is no packed history.
  /// - Throws: a description of the damage, with the history as "it".
  public func unpackedPast(
    filler: CoverageFiller, memory: Int = Document.standardPastMemory, isWanted: (Double) -> Bool = { _ in true }
  ) throws(PayloadError) -> UnpackedPast? {
    try unpackedPast(filler: filler, memory: memory, in: nil, isWanted: isWanted)
  }

  /// Replays packed edits. `store` keeps them while they are replayed; `memory` then counts the
  /// size that they had before they were moved to its file.
  private func unpackedPast(
    filler: CoverageFiller, memory: Int, in store: EditStore?, isWanted: (Double) -> Bool
  ) throws(PayloadError) -> UnpackedPast? {
    guard let past else { return nil }
    var drawing = try past.first()
    var player = RecordPlayer()
    var held = 0
    func play(_ index: Int) throws(PayloadError) {
      let count = drawing.history.undoCount
      for record in past.steps[index].records { try player.take(record, on: &drawing, filler: filler) }
      guard drawing.history.undoCount == count + 1, let edit = drawing.history.lastDone else {
        throw PayloadError(translated("an edit cannot be replayed"))
      }
      edit.content?.pack()
      if let store, let content = edit.content { store.add(content) }
      // Otherwise a layer that undo restores could get the ID of another layer.
      guard drawing.nextLayer <= past.ending.next else {
        throw PayloadError(translated("a layer's number is invalid"))
      }
      held += edit.memory
    }
    let total = Double(max(1, past.steps.count))
    var forgotten = 0
    for index in 0..<past.doneCount {
      guard isWanted(Double(index) / total) else { return nil }
      try play(index)
      while held > memory, drawing.history.undoCount > 1, let edit = drawing.history.forgetOldest() {
        held -= edit.memory
        forgotten += 1
      }
    }
    try drawing.correct(to: beginning, isWhole: forgotten == 0)
    var unpacked = UnpackedPast(count: past.steps.count)
    // Redo is only possible if nothing was done since.
    var again = 0
    while history.recordedCount == 0, past.doneCount + again < past.steps.count, held <= memory {
      guard isWanted(Double(past.doneCount + again) / total) else { return nil }
      try play(past.doneCount + again)
      again += 1
    }
    for _ in 0..<again { _ = drawing.undo() }
    (unpacked.done, unpacked.undone) = (drawing.history.done, drawing.history.undone)
    if forgotten > 0 {
      unpacked.rest = PackedHistory(
        base: past.base, steps: Array(past.steps[..<forgotten]), doneCount: forgotten, ending: past.ending)
    }
    return unpacked
  }

  /// Inserts replayed edits before the history; redo steps only if nothing was done since. Ignores
  /// edits of another packed history.
  public mutating func graft(_ unpacked: UnpackedPast) {
    guard let past, past.steps.count == unpacked.count else { return }
    history.prepend(done: unpacked.done, undone: unpacked.undone)
    self.past = unpacked.rest
  }

  /// Discards the packed history.
  public mutating func dropPast() { past = nil }

  /// Replays all packed edits and adds them to the history, unless `isWanted` returns false.
  /// - Throws: a description of the damage, with the history as "it"; the packed history is
  ///   discarded.
  public mutating func unpackPast(
    filler: CoverageFiller, isWanted: (Double) -> Bool = { _ in true }
  ) throws(PayloadError) {
    do throws(PayloadError) {
      guard
        let unpacked = try unpackedPast(
          filler: filler, memory: Self.largestPastMemory, in: history.store, isWanted: isWanted)
      else { return }
      guard unpacked.rest == nil else {
        throw PayloadError(translated("it needs more memory than is allowed"))
      }
      graft(unpacked)
    } catch {
      dropPast()
      throw error
    }
  }

  /// Takes the packed history of the drawing's file.
  mutating func take(_ past: PackedHistory) {
    for (index, number) in past.ending.layers.enumerated() { layers[index].id = Layer.ID(number) }
    nextLayer = past.ending.next
    selection = past.ending.selection
    if !past.steps.isEmpty { self.past = past }
  }

  var beginning: Document {
    var drawing = self
    drawing.notesChanges = false
    drawing.leaveStore()
    _ = drawing.cancelFloating()
    while drawing.history.undoCount > 0 { _ = drawing.undo() }
    return drawing
  }

  /// Corrects the last edit by the differences between the replayed and the saved pixels, because
  /// another version of Cairo may fill slightly different pixels.
  /// - Parameter isWhole: whether all edits are kept. If not, a missing edit may get the
  ///   corrections later.
  /// - Throws: if the pictures differ too much.
  private mutating func correct(to stored: Document, isWhole: Bool) throws(PayloadError) {
    guard agrees(with: stored) else { throw PayloadError(translated("it does not lead to the saved picture")) }
    let corrections = corrections(to: stored)
    if corrections.isEmpty { return }
    guard history.correctLast(by: corrections) || !isWhole else {
      throw PayloadError(translated("it does not lead to the saved picture"))
    }
    for i in layers.indices { layers[i].image = stored.layers[i].image }
  }

  mutating func forgetHistory() { history = History() }

  /// Whether both are identical except for the active layer and for characters in
  /// names that a file cannot store.
  func showsSame(as other: Document) -> Bool { matches(other) { $0.showsSame(as: $1) } }

  func matches(_ other: Document, _ isSame: (TileGrid, TileGrid) -> Bool) -> Bool {
    guard bounds == other.bounds, layers.count == other.layers.count, paper == other.paper,
      isPaperShown == other.isPaperShown,
      selection == other.selection
    else { return false }
    return zip(layers, other.layers).allSatisfy { a, b in
      a.id == b.id && Self.nameInFile(a.name) == Self.nameInFile(b.name) && a.isVisible == b.isVisible
        && a.isLocked == b.isLocked && a.opacity == b.opacity && a.blend == b.blend && isSame(a.image, b.image)
    }
  }
}
