import Document
import Files
import Journal
import Language
import Paint
import Panels
import Storage
import Studio
import Threads

/// The journal of the open drawing: what it is begun with, given and ended with.
///
/// 1. `begin` or `takeUp` starts it for a drawing that was just opened.
/// 2. `follow` gives it what has changed, at the end of iterations of the event loop; `noteUnfinished` gives it the
///    stroke in progress, also while ink is drawn.
/// 3. `leave` ends it before another drawing is opened, `end` when the program ends.
final class JournalDesk: Part {
  let place: Workplace
  let files: FileDesk
  let saver: Saver
  let journal: DocumentJournal
  private let packer: EditPacker
  /// Writes the views of drawings in files.
  let views: JobQueue<ViewJob, Void>

  init(_ place: Workplace, _ files: FileDesk, _ saver: Saver, _ journal: DocumentJournal, _ packer: EditPacker) {
    (self.place, self.files, self.saver, self.journal, self.packer) = (place, files, saver, journal, packer)
    let environment = place.environment
    views = JobQueue(place.background) { job, _ in
      try? ViewMemories.keep(job.work, for: job.path, environment: environment)
    }
  }

  var session: Session { place.session }
  var drawing: OpenDrawing { place.drawing }

  // MARK: The beginning

  /// Continues a drawing that was read from its journal and is in the session.
  func takeUp(_ opened: DrawingStore.Opened) {
    session.takesNotes = true
    session.clock = { WallClock.time }
    session.keepEdits(in: packer.store)
    journal.resume(opened)
    let replay = opened.replay
    // The drawing counts as saved if its file is an OpenRaster file that was not written since.
    let isInFile = replay.savedPath.map { path in
      !Saver.isPicture(path) && (FileFacts.time(of: path) ?? .infinity) <= replay.time
    }
    drawing.savedState = isInFile ?? false ? session.documentState : .none
    if opened.isLeft, !drawing.isUnsaved, let path = replay.savedPath { journal.noteSaved(path) }
    drawing.name = replay.file.map { PathText.stem(of: $0) } ?? replay.header.name
    // Save asks before it replaces a file that another program has written since.
    drawing.file = replay.file.flatMap { path in
      !Saver.isPicture(path) && (FileFacts.time(of: path) ?? 0) <= replay.time ? path : nil
    }
    if let file = drawing.file { saver.know(file, FileStamp(file)) }
    beginReferences()
    if let work = replay.work { place.carryOut(session.resume(work)) }
    if let unfinished = replay.unfinished { place.carryOut(session.resume(unfinished)) }
    if let sentence = opened.sentence { place.say(sentence) }
  }

  /// Begins a journal for the session's drawing.
  /// - Parameter origin: the file that it was just read from; nil for none.
  func begin(from origin: FileOrigin? = nil) {
    session.takesNotes = true
    session.clock = { WallClock.time }
    session.keepEdits(in: packer.store)
    journal.begin(session.document, name: drawing.name, from: origin)
    beginReferences()
    if let file = drawing.file, !drawing.isUnsaved { journal.noteSaved(file) }
  }

  // MARK: Saving and leaving

  /// What a writer of the drawing's file must wait for first; nil for nothing.
  func releaseFile() -> Semaphore? { journal.releaseFile() }

  /// Notes that a state of the drawing is in a file.
  func noteSaved(_ state: DocumentState, in path: String) {
    drawing.savedState = state
    guard !drawing.isUnsaved else { return }
    noteReferences(isLast: true)
    journal.noteSaved(path)
    restart(isSaved: true)
  }

  /// Starts the journal anew with the present drawing if it has grown much.
  private func restart(isSaved: Bool) {
    noteChanges()
    noteReferences(isLast: true)
    var document = session.settledDocument
    _ = document.cancelFloating()
    let limit = isSaved ? session.settings.history.fileBytes : FileHistory.largestLimit
    journal.restart(
      JournalStart(
        document: document, name: drawing.name, file: drawing.file, isSaved: isSaved, historyLimit: limit))
    // The new journal has not got it.
    drawing.noted = NotedWork()
  }

  /// Ends the journal before another drawing is opened. The journal of a saved drawing is removed,
  /// that of an unsaved one is kept. If it cannot be kept, shows a message and returns false: the
  /// drawing stays open.
  func leave() -> Bool {
    noteChanges()
    noteReferences(isLast: true)
    storeLastWork()
    switch outcome({ journal.end(drawing.isUnsaved ? .keep(drawing.name) : .remove) }) {
    case .none, .lost: return true
    case .kept(let path):
      list(path)
      place.show(
        message: translated("{drawing} was not saved; it is kept under Open recent.", ["drawing": drawing.shownName]))
      return true
    case .failed(let sentence):
      place.say(sentence)
      if !drawing.isUnsaved { return true }
      place.show(message: translated("The drawing stays open because it cannot be kept: {fault}", ["fault": sentence]))
      return false
    }
  }

