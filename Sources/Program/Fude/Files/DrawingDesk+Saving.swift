import Document
import Files
import Language
import Pages
import Panels
import Storage
import Studio

/// Saving the drawing.
extension DrawingDesk {
  /// Asks where to save.
  /// - Parameter path: the path that is suggested; nil for the drawing's own.
  func chooseSaving(suggesting path: String? = nil) {
    var request = files.request(.save, name: drawing.proposedName(saver) + ".ora")
    request.file = path == nil ? drawing.file : nil
    if let path { (request.folder, request.name) = (PathText.folder(of: path), PathText.name(of: path)) }
    files.ask(request) { [self] in save(as: $0, replaces: $1) }
  }

  /// Saves the drawing into its file, or asks for one.
  func save() {
    // While a save is in progress or waits, its target counts as the drawing's file. A second Ctrl+S
    // then asks for nothing, and a Ctrl+S during Save As does not write the old file.
    // A drawing in a file that is named like a picture needs another name: saving would write a
    // picture there.
    let path = drawing.target(of: saver) ?? drawing.file
    guard let path, !Saver.isPicture(path) else { return chooseSaving() }
    save(to: path)
  }

  /// Saves the drawing to a path that was chosen in the dialog.
  func save(as path: String, replaces: Bool) {
    // A picture in the drawing's own file, by a link, would lose the layers.
    if Saver.isPicture(path) {
      if files.isUsable(path, replaces: replaces) { finishChoosing(path, replaces: replaces) }
      return
    }
    if FileFacts.exists(path), !replaces, path != drawing.file { return place.overlay.askReplacing(path) }
    if claims.elsewhere(on: path) != nil {
      return files.complain(OpenElsewhere(path: path).sentence)
    }
    // Checks the folder while the dialog is open, so that the user can choose another one. Whether
    // the drawing's own file may be replaced is asked later.
    do throws(FileError) { _ = try AtomicFile(path: path, replacesProtected: path == drawing.file) } catch {
      return files.report(error)
    }
    finishChoosing(path, replaces: replaces)
  }

  private func finishChoosing(_ path: String, replaces: Bool) {
    place.overlay.closeFileDialog()
    files.folder = PathText.folder(of: path)
    save(to: path, replaces ? .other : .known)
  }

  /// Saves the drawing to a path.
  /// - Parameter agreement: the files that may be replaced.
  func save(to path: String, _ agreement: Saver.Agreement = .known) {
    guard claims.claim(path) else { return place.show(message: OpenElsewhere(path: path).sentence) }
    if place.waits(.saved(path: path, agreement), named: FileError.printable(PathText.name(of: path))) { return }
    // The file has no floating selections, so the selection is merged first. Otherwise the journal
    // would call a different drawing saved.
    if session.document.floating != nil { place.carryOut(session.settle()) }
    // A stroke in progress is no edit yet, so it is not saved.
    let document = session.settledDocument
    var job = Saver.Job(
      document: document, path: path, drawing: drawing.number, state: document.state, agreement: agreement)
    job.release = journal.releaseFile()
    job.historyLimit = session.settings.history.fileBytes
    job.source = drawing.file.flatMap { $0 == path || FileFacts.isSame($0, path) ? $0 : nil }
    saver.save(job) { [self] in take($0) }
  }

  private func take(_ outcome: Saver.Outcome) {
    defer { followFile() }
    files.note(outcome.recent)
    if let refusal = outcome.refusal { return askReplacing(outcome, refusal) }
    if let fault = outcome.fault {
      place.say("\(fault)")
      return place.show(message: fault.sentence)
    }
    let shown = FileError.printable(PathText.name(of: outcome.path))
    // A picture has no layers and no history, so the drawing still counts as unsaved.
    if outcome.drawing == drawing.number, !outcome.isPicture {
      (drawing.file, drawing.name) = (outcome.path, PathText.stem(of: outcome.path))
      journal.noteSaved(outcome.state, in: outcome.path)
      if let history = outcome.history, let message = drawing.shortHistoryMessage(history, shown) {
        let settings = MessageAction(title: translated("Settings"), effect: .perform(.settings))
        return place.overlay.say(message, action: history.isCut ? settings : nil, now: place.now)
      }
    }
    place.show(message: sentence(ofSaved: outcome, shown))
  }

  private func sentence(ofSaved outcome: Saver.Outcome, _ shown: String) -> String {
    guard outcome.isPicture else { return translated("{file} is saved.", ["file": shown]) }
    if !session.references.isEmpty {
      return translated(
        "{file} is saved, a picture without layers and references. Only OpenRaster files (.ora) keep these.",
        ["file": shown])
    }
    return session.document.layers.count > 1
      ? translated("{file} is saved, a picture without layers.", ["file": shown])
      : translated("{file} is saved.", ["file": shown])
  }

  // MARK: Files that wait

  /// Waits for a change of strokes, and writes the files that waited for it.
  func finishChange() {
    changes.finishChange()
    writeWaitingFiles()
  }

  /// Writes the files that waited for a change of strokes, unless strokes are still being changed. Written before, they
  /// would have the picture from before it.
  func writeWaitingFiles() {
    guard !session.strokesWillChange else { return }
    exports.resumeEstimate()
    guard !drawing.waitingFiles.isEmpty else { return }
    let files = drawing.waitingFiles
    drawing.waitingFiles.removeAll()
    for file in files {
      switch file {
      case .saved(let path, let agreement): save(to: path, agreement)
      case .exported(let target, let options): exports.export(to: target, options)
      case .film(let path, let options): exports.makeFilm(at: path, options)
      }
    }
  }

  // MARK: Claims

  /// Claims the drawing's file and releases all others. Where another window has it open, which
  /// happens after a crash only, the drawing has no file any more and saving asks for one.
  func followFile() {
    let wanted = [drawing.file, saver.path(of: drawing.number), drawing.waitingPath].compactMap { $0 }
    claims.releaseAll(except: wanted)
    guard let file = drawing.file, !claims.follow(file) else { return }
    place.show(
      message: translated(
        "{file} is open in another window. This one is to be saved under another name.",
        ["file": FileError.printable(PathText.name(of: file))]))
    drawing.file = nil
  }
}
