import Document

/// A change of strokes that a worker computes while the artist draws on.
struct ChangingStrokes {
  /// What is computed, as of the last computation.
  var change: BackgroundChange
  /// Whether it is computed, and waits for the end of a gesture.
  var isComputed = false
  /// Whether the strokes are deleted.
  let deletes: Bool
}
