import Pages

/// A question for a file, and what becomes of the answer.
struct FileQuestion {
  var request: FileRequest
  /// The number of the drawing that was open (`OpenDrawing.number`).
  var drawing: Int
  /// Takes the path, and whether a file there may be replaced.
  var then: (String, Bool) -> Void
}
