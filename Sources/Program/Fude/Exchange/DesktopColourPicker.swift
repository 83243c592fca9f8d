import Desktop
import Portal
import Threads

/// Asks the user for a colour of the screen by the desktop's picker, one question at a time. Used
/// by the main thread only; a worker waits for the answer and wakes the event loop.
final class DesktopColourPicker {
  private let answers: Mailbox<PickedColour>
  private var picker: ColourPicker?

  /// Whether the portal has failed to answer once. It is not asked again then.
  private(set) var isSilent = false
  /// Whether a question is open.
  var isOpen: Bool { picker != nil }

  init(wakeup: Wakeup) { answers = Mailbox(wakeup: wakeup) }

  /// Opens the picker. Does nothing while one is open.
  /// - Parameters:
  ///   - window: the X id of the program's window.
  ///   - bus: the address of the session's bus.
  /// - Returns: false if no thread can be started.
  func ask(window: UInt, bus: String) -> Bool {
    guard picker == nil else { return true }
    let (answers, new) = (answers, ColourPicker(window: window, address: bus))
    guard Worker({ answers.put(new.run()) }) != nil else { return false }
    picker = new
    return true
  }

  /// Closes the picker.
  func close() { picker?.cancel() }

  /// The answer to the question; nil while there is none.
  func takeAnswer() -> PickedColour? {
    guard let answer = answers.takeAll().last else { return nil }
    picker = nil
    if answer == .unanswered { isSilent = true }
    return answer
  }
}
