import Journal
import Language
import Paint
import Raster

/// A past that was drawn again: edits for the history of the drawing that it leads to.
public struct UnpackedPast: Sendable {
  /// Edits that can be taken back, the oldest first.
  var done: [Edit] = []
  /// Edits that can be done again, the one that was taken back last at the end.
  var undone: [Edit] = []
  /// What comes before them and is still packed; nil for nothing.
  var rest: PackedHistory?
  /// How many edits the past had.
  var count = 0
}

/// The past that a drawing's file told: from packed to a part of the history.
///
/// A drawing that was read from a file has it packed as `past`. The program unpacks it on a worker, with a copy of the drawing, and
/// puts it below what was done meanwhile by `graft`; others call `unpackPast`, which does both. A drawing that is saved before that
/// writes what is packed through.
extension Document {
  /// Memory that a past's edits, packed, may take where nothing else is said, bytes; there are always some of them.
  public static let standardPastMemory = 64 << 20
  /// The same for all of a past.
  static let largestPastMemory = 4 << 30

  /// Edits that can be taken back, those in the past that is packed included.
  public var undoCount: Int { history.undoCount + (past?.undoCount ?? 0) }

  /// Edits that can be done again, likewise.
  public var redoCount: Int { history.redoCount + (history.recordedCount == 0 ? past?.redoCount ?? 0 : 0) }

  /// Draws the past again, as much of it as is wanted, the newest first.
  /// - Parameters:
  ///   - memory: about the most bytes that its edits may take.
  ///   - isWanted: asked again and again with how much is done, 0 ... 1; false ends it.
  /// - Returns: nil where it is not wanted any more, or there is none.
  /// - Throws: what is wrong with it, about it as "it". It is good for nothing then, and what the drawing is like stays right.
  public func unpackedPast(
    filler: CoverageFiller, memory: Int = Document.standardPastMemory, isWanted: (Double) -> Bool = { _ in true }
  ) throws(PayloadError) -> UnpackedPast? {
    guard let past else { return nil }
    var drawing = try past.first()
    var player = RecordPlayer(width: width, height: height)
    var held = 0
    /// Whether the edit fits beside those that are held.
    func play(_ index: Int) throws(PayloadError) {
      let count = drawing.history.undoCount
      for record in past.steps[index].records { try player.take(record, on: &drawing, filler: filler) }
      guard drawing.history.undoCount == count + 1, let edit = drawing.history.lastDone else {
        throw PayloadError(translated("an edit is not what it was"))
      }
      edit.content?.pack()
      // A layer that undo brings back would get a number that another has by then.
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
    // What was undone can be done again only as long as nothing was done since.
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

  /// Puts the past below the history: undo goes back through it from now on. What was undone in it can be done again where
  /// nothing was done since. Does nothing where it is not the past that this drawing has.
  public mutating func graft(_ unpacked: UnpackedPast) {
    guard let past, past.steps.count == unpacked.count else { return }
    history.prepend(done: unpacked.done, undone: unpacked.undone)
    self.past = unpacked.rest
  }

  /// Gives up the past that is packed.
  public mutating func dropPast() { past = nil }

  /// Has all of the past in the history at once.
  /// - Parameter isWanted: asked again and again with how much is done, 0 ... 1; false ends it, and leaves the drawing as it is.
  /// - Throws: what is wrong with it, about it as "it"; the drawing is without a past then.
  public mutating func unpackPast(
    filler: CoverageFiller, isWanted: (Double) -> Bool = { _ in true }
  ) throws(PayloadError) {
    do throws(PayloadError) {
      guard let unpacked = try unpackedPast(filler: filler, memory: Self.largestPastMemory, isWanted: isWanted) else {
        return
      }
      guard unpacked.rest == nil else {
        throw PayloadError(translated("it needs more memory than it may"))
      }
      graft(unpacked)
    } catch {
      dropPast()
      throw error
    }
  }

  /// Takes up the past of the file that it was read from.
  mutating func take(_ past: PackedHistory) {
    for (index, number) in past.ending.layers.enumerated() { layers[index].id = Layer.ID(number) }
    nextLayer = past.ending.next
    selection = past.ending.selection
    if !past.steps.isEmpty { self.past = past }
  }

  /// The drawing as it was before anything that its history knows.
  var beginning: Document {
    var drawing = self
    drawing.notesChanges = false
    drawing.leaveStore()
    _ = drawing.cancelFloating()
    while drawing.history.undoCount > 0 { _ = drawing.undo() }
    return drawing
  }

  /// Takes up the pixels of the drawing that the past leads to, where another Cairo filled them: undo goes from these very
  /// pixels to what was drawn again, and redo back to them.
  /// - Parameter isWhole: whether no edit was forgotten. Where only what changes no pixels is left, the edits before, when they
  ///   are unpacked, take them up.
  /// - Throws: where it is another picture.
  private mutating func correct(to stored: Document, isWhole: Bool) throws(PayloadError) {
    guard agrees(with: stored) else { throw PayloadError(translated("it leads to another picture")) }
    let corrections = corrections(to: stored)
    if corrections.isEmpty { return }
    guard history.correctLast(by: corrections) || !isWhole else {
      throw PayloadError(translated("it leads to another picture"))
    }
    for i in layers.indices { layers[i].image = stored.layers[i].image }
  }

  /// Forgets what was done.
  mutating func forgetHistory() { history = History() }

  /// Whether it is the same drawing to the bit, but for what is drawn on and names that a file cannot hold.
  func showsSame(as other: Document) -> Bool { matches(other) { $0.showsSame(as: $1) } }

  /// The same, with images compared by `isSame`.
  func matches(_ other: Document, _ isSame: (TileGrid, TileGrid) -> Bool) -> Bool {
    guard layers.count == other.layers.count, paper == other.paper, isPaperShown == other.isPaperShown,
      selection == other.selection
    else { return false }
    return zip(layers, other.layers).allSatisfy { a, b in
      a.id == b.id && Self.nameInFile(a.name) == Self.nameInFile(b.name) && a.isVisible == b.isVisible
        && a.isLocked == b.isLocked && a.opacity == b.opacity && a.blend == b.blend && isSame(a.image, b.image)
    }
  }
}
