import Document
import Files
import Language
import Pages
import Panels
import Portal
import Studio

/// Which dialog asks.
extension FileDesk {
  /// Asks by the desktop's dialog where there is one.
  func ask(_ question: FileQuestion) {
    withdrawMessage()
    guard let bus = place.bus, place.keeper.settings.dialogs == .desktop, !desktop.isSilent else {
      return askHere(question)
    }
    if desktop.current != nil {
      return offerOwnDialog(translated("The desktop's dialog is open already"), for: question)
    }
    place.overlay.closePopups(for: question.request.purpose)
    let asked = question.request.question(window: window)
    let isAsked = desktop.ask(question, asked, bus: bus) { [self] in
      if isSlow { withdrawMessage() }
    } then: { [self] in
      take($0, to: question)
    }
    if !isAsked { askHere(question) }
  }

  /// Asks for a file by Fude's own dialog, and by no other.
  private func askHere(_ question: FileQuestion) {
    awaited = nil
    desktop.withdraw()
    own = question
    place.carryOut(place.overlay.chooseFile(question.request))
    readPreviews()
  }

  func useOwnDialog() {
    withdrawMessage()
    guard let question = offered ?? desktop.current else { return }
    offered = nil
    askHere(question)
  }

  /// Closes the desktop's dialog if it belongs to the drawing that is about to be replaced, and
  /// does not offer Fude's own for it.
  func leave() {
    if let offered, offered.request.purpose.isOfDrawing {
      self.offered = nil
      withdrawMessage()
    }
    guard desktop.current?.request.purpose.isOfDrawing ?? false else { return }
    withdrawMessage()
    desktop.close()
  }

  /// Handles the answer of the desktop's dialog.
  private func take(_ answer: FileDialogResponse, to question: FileQuestion) {
    withdrawMessage()
    switch answer {
    case .cancelled: break
    case .chosen(let path, let kind): take(path, kind, for: question)
    case .elsewhere(let uri):
      offerOwnDialog(
        translated("{address} is not a file on this computer", ["address": FileError.printable(uri)]), for: question)
    case .lost(let reason):
      place.say(translated("the desktop's dialog failed: {reason}", ["reason": reason]))
      offerOwnDialog(translated("The desktop's dialog failed: {reason}", ["reason": reason]), for: question)
    case .unavailable(let reason):
      if let reason { place.say(translated("the desktop has no dialog: {reason}", ["reason": reason])) }
      awaited = question
    case .unanswered:
      place.say(translated("the desktop's dialog did not open"))
      awaited = question
    }
  }

  private func take(_ path: String, _ kind: Int?, for question: FileQuestion) {
    let purpose = question.request.purpose
    if purpose.isOpening { return question.then(path, false) }
    let target = purpose.target(path, kind: kind)
    guard question.drawing == place.drawing.number else {
      return place.show(
        message: translated(
          "{file} was not written: its drawing is closed.", ["file": FileError.printable(PathText.name(of: target))]))
    }
    // The user agreed to replace this very path.
    let replaces = target == path
    // The desktop's dialog has not asked whether to replace this file, so Fude's own does.
    if FileFacts.exists(target), !replaces, target != question.request.file {
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
  var deadline: Double? {
    isSlow || place.session.isDrawing ? nil : desktop.waitingSince.map { $0 + Self.dialogTimeout }
  }

  /// Opens Fude's own dialog if it replaces the desktop's, and reports a slow one, unless a stroke
  /// is drawn.
  func followPanels() {
    if place.session.isDrawing { return }
    if let awaited { askHere(awaited) }
    guard let deadline, place.now >= deadline, let question = desktop.current else { return }
    offerOwnDialog(translated("The desktop's dialog has not opened yet"), for: question)
    isSlow = true
  }

  /// Shows a message about the desktop's dialog, with a button that opens Fude's own.
  private func offerOwnDialog(_ sentence: String, for question: FileQuestion) {
    withdrawMessage()
    (offered, message) = (question, sentence)
    place.overlay.show(
      message: sentence, action: MessageAction(title: translated("Use Fude's dialog"), effect: .useOwnDialog),
      until: place.now + Self.dialogMessageTime)
  }

  /// Seconds that the message stays. A user may look for the desktop's dialog first.
  private static let dialogMessageTime = 20.0

  private func withdrawMessage() {
    isSlow = false
    guard let message else { return }
    place.overlay.withdraw(message: message)
    self.message = nil
  }
}
