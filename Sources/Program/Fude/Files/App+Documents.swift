import Desktop
import Document
import Files
import Geometry
import Language
import Raster
import Studio
import Widgets

/// Opening, saving and replacing the drawing.
extension App {
  /// Shows the drawing's name in the title, with a dot where it is unsaved.
  func showTitle() {
    // Compared first, because translating the title in each iteration would be slow.
    let state = (drawing.name, drawing.isUnsaved)
    if let titled = windowState.titled, titled == state { return }
    windowState.titled = state
    let title = (drawing.isUnsaved ? "\u{2022} " : "") + translated("{drawing} - Fude", ["drawing": drawing.shownName])
    guard title != windowState.title else { return }
    windowState.title = title
    window.setTitle(title)
  }

  // MARK: Another drawing

  /// Replaces the open drawing if nothing is lost by that. Otherwise shows a message, changes
  /// nothing and returns false.
  private func use(_ document: Document, name: String, file: String?, content: FileReader.Content? = nil) -> Bool {
    finishChange()
    // A file being written may be the only copy.
    workers.saver.finish()
    carryOut(session.settle())
    guard
      let fresh = Session(
        document: document, windowWidth: window.width, windowHeight: window.height, brushes: session.brushes,
        papers: session.papers)
    else {
      show(message: translated("There is not enough memory for another drawing."))
      return false
    }
    guard leaveJournal() else { return false }
    files.leave()
    clipboard.cancel()
    withdrawUndo()
    workplace.withdrawLastOffer()
    // That question was about the previous drawing.
    if let question = drawing.replaceQuestion, overlay.isAsking(question) { overlay.closePopups() }
    fresh.adoptState(of: session)
    let opened = OpenDrawing(fresh, name: name, file: file, number: drawing.number + 1)
    opened.journalMessage = drawing.journalMessage
    workplace.drawing = opened
    followOptions()
    tapSamples()
    if let taken = content?.taken { takeUp(taken) } else { beginJournal(from: content?.origin) }
    if let work = content?.work { carryOut(session.resume(work)) }
    beginWork()
    followFile()
    marks.forgetPen()
    frame.mark(.adornments)
    frame.damage.add(PixelRect(x: 0, y: 0, width: window.width, height: window.height))
    return true
  }

  /// Replaces the drawing by an empty one.
  func newDrawing() {
    guard let document = Self.newDocument(options.canvas, window.width, window.height) else {
      return show(message: translated("There is not enough memory for another drawing."))
    }
    if use(document, name: OpenDrawing.newName, file: nil) { drawing.followsWindow = options.canvas == nil }
  }

  /// Replaces the drawing by an empty one as chosen on the page for it, and remembers the choice.
  func newDrawing(_ new: NewDrawing) {
    guard let document = Document(new) else {
      return show(message: translated("There is not enough memory for another drawing."))
    }
    if use(document, name: OpenDrawing.newName, file: nil) { changeSettings { $0.lastNew = new } }
  }

  /// Shows the page for a new drawing.
  func showNew() {
    let side = Document.largestSide
    // The page offers an endless canvas anyway.
    let canvas = options.canvas == .endless ? nil : options.canvas
    let standard = NewDrawing(
      width: canvas?.width ?? min(2 * window.width, side), height: canvas?.height ?? min(2 * window.height, side))
    overlay.showNew(standard: standard, last: session.settings.lastNew)
  }

  /// Replaces the drawing by an empty one. If it is empty, the program ends.
  func closeDrawing() {
    if drawing.isUntouched, !workers.saver.isBusy { close() } else { newDrawing() }
  }

  // MARK: Opening

  /// Opens a file; a worker reads it while drawing goes on. A palette is added to the others, a
  /// brush is drawn with, and those of a pack are added to the user's.
  func open(_ path: String) {
    if FolderListing.isPalette(path) {
      overlay.closeFileDialog()
      return palettes.add(path)
    }
    if FolderListing.isBrush(path) || FolderListing.isForeignBrush(path) {
      overlay.closeFileDialog()
      return brushes.open(path)
    }
    if let claim = claimElsewhere(on: path) {
      overlay.closeFileDialog()
      window.showHolder(of: claim)
      return show(message: OpenElsewhere(path: path).sentence)
    }
    readDrawing(path)
  }

