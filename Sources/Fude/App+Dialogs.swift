import Desktop
import Document
import Files
import Portal
import Studio
import Widgets

/// Dialogs in which files are chosen: the desktop's, and Fude's own where that is wished or where there is none.
extension App {
  /// The address of the session's bus; nil where there is none.
  var bus: String? { SessionBus.address(environment: environment, isThere: FileFacts.exists) }

  /// Asks for a file.
  func choose(_ request: FileRequest) {
    withdrawDialogMessage()
    guard let bus, session.settings.dialogs == .desktop, !asker.isSilent else { return chooseHere(request) }
    if asker.current != nil { return offerOwnDialog("The desktop's dialog is open already", for: request) }
    overlay.closePopups()
    let wish = FileAsker.Wish(request: request, drawing: drawing)
    let question = request.question(window: window.number, file: file)
    if !asker.ask(wish, question, bus: bus, now: now) { chooseHere(request) }
  }

  /// Asks for a file by Fude's own dialog, and by no other.
  private func chooseHere(_ request: FileRequest) {
    awaited = nil
    asker.takeBack()
    for effect in overlay.chooseFile(request) { carryOut(effect) }
  }

  /// Opens Fude's own dialog in place of the desktop's.
  func useOwnDialog() {
    withdrawDialogMessage()
    guard let request = offered ?? asker.current?.request else { return }
    offered = nil
    chooseHere(request)
  }

  /// Closes the desktop's dialog where it asks where to write the drawing that is about to be left, and offers none for that.
  func leaveDialog() {
    if let offered, offered.purpose != .open {
      self.offered = nil
      withdrawDialogMessage()
    }
    guard let wish = asker.current, wish.request.purpose != .open else { return }
    withdrawDialogMessage()
    asker.close()
  }

  /// Takes what came of the desktop's dialog.
  func takeAnswer() {
    guard let (wish, answer) = asker.takeAnswer() else {
      if asker.waitingSince == nil, isDialogSlow { withdrawDialogMessage() }
      return
    }
    withdrawDialogMessage()
    switch answer {
    case .cancelled: break
    case .chosen(let path, let filter): take(path, filter, for: wish)
    case .elsewhere(let uri):
      offerOwnDialog("\(FileError.printable(uri)) is no file of this computer", for: wish.request)
    case .lost(let reason):
      say("the desktop's dialog gave no answer: \(reason)")
      offerOwnDialog("The desktop's dialog gave no answer: \(reason)", for: wish.request)
    case .unavailable(let reason):
      if let reason { say("the desktop has no dialog: \(reason)") }
      awaited = wish.request
    case .unanswered:
      say("the desktop's dialog did not come")
      awaited = wish.request
    }
  }

  private func take(_ path: String, _ filter: Int?, for wish: FileAsker.Wish) {
    let purpose = wish.request.purpose
    let target = purpose.target(path, filter: filter)
    // What was agreed to is this very path.
    let replaces = target == path
    switch purpose {
    case .open: return open(path)
    case .save, .export:
      guard wish.drawing == drawing else {
        return show(
          message: "\(FileError.printable(PathText.name(of: target))) was not written: its drawing is closed.")
      }
      // Fude's own dialog asks what the desktop's has not.
      if FileFacts.exists(target), !replaces, target != file {
        var request = wish.request
        (request.folder, request.name) = (PathText.folder(of: target), PathText.name(of: target))
        chooseHere(request)
      }
    }
    switch purpose {
    case .open: break
    case .save: save(as: target, replaces: replaces)
    case .export(var options):
      if let format = ExportOptions.Format(endingOf: target) { options.format = format }
      export(to: target, options, replaces: replaces)
    }
  }

  // MARK: What is said meanwhile

  /// Seconds after which it is said that a dialog does not come.
  private static let dialogPatience = 1.0

  /// When there is something to say about a dialog that does not come, seconds; nil for never.
  var dialogDeadline: Double? { isDialogSlow ? nil : asker.waitingSince.map { $0 + Self.dialogPatience } }

  /// Opens the dialog that is to be there instead of the desktop's, and says that one does not come; but not while ink is drawn.
  func followDialog() {
    if session.isDrawing { return }
    if let awaited { chooseHere(awaited) }
    guard let deadline = dialogDeadline, now >= deadline, let wish = asker.current else { return }
    offerOwnDialog("The desktop's dialog is slow to come", for: wish.request)
    isDialogSlow = true
  }

  /// Says something of the desktop's dialog, with a button that opens Fude's own.
  private func offerOwnDialog(_ sentence: String, for request: FileRequest) {
    withdrawDialogMessage()
    (offered, dialogMessage) = (request, sentence)
    overlay.show(
      message: sentence, action: MessageAction(title: "Use Fude's own", effect: .useOwnDialog),
      until: now + Self.dialogMessageTime)
  }

  /// Seconds that it stays: long enough to be found by who looks for the desktop's dialog first.
  private static let dialogMessageTime = 20.0

  private func withdrawDialogMessage() {
    isDialogSlow = false
    guard let dialogMessage else { return }
    overlay.withdraw(message: dialogMessage)
    self.dialogMessage = nil
  }
}
