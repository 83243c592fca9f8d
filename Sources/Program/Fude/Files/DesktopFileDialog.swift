import Desktop
import Portal
import Threads
import Widgets

/// Asks the user for a file by the desktop's own dialog, while drawing goes on: one question at a time.
///
/// Its life: `ask` has a worker ask; when the loop is woken, `takeAnswer` gives what came of it. `close` and `withdraw` close the dialog.
/// Nothing is connected to and no worker is there while nothing is asked. Used by the loop's thread alone.
final class DesktopFileDialog {
  /// What is asked.
  struct Request {
    var request: FileRequest
    /// Which drawing is to be saved or exported (`App.drawing`).
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
    /// Whether the dialog is there.
    var isOpen = false
    /// Whether it is being closed: only an answer that was on its way still comes.
    var isClosing = false
  }

  private let news: Mailbox<(serial: Int, news: PendingUpdate)>
  private var serial = 0
  private var run: Run?

  /// Whether the portal once did not answer at all: it is not asked again, for that would be waiting again.
  private(set) var isSilent = false

  init(wakeup: Wakeup) { news = Mailbox(wakeup: wakeup) }

  /// What is being asked; nil for nothing.
  var current: Request? { run.flatMap { $0.isClosing ? nil : $0.request } }
  /// Since when a dialog is waited for that is not there yet, seconds; nil for none.
  var waitingSince: Double? { run.flatMap { $0.isOpen || $0.isClosing ? nil : $0.start } }

  /// Asks. What was asked before is taken back.
  /// - Parameters:
  ///   - bus: the address of the session's bus.
  ///   - now: seconds of the loop's clock.
  /// - Returns: false where the system grants no thread.
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

  /// Takes the question back: there is no answer to it any more.
  func withdraw() {
    run?.chooser.cancel()
    run = nil
  }

  /// Closes the dialog. An answer that was on its way already still comes; else it is that nothing was chosen.
  func close() {
    run?.chooser.cancel()
    run?.isClosing = true
  }

  /// What came of the question; nil where nothing came yet.
  func takeAnswer() -> (request: Request, answer: FileDialogResponse)? {
    for (serial, news) in news.takeAll() {
      // Of a question that was taken back nothing counts.
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