  /// Why the drawing, with all its changes, cannot be kept in the journal; nil if it is.
  func secure() -> String? {
    noteChanges()
    noteReferences(isLast: true)
    guard drawing.isUnsaved, case .failed(let fault) = outcome({ journal.secure() }) else { return nil }
    return fault
  }

  /// Ends the journal with the program. The journal of a saved drawing is removed. An unsaved one that the user closed
  /// goes to Open recent; where the session or the server ended, the next start opens it.
  /// - Returns: why an unsaved drawing could not be kept; nil if it is.
  func end(isByUser: Bool) -> String? {
    noteChanges()
    noteReferences(isLast: true)
    storeLastWork()
    let isSaved = !drawing.isUnsaved
    switch outcome({ journal.end(isSaved ? .remove : isByUser ? .keep(drawing.name) : .leave) }) {
    case .none, .lost: return nil
    case .kept(let path):
      list(path)
      place.say(translated("the drawing was kept as {path}", ["path": FileError.printable(path)]))
      return nil
    case .failed(let sentence):
      if isSaved { place.say(sentence) }
      return isSaved ? nil : sentence
    }
  }

  /// Stops the journal's thread.
  func stop() { journal.finish() }

  /// Calls the journal. If its file is missing, begins a new one and calls that.
  private func outcome(_ ask: () -> DocumentJournal.Outcome) -> DocumentJournal.Outcome {
    let first = ask()
    guard first == .lost else { return first }
    renew()
    let outcome = ask()
    return outcome == .lost ? .failed(translated("its journal is deleted again and again")) : outcome
  }

  /// Begins a new journal in place of one that another program removed, and says so.
  private func renew() {
    noteChanges()
    // A floating selection or a stroke in progress is no edit yet; `noteUnfinished` adds it.
    var document = session.settledDocument
    _ = document.cancelFloating()
    journal.renew(document, name: drawing.name)
    drawing.noted = NotedWork()
    beginReferences()
    journal.note(session.work)
    if let file = drawing.file, !drawing.isUnsaved { journal.noteSaved(file) }
    place.show(
      message: translated(
        "The journal that keeps this drawing was deleted or moved by another program. Fude writes a new one."))
    place.say(translated("the journal of the drawing was deleted or moved; a new one is written"))
  }

  /// Whether a file is one of the kept drawings.
  func isKept(_ path: String) -> Bool { journal.store?.holds(path) ?? false }

  /// Adds a kept drawing to Open recent. Errors of that list are ignored.
  func list(_ path: String) {
    guard isKept(path) else { return }
    files.note(try? RecentFiles.keep(path, environment: place.environment))
  }

  // MARK: What is written

  /// Writes what has changed. Called at the end of iterations outside of the fast path.
  func follow() {
    noteChanges()
    noteUnfinished()
    noteReferences()
    noteWork()
  }

  /// When the loop must wake to write moved references or the view; nil if there is nothing to write, or a stroke is
  /// in progress, whose end wakes the loop anyway.
  var deadline: Double? {
    session.isDrawing ? nil : App.earliest(drawing.work.deadline, drawing.notedReferences.deadline)
  }

  /// Writes the changes since the last call to the journal.
  func noteChanges() {
    let changes = session.takeNotes()
    if changes.isEmpty { return }
    journal.note(changes)
    drawing.noted = NotedWork()
    place.noteChange()
  }

  /// Shows errors of the journal for as long as they last.
  func takeReports() {
    for report in journal.takeReports() {
      if let journalMessage = drawing.journalMessage { place.overlay.withdraw(message: journalMessage) }
      drawing.journalMessage = nil
      switch report {
      case .failing(let sentence):
        let message = translated("Autosave does not work: {fault}", ["fault": sentence])
        place.overlay.show(message: message, until: .infinity)
        drawing.journalMessage = message
        place.say(translated("autosave does not work: {fault}", ["fault": sentence]))
      case .working:
        place.show(message: translated("Autosave works again"))
        place.say(translated("autosave works again"))
      case .lost: renew()
      case .large: restart(isSaved: !drawing.isUnsaved && drawing.file != nil)
      }
    }
  }
}
