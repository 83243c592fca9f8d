import Portal

/// Asks the user for a file by the desktop's dialog, one question at a time.
///
/// `ask` starts a worker that asks. `close` and `withdraw` close the dialog. Without a question there is
/// neither a connection nor a worker. Used by the main thread only.
final class DesktopFileDialog {
  private enum PendingUpdate: Sendable {
    case opened
    case answered(FileDialogResponse)
  }

  private struct Asked {
    var question: FileQuestion
    var chooser: FileChooser
    var run: BackgroundRun
    /// Seconds since the program's start.
    var start: Double
    /// Whether the dialog is shown.
    var isOpen = false
    /// Whether the dialog is being closed. An answer that was sent before still counts.
    var isClosing = false
  }

  private let background: Background
  private var asked: Asked?

  /// Whether the portal has failed to answer once. It is not asked again then.
  private(set) var isSilent = false

  init(_ background: Background) { self.background = background }

  /// The open question; nil for none.
  var current: FileQuestion? { asked.flatMap { $0.isClosing ? nil : $0.question } }
  /// The start of the wait for a dialog that is not shown yet, seconds; nil for none.
  var waitingSince: Double? { asked.flatMap { $0.isOpen || $0.isClosing ? nil : $0.start } }

  /// Asks a question and withdraws the one before.
  /// - Parameters:
  ///   - bus: the address of the session's bus.
  ///   - opened: called when the dialog is shown.
  ///   - then: takes the answer, unless the question is withdrawn.
  /// - Returns: false if no thread can be started.
  func ask(
    _ question: FileQuestion, _ request: FileDialogRequest, bus: String, opened: @escaping () -> Void,
    then: @escaping (FileDialogResponse) -> Void
  ) -> Bool {
    withdraw()
    let chooser = FileChooser(request, address: bus)
    let run = background.run(.betweenGestures, isWaiting: true) { _, send in
      send(PendingUpdate.answered(chooser.run { send(.opened) }))
    } receive: { [weak self] (update: PendingUpdate) in
      switch update {
      case .opened:
        self?.asked?.isOpen = true
        opened()
      case .answered(let answer):
        if answer == .unanswered { self?.isSilent = true }
        self?.asked = nil
        then(answer)
      }
    }
    guard run.isRunning else { return false }
    asked = Asked(question: question, chooser: chooser, run: run, start: background.now)
    return true
  }

  /// Withdraws the question. Its answer is dropped.
  func withdraw() {
    asked?.chooser.cancel()
    asked?.run.cancel()
    asked = nil
  }

  /// Closes the dialog. Its answer is "cancelled", unless another answer was already sent.
  func close() {
    asked?.chooser.cancel()
    asked?.isClosing = true
  }
}
