import Document
import Files
import Journal
import Language
import Paint
import Studio
import Widgets

/// Starting, resuming, writing and ending the journal of the open drawing.
extension App {
  /// Recovers the drawing that an earlier process did not close, unless the command line excludes
  /// it.
  static func recover(from store: DrawingStore?, opens: Bool, insteadOf path: String?) -> DrawingStore.Recovery {
    guard let store, let filler = CoverageFiller() else { return DrawingStore.Recovery() }
    return store.recover(opens: opens, insteadOf: path, filler: filler)
  }

  /// Starts the journal of the first drawing, and says where the drawing comes from.
  /// - Parameters:
  ///   - taken: a kept drawing that was opened.
  ///   - origin: the file that was opened; nil for none.
  func begin(_ taken: DrawingStore.Opened?, _ recovery: DrawingStore.Recovery, from origin: FileOrigin?) {
    for sentence in recovery.messages { say(sentence) }
    for path in recovery.kept { list(path) }
    if let taken {
      takeUp(taken)
    } else if let opened = recovery.opened {
      takeUp(opened)
      let count = opened.replay.strokeCount
      let sentence =
        opened.sentence
        ?? (drawing.isUnsaved
          ? translated(
            "Recovered {count} stroke of an unsaved drawing",
            other: "Recovered {count} strokes of an unsaved drawing",
            count: count)
          : translated("{drawing} is open again, as it was saved", ["drawing": drawing.shownName]))
      show(message: recovery.sentence(after: sentence))
    } else {
      beginJournal(from: origin)
      if let newer = recovery.newer {
        offer(newer)
      } else if !recovery.kept.isEmpty {
        show(message: recovery.sentence())
      } else {
        offerLast()
        showHints()
      }
    }
    for sentence in recovery.losses { show(message: sentence) }
  }

  /// Shows at the first start where everything is found, until the first stroke.
  private func showHints() {
    guard keeper.isFirstStart, options.file == nil, drawing.lastOffer == nil else { return }
    let sentence = translated(
      "F1 shows all keys and gestures. Ctrl+K finds every command. The right button shows brushes and colours.")
    overlay.show(
      message: sentence, action: MessageAction(title: translated("Show"), effect: .perform(.showKeys)),
      until: now + Self.lastDrawingTime)
    drawing.lastOffer = sentence
  }

  /// Shows a message with a button that opens the drawing that was closed last, if that is in no
  /// file.
  private func offerLast() {
    guard options.file == nil, !options.isNew, recorder == nil, let last = files.recent.paths.first,
      journal.store?.holds(last) ?? false, FileFacts.exists(last)
    else { return }
    let sentence = translated("Your last drawing is kept: {drawing}", ["drawing": RecentFiles.shown(last).name])
    overlay.show(
      message: sentence, action: MessageAction(title: translated("Open"), effect: .openFile(last)),
      until: now + Self.lastDrawingTime)
    drawing.lastOffer = sentence
  }

  /// Seconds that these messages stay.
  private static let lastDrawingTime = 30.0

  /// Asks whether to open newer, unsaved changes of a file.
  private func offer(_ newer: String) {
    // The file may be being read still, and the drawing another one.
    let name = options.file.map { FileError.printable(PathText.stem(of: $0)) } ?? drawing.shownName
    overlay.ask(
      Question(
        translated("{drawing} has changes that were not saved", ["drawing": name]),
        translated(
          """
          The last changes to {drawing} were not saved when Fude ended, but they are kept. If you open the drawing as it was saved, \
          they stay under Open recent.
          """, ["drawing": name]),
        [
          .init(translated("Open as saved")),
          .init(translated("Open with the changes"), .openFile(newer), isDefault: true),
        ]))
  }

  /// Continues a drawing that was read from its journal and is in the session.
  func takeUp(_ opened: DrawingStore.Opened) {
    session.notesChanges = true
    session.clock = { WallClock.time }
    session.keepEdits(in: workers.packer.store)
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
    if let file = drawing.file { workers.saver.know(file, FileStamp(file)) }
    beginReferences()
    if let work = replay.work { carryOut(session.resume(work)) }
    takeUp(replay.unfinished)
    if let sentence = opened.sentence { say(sentence) }
  }

  /// Begins a journal for the session's drawing.
  /// - Parameter origin: the file that it was just read from; nil for none.
  func beginJournal(from origin: FileOrigin? = nil) {
    session.notesChanges = true
    session.clock = { WallClock.time }
    session.keepEdits(in: workers.packer.store)
    journal.begin(session.document, name: drawing.name, from: origin)
    beginReferences()
    if let file = drawing.file, !drawing.isUnsaved { journal.noteSaved(file) }
  }

