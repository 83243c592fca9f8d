import Desktop
import Portal
import Threads
import Widgets

/// Asks the user for a file by the desktop's dialog, one question at a time.
///
/// `ask` starts a worker that asks. The worker wakes the event loop; `takeAnswer` then returns the
/// answer. `close` and `withdraw` close the dialog. Without a question there is neither a
/// connection nor a worker. Used by the main thread only.
final class DesktopFileDialog {
  /// A question.
  struct Request {
    var request: FileRequest
    /// The number of the drawing to save or export (`OpenDrawing.number`).
    var drawing: Int
  }

  private enum PendingUpdate: Sendable {
    case opened
    case answered(FileDialogResponse)
  }

  private struct Run {
    var request: Request
    var serial: Int
    var chooser: FileChooser
    /// Seconds of the loop's clock.
    var start: Double
    /// Whether the dialog is shown.
    var isOpen = false
    /// Whether the dialog is being closed. An answer that was sent before still counts.
    var isClosing = false
  }

  private let news: Mailbox<(serial: Int, news: PendingUpdate)>
  private var serial = 0
  private var run: Run?

  /// Whether the portal has failed to answer once. It is not asked again then.
  private(set) var isSilent = false

  init(wakeup: Wakeup) { news = Mailbox(wakeup: wakeup) }

  /// The open question; nil for none.
  var current: Request? { run.flatMap { $0.isClosing ? nil : $0.request } }
  /// The start of the wait for a dialog that is not shown yet, seconds; nil for none.
  var waitingSince: Double? { run.flatMap { $0.isOpen || $0.isClosing ? nil : $0.start } }

  /// Asks a question and withdraws the one before.
  /// - Parameters:
  ///   - bus: the address of the session's bus.
  ///   - now: seconds of the loop's clock.
  /// - Returns: false if no thread can be started.
  func ask(_ request: Request, _ question: FileDialogRequest, bus: String, now: Double) -> Bool {
    withdraw()
    serial += 1
    let (serial, news, chooser) = (serial, news, FileChooser(question, address: bus))
    let worker = Worker {
      let answer = chooser.run { news.put((serial, .opened)) }
      news.put((serial, .answered(answer)))
    }
    guard worker != nil else { return false }
    run = Run(request: request, serial: serial, chooser: chooser, start: now)
    return true
  }

  /// Withdraws the question. Its answer is dropped.
  func withdraw() {
    run?.chooser.cancel()
    run = nil
  }

  /// Closes the dialog. Its answer is "cancelled", unless another answer was already sent.
  func close() {
    run?.chooser.cancel()
    run?.isClosing = true
  }

  /// The answer to the question; nil while there is none.
  func takeAnswer() -> (request: Request, answer: FileDialogResponse)? {
    for (serial, news) in news.takeAll() {
      // Drop answers to a withdrawn question.
      guard let run, run.serial == serial else { continue }
      switch news {
      case .opened: self.run?.isOpen = true
      case .answered(let answer):
        if answer == .unanswered { isSilent = true }
        self.run = nil
        return (run.request, answer)
      }
    }
    return nil
  }
}
