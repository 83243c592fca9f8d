import Document

/// What the journal has of the references.
struct NotedReferences {
  /// The board that was given to the journal.
  var board = ReferenceBoard()
  /// When the present board is given to the journal, seconds since the program's start; nil if it is.
  var deadline: Double?
}
