import Desktop
import Document
import Files
import Language
import Portal
import Studio
import Widgets

/// File dialogs: the desktop's, or Fude's own if the user prefers it or the desktop has none.
extension App {
  /// The address of the session's bus; nil where there is none.
  var bus: String? { SessionBus.address(environment: environment, isThere: FileFacts.exists) }

  /// Asks for a file.
  /// - Parameter then: takes the path, and whether a file there may be replaced. Fude's own dialog stays open
  ///   until it is closed: another path may be chosen.
  func choose(_ request: FileRequest, then: @escaping (String, Bool) -> Void) {
    ask(FileQuestion(request: request, drawing: drawing.number, then: then))
  }

  private func ask(_ question: FileQuestion) {
    withdrawDialogMessage()
    guard let bus, session.settings.dialogs == .desktop, !workers.dialogs.isSilent else { return askHere(question) }
    if workers.dialogs.current != nil {
      return offerOwnDialog(translated("The desktop's dialog is open already"), for: question)
    }
    overlay.closePopups(for: question.request.purpose)
    let asked = question.request.question(window: window.number)
    let isAsked = workers.dialogs.ask(question, asked, bus: bus) { [self] in
      if dialogs.isSlow { withdrawDialogMessage() }
    } then: { [self] in
      take($0, to: question)
    }
    if !isAsked { askHere(question) }
  }

  /// Asks for a file by Fude's own dialog, and by no other.
  private func askHere(_ question: FileQuestion) {
    dialogs.awaited = nil
    workers.dialogs.withdraw()
    dialogs.own = question
    for effect in overlay.chooseFile(question.request) { carryOut(effect) }
    readPreviews()
  }

  func useOwnDialog() {
    withdrawDialogMessage()
    guard let question = dialogs.offered ?? workers.dialogs.current else { return }
    dialogs.offered = nil
    askHere(question)
  }

  /// Closes the desktop's dialog if it belongs to the drawing that is about to be replaced, and
  /// does not offer Fude's own for it.
  func leaveDialog() {
    if let offered = dialogs.offered, offered.request.purpose.isOfDrawing {
      dialogs.offered = nil
      withdrawDialogMessage()
    }
    guard workers.dialogs.current?.request.purpose.isOfDrawing ?? false else { return }
    withdrawDialogMessage()
    workers.dialogs.close()
  }

  /// Handles the answer of the desktop's dialog.
  private func take(_ answer: FileDialogResponse, to question: FileQuestion) {
    withdrawDialogMessage()
    switch answer {
    case .cancelled: break
    case .chosen(let path, let kind): take(path, kind, for: question)
    case .elsewhere(let uri):
      offerOwnDialog(
        translated("{address} is not a file on this computer", ["address": FileError.printable(uri)]), for: question)
    case .lost(let reason):
      say(translated("the desktop's dialog failed: {reason}", ["reason": reason]))
      offerOwnDialog(translated("The desktop's dialog failed: {reason}", ["reason": reason]), for: question)
    case .unavailable(let reason):
      if let reason { say(translated("the desktop has no dialog: {reason}", ["reason": reason])) }
      dialogs.awaited = question
    case .unanswered:
      say(translated("the desktop's dialog did not open"))
      dialogs.awaited = question
    }
  }

  private func take(_ path: String, _ kind: Int?, for question: FileQuestion) {
    let purpose = question.request.purpose
    if purpose.isOpening { return question.then(path, false) }
    let target = purpose.target(path, kind: kind)
    guard question.drawing == drawing.number else {
      return show(
        message: translated(
          "{file} was not written: its drawing is closed.", ["file": FileError.printable(PathText.name(of: target))]))
    }
    // The user agreed to replace this very path.
    let replaces = target == path
    // The desktop's dialog has not asked whether to replace this file, so Fude's own does.
    if FileFacts.exists(target), !replaces, target != drawing.file {
      var question = question
      (question.request.folder, question.request.name) = (PathText.folder(of: target), PathText.name(of: target))
      askHere(question)
    }
    question.then(target, replaces)
  }

  // MARK: Progress of the dialog

  /// Seconds until a message says that the dialog is slow.
  private static let dialogTimeout = 1.0

  /// The time of the message about a slow dialog, seconds; nil for never.
  var dialogDeadline: Double? { dialogs.isSlow ? nil : workers.dialogs.waitingSince.map { $0 + Self.dialogTimeout } }

  /// Opens Fude's own dialog if it replaces the desktop's, and reports a slow one, unless a stroke
  /// is drawn.
  func followDialog() {
    if session.isDrawing { return }
    if let awaited = dialogs.awaited { askHere(awaited) }
    guard let deadline = dialogDeadline, now >= deadline, let question = workers.dialogs.current else { return }
    offerOwnDialog(translated("The desktop's dialog has not opened yet"), for: question)
    dialogs.isSlow = true
  }

  /// Shows a message about the desktop's dialog, with a button that opens Fude's own.
  private func offerOwnDialog(_ sentence: String, for question: FileQuestion) {
    withdrawDialogMessage()
    (dialogs.offered, dialogs.message) = (question, sentence)
    overlay.show(
      message: sentence, action: MessageAction(title: translated("Use Fude's dialog"), effect: .useOwnDialog),
      until: now + Self.dialogMessageTime)
  }

  /// Seconds that the message stays. A user may look for the desktop's dialog first.
  private static let dialogMessageTime = 20.0

  private func withdrawDialogMessage() {
    dialogs.isSlow = false
    guard let message = dialogs.message else { return }
    overlay.withdraw(message: message)
    dialogs.message = nil
  }
}
