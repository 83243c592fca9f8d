import Document
import Language
import Panels
import Studio

/// Messages with buttons that are of use for a while only.
extension Workplace {
  /// Notes that the drawing has changed. Its canvas stops following the window, and the offer to open the last drawing
  /// goes.
  func noteChange() {
    drawing.followsWindow = false
    withdrawLastOffer()
  }

  /// Shows what was done, with an Undo button, or what was undone, with a Redo button. The button stays as long
  /// as it would undo or redo just that.
  func offer(_ action: Action, _ sentence: String, or other: MessageAction? = nil) {
    withdrawUndo()
    drawing.undoOffer = (sentence, session.document.history.state)
    let title = action == .redo ? translated("Redo") : translated("Undo")
    overlay.say(sentence, action: MessageAction(title: title, effect: .perform(action)), second: other, now: now)
  }

  /// Withdraws the button where another edit is the newest by now.
  func withdrawOldUndo() {
    if let undoOffer = drawing.undoOffer, undoOffer.state != session.document.history.state { withdrawUndo() }
  }

  func withdrawUndo() {
    guard let undoOffer = drawing.undoOffer else { return }
    overlay.withdraw(message: undoOffer.message)
    drawing.undoOffer = nil
  }

  /// Withdraws the messages that a new drawing begins with: what was closed last, and where everything is found.
  func withdrawLastOffer() {
    guard let sentence = drawing.lastOffer else { return }
    overlay.withdraw(message: sentence)
    drawing.lastOffer = nil
  }
}
