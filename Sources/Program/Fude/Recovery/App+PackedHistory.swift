import Document
import Language
import Studio
import Widgets

/// The history from before the drawing was opened.
extension App {
  /// The number of edits that undo can still reach below which older history is read.
  private static let reserve = 20

  /// Starts reading the file's history if undo may reach it soon, or a change of strokes waits for it.
  func readPackedHistory() {
    guard session.hasPackedHistory, !workers.history.isBusy,
      session.document.history.undoCount < Self.reserve || session.changeWaitsForHistory
    else { return }
    workers.history.begin(session.settledDocument)
  }

  /// Adds the history that was read to undo.
  func takePackedHistory() {
    guard let outcome = workers.history.take() else { return }
    overlay.withdraw(message: Session.packedHistoryHint)
    switch outcome {
    case .success(let packedHistory): carryOut(session.graft(packedHistory))
    case .failure(let fault):
      carryOut(session.dropPackedHistory())
      let sentence = translated("Earlier edits can no longer be undone: {fault}", ["fault": fault.fault])
      say(sentence.prefix(1).lowercased() + sentence.dropFirst())
      show(message: translated("{sentence}.", ["sentence": sentence]))
    }
  }
}
