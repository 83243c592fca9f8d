import Raster

/// Replays a drawing from the state before its oldest edit, without undone edits. `init` undoes all
/// edits on a copy; each call of `next` redoes one.
public struct HistoryWalk {
  public private(set) var document: Document
  public let edits: [Edit]
  private(set) var count = 0

  /// Starts from a copy of a drawing; its floating selection is dropped.
  /// - Parameter isWanted: returning false stops undoing; the walk is useless then.
  public init(_ document: Document, isWanted: () -> Bool = { true }) {
    var copy = document
    copy.takesNotes = false
    _ = copy.drop()
    copy.leaveStore()
    let others = copy.history.redoCount
    // Unreadable edits stay part of the first state.
    while copy.history.undoCount > 0, isWanted() { _ = copy.undo() }
    edits = copy.history.undone.dropFirst(others).reversed()
    self.document = copy
  }

  /// The edit that `next` will redo; nil at the end.
  public var coming: Edit? { count < edits.count ? edits[count] : nil }

  /// Redoes the next edit. Returns the pixels that may have changed.
  public mutating func next() -> Region {
    count += 1
    return document.redo()?.region ?? Region()
  }

  /// The duration of an edit, in samples.
  public static func weight(_ edit: Edit) -> Int { max(1, edit.sampleCount) }
  public var weight: Int { edits.reduce(0) { $0 + Self.weight($1) } }
}
