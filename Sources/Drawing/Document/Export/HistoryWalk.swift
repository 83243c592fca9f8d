import Raster

/// A drawing from the state before its oldest edit to what it is now, edit by edit. What was undone does not come.
///
/// Its life: `init` takes everything back on a copy; `next` does one edit after the other again, until there is none.
struct HistoryWalk {
  /// The drawing as it was at this point.
  private(set) var document: Document
  /// The edits that are done again, oldest first.
  let edits: [Edit]
  /// How many of them are done by now.
  private(set) var count = 0

  /// From a drawing as it is; what floats over it is laid down.
  init(_ document: Document) {
    var copy = document
    copy.notesChanges = false
    _ = copy.drop()
    copy.leaveStore()
    let others = copy.history.redoCount
    // What cannot be read any more is what the walk begins with.
    while copy.history.undoCount > 0 { _ = copy.undo() }
    edits = copy.history.undone.dropFirst(others).reversed()
    self.document = copy
  }

  /// The edit that `next` does; nil at the end.
  var coming: Edit? { count < edits.count ? edits[count] : nil }

  /// Does the next edit. Returns the pixels that may have changed.
  mutating func next() -> Region {
    count += 1
    return document.redo()?.region ?? Region()
  }

  /// What an edit counts of the drawing's way, in samples.
  static func weight(_ edit: Edit) -> Int { max(1, edit.sampleCount) }
  /// What all edits count together.
  var weight: Int { edits.reduce(0) { $0 + Self.weight($1) } }
}
