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
    guard session.hasPackedHistory, drawing.readingHistory == nil,
      session.document.history.undoCount < Self.reserve || session.changeWaitsForHistory
    else { return }
    let document = session.settledDocument
    drawing.readingHistory = background.run { progress, send in
      if let outcome = HistoryReading(document, progress) { send(outcome) }
    } receive: { [self] (reading: HistoryReading) in
      drawing.readingHistory = nil
      take(reading)
    }
  }

  /// Adds the history that was read to undo.
  private func take(_ reading: HistoryReading) {
    overlay.withdraw(message: Session.packedHistoryHint)
    switch reading {
    case .read(let packedHistory): carryOut(session.graft(packedHistory))
    case .failed(let fault):
      carryOut(session.dropPackedHistory())
      let sentence = translated("Earlier edits can no longer be undone: {fault}", ["fault": fault])
      say(sentence.prefix(1).lowercased() + sentence.dropFirst())
      show(message: translated("{sentence}.", ["sentence": sentence]))
    }
  }
}
