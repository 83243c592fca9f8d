import Document
import Language

/// A change of strokes that a worker computes while the artist draws on.
struct ChangingStrokes {
  /// What is computed, as of the last computation.
  var change: BackgroundChange
  /// The preview that is shown: that of `change`, or of an earlier value until there is one; nil for none.
  var preview: ChangePreview?
  /// Whether it is computed, and waits until it can be shown.
  var isComputed = false
  /// Whether no stroke was found, and the change is computed again when more of the history is read.
  var waitsForHistory = false
  /// Whether the strokes are deleted.
  var deletes = false
  /// Whether the eraser passed over them, or what is done is seen otherwise.
  var isErasing = false
  /// Whether those in a selection are meant.
  var hasSelection = false
  /// The strokes that were chosen when it was requested; none if others are meant.
  var keys: Set<StrokeKey> = []
  /// The number of edits ever recorded when it was requested.
  var recorded: Int
  /// A value that a control sets; nil for a change that an action requests.
  var live: Live?

  /// A value that follows a control.
  struct Live {
    /// All that was set since the change began.
    var value: StrokeChange
    /// Whether the control is still held: the strokes are shown so, and nothing is recorded yet.
    var isHeld: Bool
    /// The change to the newest value, to compute after the present one; nil if that is the newest.
    var next: BackgroundChange?
  }

  // MARK: Messages

  /// Why no stroke changed.
  var sentenceOfNone: String {
    let result = change.result
    if let absence = result.absence { return Session.sentence(absence) }
    if !result.refused.isEmpty {
      return result.reason.map { translated("The strokes cannot be changed: {reason}.", ["reason": $0]) }
        ?? translated("The strokes cannot be changed in this way.")
    }
    if result.sameCount > 0 { return translated("The strokes are like that already.") }
    return !hasSelection
      ? translated("No stroke of this layer can be changed.")
      : translated("No stroke of this layer lies within the selection.")
  }

  /// What became of the strokes.
  var sentence: String {
    let (result, count) = (change.result, change.result.count)
    let done =
      deletes
      ? translated("{count} stroke is deleted", other: "{count} strokes are deleted", count: count)
      : translated("{count} stroke is changed", other: "{count} strokes are changed", count: count)
    if result.refused.isEmpty { return done }
    return translated(
      "{done}; {count} stroke cannot be changed in this way",
      other: "{done}; {count} strokes cannot be changed in this way",
      count: result.refused.count, ["done": done])
  }
}
