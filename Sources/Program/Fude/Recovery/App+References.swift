import Document
import Studio

/// Writing references to the journal.
extension App {
  /// Seconds from a move of a reference to its storing.
  private static let referencePause = 1.0

  /// Takes the present references as those that the journal has.
  func beginReferences() { drawing.notedReferences.board = session.references }

  /// When the loop must wake to store moved references; nil if there is nothing to store, or a
  /// stroke is drawn.
  var referenceDeadline: Double? { session.isDrawing ? nil : drawing.notedReferences.deadline }

  /// Gives changed references to the journal: added and removed ones at once, moved ones a while
  /// after the change. Called at the end of iterations outside of the fast path.
  /// - Parameter isLast: whether the drawing is about to be closed or was just saved.
  func noteReferences(isLast: Bool = false) {
    let (board, journaled) = (session.references, drawing.notedReferences.board)
    guard board.revision != journaled.revision || board != journaled else { return }
    if !isLast, board.items.map(\.id) == journaled.items.map(\.id) {
      let deadline = drawing.notedReferences.deadline ?? now + Self.referencePause
      drawing.notedReferences.deadline = deadline
      if now < deadline { return }
    }
    (drawing.notedReferences.deadline, drawing.notedReferences.board) = (nil, board)
    if board != journaled { journal.note(board) }
  }
}