  /// Starts reading a drawing, or takes over the reading that the program started with.
  func readDrawing(_ path: String, takingOver started: StartedReading? = nil) {
    workers.reader.open(path, takingOver: started) { [self] in take($0) }
  }

  private func take(_ read: FileReader.Drawing) {
    files.note(read.recent)
    switch read.outcome {
    case .failure where read.isBrushPack:
      overlay.closeFileDialog()
      brushes.addPack(read.path)
    case .failure(let error): files.report(error)
    case .success(let content):
      overlay.closeFileDialog()
      // A picture is no drawing's file: saving asks for a name.
      let file = content.format == .openRaster ? read.path : nil
      if let file { workers.saver.know(file, content.stamp) }
      guard use(content.document, name: PathText.stem(of: read.path), file: file, content: content) else {
        return files.note(workers.reader.putBack(read))
      }
      if content.taken == nil { files.folder = PathText.folder(of: read.path) }
      tell(content.notes)
    }
  }

  /// Asks which file to open.
  func chooseOpening() { files.ask(files.request(.open)) { [self] path, _ in open(path) } }

  /// Asks where to save.
  /// - Parameter path: the path that is suggested; nil for the drawing's own.
  func chooseSaving(suggesting path: String? = nil) {
    var request = files.request(.save, name: drawing.proposedName(workers.saver) + ".ora")
    request.file = path == nil ? drawing.file : nil
    if let path { (request.folder, request.name) = (PathText.folder(of: path), PathText.name(of: path)) }
    files.ask(request) { [self] in save(as: $0, replaces: $1) }
  }

  // MARK: Saving

  /// Saves the drawing into its file, or asks for one.
  func save() {
    // While a save is in progress or waits, its target counts as the drawing's file. A second Ctrl+S
    // then asks for nothing, and a Ctrl+S during Save As does not write the old file.
    // A drawing in a file that is named like a picture needs another name: saving would write a
    // picture there.
    let path = drawing.target(of: workers.saver) ?? drawing.file
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
    if FileFacts.exists(path), !replaces, path != drawing.file { return overlay.askReplacing(path) }
    if claimElsewhere(on: path) != nil {
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
    overlay.closeFileDialog()
    files.folder = PathText.folder(of: path)
    save(to: path, replaces ? .other : .known)
  }

  /// Saves the drawing to a path.
  /// - Parameter agreement: the files that may be replaced.
  func save(to path: String, _ agreement: Saver.Agreement = .known) {
    guard claimFile(path) else { return show(message: OpenElsewhere(path: path).sentence) }
    if workplace.waits(.saved(path: path, agreement), named: FileError.printable(PathText.name(of: path))) { return }
    // The file has no floating selections, so the selection is merged first. Otherwise the journal
    // would call a different drawing saved.
    if session.document.floating != nil { carryOut(session.settle()) }
    // A stroke in progress is no edit yet, so it is not saved.
    let document = session.settledDocument
    var job = Saver.Job(
      document: document, path: path, drawing: drawing.number, state: document.state, agreement: agreement)
    job.release = journal.releaseFile()
    job.historyLimit = session.settings.history.fileBytes
    job.source = drawing.file.flatMap { $0 == path || FileFacts.isSame($0, path) ? $0 : nil }
    workers.saver.save(job) { [self] in take($0) }
  }

  private func take(_ outcome: Saver.Outcome) {
    defer { followFile() }
    files.note(outcome.recent)
    if let refusal = outcome.refusal { return askReplacing(outcome, refusal) }
    if let fault = outcome.fault {
      say("\(fault)")
      return show(message: fault.sentence)
    }
    let shown = FileError.printable(PathText.name(of: outcome.path))
    // A picture has no layers and no history, so the drawing still counts as unsaved.
    if outcome.drawing == drawing.number, !outcome.isPicture {
      (drawing.file, drawing.name) = (outcome.path, PathText.stem(of: outcome.path))
      noteSaved(outcome.state, in: outcome.path)
      if let history = outcome.history, let message = drawing.shortHistoryMessage(history, shown) {
        let settings = MessageAction(title: translated("Settings"), effect: .perform(.settings))
        return overlay.say(message, action: history.isCut ? settings : nil, now: now)
      }
    }
    show(message: sentence(ofSaved: outcome, shown))
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
}
