import Document
import Language
import Studio
import Widgets

/// What was done to the drawing before it was opened.
extension App {
  /// How many edits undo has before it, at least, when the rest of a long past is read.
  private static let reserve = 20

  /// Has the past that the drawing's file told read where undo may soon come to it.
  func readPast() {
    guard session.hasPast, !workers.history.isBusy, session.document.history.undoCount < Self.reserve else { return }
    workers.history.begin(session.settledDocument)
  }

  /// Takes what was read of it: undo goes back through it from now on.
  func takePast() {
    guard let outcome = workers.history.take() else { return }
    overlay.withdraw(message: Session.pastHint)
    switch outcome {
    case .success(let past): carryOut(session.graft(past))
    case .failure(let fault):
      carryOut(session.dropPast())
      let sentence = translated("What was done before cannot be undone any more: {fault}", ["fault": fault.fault])
      say(sentence.prefix(1).lowercased() + sentence.dropFirst())
      show(message: translated("{sentence}.", ["sentence": sentence]))
    }
  }
}