  /// Notes that a state of the drawing is in a file.
  func noteSaved(_ state: DocumentState, in path: String) {
    drawing.savedState = state
    guard !drawing.isUnsaved else { return }
    noteReferences(isLast: true)
    journal.noteSaved(path)
    restartJournal(isSaved: true)
  }

  /// Starts the journal anew with the present drawing if it has grown much.
  private func restartJournal(isSaved: Bool) {
    noteChanges()
    noteReferences(isLast: true)
    var document = session.settledDocument
    _ = document.cancelFloating()
    let limit = isSaved ? session.settings.history.fileBytes : PackedHistory.largestLimit
    journal.restart(
      JournalStart(
        document: document, name: drawing.name, file: drawing.file, isSaved: isSaved, historyLimit: limit))
    // The new journal has not got it.
    drawing.noted = NotedWork()
  }

  /// Ends the journal before another drawing is opened. The journal of a saved drawing is removed,
  /// that of an unsaved one is kept. If it cannot be kept, shows a message and returns false: the
  /// drawing stays open.
  func leaveJournal() -> Bool {
    noteChanges()
    noteReferences(isLast: true)
    storeLastWork()
    switch outcome({ journal.end(drawing.isUnsaved ? .keep(drawing.name) : .remove) }) {
    case .none, .lost: return true
    case .kept(let path):
      list(path)
      show(
        message: translated("{drawing} was not saved; it is kept under Open recent.", ["drawing": drawing.shownName]))
      return true
    case .failed(let sentence):
      say(sentence)
      if !drawing.isUnsaved { return true }
      show(message: translated("The drawing stays open because it cannot be kept: {fault}", ["fault": sentence]))
      return false
    }
  }

  /// Calls the journal. If its file is missing, begins a new one and calls that.
  func outcome(_ ask: () -> DocumentJournal.Outcome) -> DocumentJournal.Outcome {
    let first = ask()
    guard first == .lost else { return first }
    renewJournal()
    let outcome = ask()
    return outcome == .lost ? .failed(translated("its journal is deleted again and again")) : outcome
  }

  /// Begins a new journal in place of one that another program removed, and says so.
  private func renewJournal() {
    noteChanges()
    // A floating selection or a stroke in progress is no edit yet; `noteUnfinished` adds it.
    var document = session.settledDocument
    _ = document.cancelFloating()
    journal.renew(document, name: drawing.name)
    drawing.noted = NotedWork()
    beginReferences()
    journal.note(session.work)
    if let file = drawing.file, !drawing.isUnsaved { journal.noteSaved(file) }
    show(
      message: translated(
        "The journal that keeps this drawing was deleted or moved by another program. Fude writes a new one."))
    say(translated("the journal of the drawing was deleted or moved; a new one is written"))
  }

  /// Adds a kept drawing to Open recent. Errors of that list are ignored.
  func list(_ path: String) {
    guard journal.store?.holds(path) ?? false else { return }
    files.note(try? RecentFiles.keep(path, environment: environment))
  }

  /// Writes the changes since the last call to the journal.
  func noteChanges() {
    let changes = session.takeChanges()
    if changes.isEmpty { return }
    journal.note(changes)
    drawing.noted = NotedWork()
    workplace.noteChange()
  }

  /// Shows errors of the journal for as long as they last.
  func takeJournalReports() {
    for report in journal.takeReports() {
      if let journalMessage = drawing.journalMessage { overlay.withdraw(message: journalMessage) }
      drawing.journalMessage = nil
      switch report {
      case .failing(let sentence):
        let message = translated("Autosave does not work: {fault}", ["fault": sentence])
        overlay.show(message: message, until: .infinity)
        drawing.journalMessage = message
        say(translated("autosave does not work: {fault}", ["fault": sentence]))
      case .working:
        show(message: translated("Autosave works again"))
        say(translated("autosave works again"))
      case .lost: renewJournal()
      case .large: restartJournal(isSaved: !drawing.isUnsaved && drawing.file != nil)
      }
    }
  }
}

extension DrawingStore.Recovery {
  /// The message about kept drawings; only `first` if there are none.
  /// - Parameter first: a message without a full stop about the recovered drawing; nil for none.
  func sentence(after first: String? = nil) -> String {
    guard !kept.isEmpty else { return first ?? "" }
    guard let first else {
      return translated(
        "{count} drawing that was not closed is kept under Open recent",
        other: "{count} drawings that were not closed are kept under Open recent", count: kept.count)
    }
    return translated(
      "{message}. {count} more drawing that was not closed is kept under Open recent.",
      other: "{message}. {count} more drawings that were not closed are kept under Open recent.", count: kept.count,
      ["message": first])
  }
}
