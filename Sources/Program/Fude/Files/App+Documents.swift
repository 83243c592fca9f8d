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
  /// Whether the drawing has changes that are in no file.
  var isUnsaved: Bool { session.documentState != drawing.savedState }

  /// Whether the drawing is new, empty and without history.
  var isUntouched: Bool {
    let history = session.document.history
    return drawing.file == nil && drawing.isNew && history.undoCount == 0 && history.redoCount == 0
      && session.references.isEmpty
  }

  /// Shows the drawing's name in the title, with a dot where it is unsaved.
  func showTitle() {
    // Compared first, because translating the title in each iteration would be slow.
    let state = (drawing.name, isUnsaved)
    if let titled = windowState.titled, titled == state { return }
    windowState.titled = state
    let title = (isUnsaved ? "\u{2022} " : "") + translated("{drawing} - Fude", ["drawing": drawing.shownName])
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
    cancelTransfers()
    withdrawUndo()
    withdrawLastOffer()
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
    cursor.hover = nil
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
    if isUntouched, !workers.saver.isBusy { close() } else { newDrawing() }
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
      return openBrushes(path)
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
      addPack(read.path)
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

  /// Shows notes on content of a file that Fude reads differently from other programs.
  func tell(_ notes: [String]) {
    for note in notes { say(note) }
    if !notes.isEmpty { show(message: notes.joined(separator: " ")) }
  }

  /// The message about a file error, as a complete sentence.
  static func sentence(_ error: FileError) -> String {
    translated("{sentence}.", ["sentence": capitalised(error.description)])
  }

  /// The text with a capital letter at its start.
  static func capitalised(_ sentence: String) -> String { sentence.prefix(1).uppercased() + sentence.dropFirst() }

  /// Asks which file to open.
  func chooseOpening() { files.ask(files.request(.open)) { [self] path, _ in open(path) } }

  /// Asks where to save.
  /// - Parameter path: the path that is suggested; nil for the drawing's own.
  func chooseSaving(suggesting path: String? = nil) {
    var request = files.request(.save, name: proposedName + ".ora")
    request.file = path == nil ? drawing.file : nil
    if let path { (request.folder, request.name) = (PathText.folder(of: path), PathText.name(of: path)) }
    files.ask(request) { [self] in save(as: $0, replaces: $1) }
  }

  // MARK: Saving

  /// The file of a save that is in progress or waits, which counts as the drawing's already; nil for none.
  private var targetOfSaving: String? { drawing.waitingPath ?? workers.saver.path(of: drawing.number) }

  /// The name, without an ending, that dialogs propose for files of the drawing.
  var proposedName: String {
    if let path = targetOfSaving, !Saver.isPicture(path) { return PathText.stem(of: path) }
    return drawing.isNew ? drawing.shownName : drawing.name
  }

  /// Saves the drawing into its file, or asks for one.
  func save() {
    // While a save is in progress or waits, its target counts as the drawing's file. A second Ctrl+S
    // then asks for nothing, and a Ctrl+S during Save As does not write the old file.
    // A drawing in a file that is named like a picture needs another name: saving would write a
    // picture there.
    let path = targetOfSaving ?? drawing.file
    guard let path, !Saver.isPicture(path) else { return chooseSaving() }
    save(to: path)
  }

  /// Saves the drawing to a path that was chosen in the dialog.
  func save(as path: String, replaces: Bool) {
    // A picture in the drawing's own file, by a link, would lose the layers.
    if Saver.isPicture(path) {
      if isUsable(path, replaces: replaces) { finishChoosing(path, replaces: replaces) }
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
    if waits(.saved(path: path, agreement), named: FileError.printable(PathText.name(of: path))) { return }
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
      return show(message: Self.sentence(fault))
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

  // MARK: What takes long

  /// The time of the next progress message, seconds; nil for never.
  var progressDeadline: Double? {
    if let time = workers.progress.time { return time + ProgressMessage.timeout }
    let first = Self.earliest(
      workers.saver.current?.start,
      Self.earliest(
        Self.earliest(
          Self.earliest(workers.scaler.current?.start, workers.changer.current?.start),
          Self.earliest(workers.exporter.inProgress?.start, workers.films.inProgress?.start)),
        Self.earliest(Self.earliest(workers.reader.current?.start, packInProgress?.start), pastingSince)))
    return first.map { $0 + ProgressMessage.timeout }
  }

  /// Shows what has been written or read for more than half a second, unless a stroke is drawn.
  func showProgress() {
    let now = now
    let isBusy =
      workers.saver.current != nil || workers.exporter.inProgress != nil || workers.reader.current != nil
      || workers.films.inProgress != nil || workers.scaler.current != nil
      || workers.changer.current != nil || pastingSince != nil || packInProgress != nil
    if let time = workers.progress.time, now < time + ProgressMessage.timeout, isBusy { return }
    if let scaling = workers.scaler.current { overlay.showScaling(progress: scaling.progress.share) }
    var text: String?
    var action: MessageAction?
    if let saving = workers.saver.current, now >= saving.start + ProgressMessage.timeout {
      text = translated(
        "Saving {file}: {share} %",
        ["file": FileError.printable(PathText.name(of: saving.path)), "share": Int(saving.share * 100)])
    } else if let exporting = workers.exporter.inProgress, now >= exporting.start + ProgressMessage.timeout {
      text = translated(
        "Exporting {file}: {share} %", ["file": exporting.job.shownName, "share": Int(exporting.progress.share * 100)])
      action = MessageAction(title: translated("Cancel"), effect: .cancelExport)
    } else if let opening = workers.reader.current, now >= opening.start + ProgressMessage.timeout {
      text = translated("Opening {file}", ["file": FileError.printable(PathText.name(of: opening.path))])
    } else if let pack = packInProgress, now >= pack.start + ProgressMessage.timeout {
      text = translated(
        "Adding {file}: {share} %", ["file": FileError.printable(pack.name), "share": Int(pack.share * 100)])
      action = MessageAction(title: translated("Cancel"), effect: .cancelBrushes)
    } else if let pastingSince, now >= pastingSince + ProgressMessage.timeout {
      text = pastingProgress
      action = MessageAction(title: translated("Cancel"), effect: .cancelTransfers)
    } else if let change = workers.changer.current,
      // After a preview the message stays.
      now >= change.start + ProgressMessage.timeout || change.job.change.preview != nil && workers.progress.text != nil
    {
      text = translated("Changing strokes: {share} %", ["share": Int(change.progress.share * 100)])
      action = MessageAction(title: translated("Cancel"), effect: .cancelChange)
    } else if let film = workers.films.inProgress, now >= film.start + ProgressMessage.timeout {
      // Last, because it takes longest.
      text = translated(
        "Making {file}: {share} %", ["file": film.job.shownName, "share": Int(film.progress.share * 100)])
      action = MessageAction(title: translated("Cancel"), effect: .cancelTimeLapse)
    }
    workers.progress.time = text == nil && workers.scaler.current == nil ? nil : now
    guard text != workers.progress.text, !session.isDrawing else { return }
    if let text {
      overlay.show(message: text, action: action, until: .infinity, replacing: workers.progress.text)
    } else if let text = workers.progress.text {
      overlay.withdraw(message: text)
    }
    workers.progress.text = text
  }
}
