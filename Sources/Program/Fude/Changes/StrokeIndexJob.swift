import Document

/// A drawing whose strokes are to be found by their places.
struct StrokeIndexJob: Sendable {
  var document: Document
  /// The index of an earlier time.
  var earlier: StrokeIndex

  /// Makes the index; nil if its history cannot be read.
  func index(_ progress: JobProgress) -> StrokeIndex? {
    try? StrokeIndex(of: document, after: earlier) { _ in !progress.isCancelled }
  }
}
