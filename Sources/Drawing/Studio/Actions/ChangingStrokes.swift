import Document

/// A change of strokes that a worker computes while the artist draws on.
struct ChangingStrokes {
  /// What is computed, as of the last computation.
  var change: BackgroundChange
  /// Whether it is computed, and waits until it can be shown.
  var isComputed = false
  /// Whether no stroke was found, and the change is computed again when more of the history is read.
  var waitsForHistory = false
  /// Whether the strokes are deleted.
  let deletes: Bool
  /// Whether those in a selection are meant.
  let hasSelection: Bool
  /// The number of edits ever recorded when it was requested.
  var recorded: Int
}
