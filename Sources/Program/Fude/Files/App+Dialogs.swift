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
  func choose(_ request: FileRequest) {
    withdrawDialogMessage()
    guard let bus, session.settings.dialogs == .desktop, !workers.dialogs.isSilent else { return chooseHere(request) }
    if workers.dialogs.current != nil {
      return offerOwnDialog(translated("The desktop's dialog is open already"), for: request)
    }
    overlay.closePopups(for: request.purpose)
    let question = request.question(window: window.number, file: drawing.file)
    let asked = DesktopFileDialog.Request(request: request, drawing: drawing.number)
    let isAsked = workers.dialogs.ask(asked, question, bus: bus) { [self] in
      if dialogs.isSlow { withdrawDialogMessage() }
    } then: { [self] in
      take($0, to: asked)
    }
    if !isAsked { chooseHere(request) }
  }

  /// Asks for a file by Fude's own dialog, and by no other.
  private func chooseHere(_ request: FileRequest) {
    dialogs.awaited = nil
    workers.dialogs.withdraw()
    for effect in overlay.chooseFile(request) { carryOut(effect) }
    readPreviews()
  }

  func useOwnDialog() {
    withdrawDialogMessage()
    guard let request = dialogs.offered ?? workers.dialogs.current?.request else { return }
    dialogs.offered = nil
    chooseHere(request)
  }

  /// Closes the desktop's dialog if it belongs to the drawing that is about to be replaced, and
  /// does not offer Fude's own for it.
  func leaveDialog() {
    if let offered = dialogs.offered, offered.purpose != .open {
      dialogs.offered = nil
      withdrawDialogMessage()
    }
    guard let request = workers.dialogs.current, request.request.purpose != .open else { return }
    withdrawDialogMessage()
    workers.dialogs.close()
  }

  /// Handles the answer of the desktop's dialog.
  private func take(_ answer: FileDialogResponse, to request: DesktopFileDialog.Request) {
    withdrawDialogMessage()
    switch answer {
    case .cancelled: break
    case .chosen(let path, let filter): take(path, filter, for: request)
    case .elsewhere(let uri):
      offerOwnDialog(
        translated("{address} is not a file on this computer", ["address": FileError.printable(uri)]),
        for: request.request
      )
    case .lost(let reason):
      say(translated("the desktop's dialog failed: {reason}", ["reason": reason]))
      offerOwnDialog(
        translated("The desktop's dialog failed: {reason}", ["reason": reason]), for: request.request)
    case .unavailable(let reason):
      if let reason { say(translated("the desktop has no dialog: {reason}", ["reason": reason])) }
      dialogs.awaited = request.request
    case .unanswered:
      say(translated("the desktop's dialog did not open"))
      dialogs.awaited = request.request
    }
  }

  private func take(_ path: String, _ filter: Int?, for request: DesktopFileDialog.Request) {
    let purpose = request.request.purpose
    let target = purpose.target(path, filter: filter)
    // The user agreed to replace this very path.
    let replaces = target == path
    switch purpose {
    case .open: return open(path)
    case .reference: return addReference(.file(path))
    case .brushes: return addPack(path)
    case .paper: return addPaper(path)
    case .tip: return readTip(path)
    case .save, .export, .timeLapse:
      guard request.drawing == drawing.number else {
        return show(
          message: translated(
            "{file} was not written: its drawing is closed.", ["file": FileError.printable(PathText.name(of: target))]))
      }
      // The desktop's dialog has not asked whether to replace this file, so Fude's own does.
      if FileFacts.exists(target), !replaces, target != drawing.file {
        var request = request.request
        (request.folder, request.name) = (PathText.folder(of: target), PathText.name(of: target))
        chooseHere(request)
      }
    }
    switch purpose {
    case .open, .reference, .brushes, .paper, .tip: break
    case .save: save(as: target, replaces: replaces)
    case .export(var options):
      if let format = ExportOptions.Format(endingOf: target) { options.format = format }
      export(to: target, options, replaces: replaces)
    case .timeLapse(var options):
      if options.format.isFilm, let format = FilmOptions.Format(endingOf: target) { options.format = format }
      makeFilm(at: target, options, replaces: replaces)
    }
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
    if let awaited = dialogs.awaited { chooseHere(awaited) }
    guard let deadline = dialogDeadline, now >= deadline, let request = workers.dialogs.current else { return }
    offerOwnDialog(translated("The desktop's dialog has not opened yet"), for: request.request)
    dialogs.isSlow = true
  }

  /// Shows a message about the desktop's dialog, with a button that opens Fude's own.
  private func offerOwnDialog(_ sentence: String, for request: FileRequest) {
    withdrawDialogMessage()
    (dialogs.offered, dialogs.message) = (request, sentence)
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
