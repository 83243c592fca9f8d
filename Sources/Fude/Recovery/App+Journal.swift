import Document
import Files
import Journal
import Language
import Paint
import Studio
import Widgets

/// The drawing's journal: taken up at the start, written all the while, put by at the end.
extension App {
  /// Takes up the drawing that a Fude before did not close, if there is one and it is wanted.
  static func recover(from store: DrawingStore?, opens: Bool, insteadOf path: String?) -> DrawingStore.Recovery {
    guard let store, let filler = CoverageFiller() else { return DrawingStore.Recovery() }
    return store.recover(opens: opens, insteadOf: path, filler: filler)
  }

  /// Follows the drawing that the session begins with, and says where it comes from.
  /// - Parameter taken: one that was put by, and is what was asked for.
  func begin(_ taken: DrawingStore.Opened?, _ recovery: DrawingStore.Recovery) {
    for sentence in recovery.sentences { say(sentence) }
    for path in recovery.kept { list(path) }
    if let taken {
      takeUp(taken)
    } else if let opened = recovery.opened {
      takeUp(opened)
      let count = opened.replay.strokeCount
      let sentence =
        opened.sentence
        ?? (isUnsaved
          ? translated(
            "Recovered {count} stroke of an unsaved drawing",
            other: "Recovered {count} strokes of an unsaved drawing",
            count: count)
          : translated("{drawing} is open again, as it was saved", ["drawing": drawing.shownName]))
      show(message: recovery.sentence(after: sentence))
    } else {
      beginJournal()
      if let newer = recovery.newer {
        offer(newer)
      } else if !recovery.kept.isEmpty {
        show(message: recovery.sentence())
      }
    }
  }

  /// Asks whether to go on with a drawing that was put by, instead of with its file, which is older.
  private func offer(_ newer: String) {
    overlay.ask(
      Question(
        translated("{drawing} has changes that were not saved", ["drawing": drawing.shownName]),
        translated(
          """
          The last changes to {drawing} were not saved when Fude ended, but they are kept. If you open the drawing as it was saved, \
          they stay under Open recent.
          """, ["drawing": drawing.shownName]),
        [
          .init(translated("Open as saved")),
          .init(translated("Open with the changes"), .openFile(newer), isDefault: true),
        ]))
  }

  /// Goes on with a drawing that was read from its journal, which is in the session already.
  func takeUp(_ opened: DrawingStore.Opened) {
    session.notesChanges = true
    session.keepEdits(in: workers.packer.store)
    journal.resume(opened)
    let replay = opened.replay
    // What its history says is of no file, a picture is no drawing, and a file that is gone, or was written by another
    // since, holds something else.
    let isInFile = replay.savedPath.map { path in
      !Saver.isPicture(path) && (FileFacts.time(of: path) ?? .infinity) <= opened.file.time
    }
    drawing.savedState = isInFile ?? false ? session.document.history.state : OpenDrawing.noState
    if opened.isLeft, !isUnsaved, let path = replay.savedPath { journal.noteSaved(path) }
    drawing.name = replay.file.map { PathText.stem(of: $0) } ?? replay.header.name
    // A file that was written by another since is not to be replaced by Save without a question.
    drawing.file = replay.file.flatMap { path in
      !Saver.isPicture(path) && (FileFacts.time(of: path) ?? 0) <= opened.file.time ? path : nil
    }
    if let file = drawing.file { workers.saver.know(file, FileStamp(file)) }
    if let sentence = opened.sentence { say(sentence) }
  }

  /// Follows the session's drawing, which no journal tells of yet, from now on.
  func beginJournal() {
    session.notesChanges = true
    session.keepEdits(in: workers.packer.store)
    journal.begin(session.document, name: drawing.name)
    if let file = drawing.file, !isUnsaved { journal.noteSaved(file) }
  }

  /// The drawing as it was in a state is in a file now.
  func noteSaved(_ state: Int, in path: String) {
    drawing.savedState = state
    if !isUnsaved { journal.noteSaved(path) }
  }

  /// Lets go of the drawing before another takes its place: its journal goes where the drawing is in a file, and is put by
  /// where it is not. Returns false, and says why, where that cannot be: the drawing is then not to be left.
  func leaveJournal() -> Bool {
    noteChanges()
    switch outcome({ journal.end(isUnsaved ? .keep(drawing.name) : .remove) }) {
    case .none, .lost: return true
    case .kept(let path):
      list(path)
      show(
        message: translated("{drawing} was in no file; it is kept under Open recent.", ["drawing": drawing.shownName]))
      return true
    case .failed(let sentence):
      say(sentence)
      if !isUnsaved { return true }
      show(message: translated("The drawing stays open, as it cannot be kept: {fault}", ["fault": sentence]))
      return false
    }
  }

  /// What comes of asking the journal for something: where it is gone, of a new one.
  func outcome(_ ask: () -> DocumentJournal.Outcome) -> DocumentJournal.Outcome {
    let first = ask()
    guard first == .lost else { return first }
    renewJournal()
    let outcome = ask()
    return outcome == .lost ? .failed(translated("its journal is deleted again and again")) : outcome
  }

  /// Begins a new journal with the drawing as it is, in place of one that another program has taken away, and says so.
  private func renewJournal() {
    noteChanges()
    // What floats or is being drawn is no edit yet; when it is, the journal gets it.
    var document = session.settledDocument
    _ = document.takeBack()
    journal.renew(document, name: drawing.name)
    if let file = drawing.file, !isUnsaved { journal.noteSaved(file) }
    show(
      message: translated(
        "The journal that keeps this drawing was deleted or moved by another program. Fude writes a new one."))
    say(translated("the journal of the drawing was deleted or moved; a new one is written"))
  }

  /// Has a drawing that was put by stand under Open recent. That the list cannot be kept is no fault of the drawing's.
  func list(_ path: String) {
    guard journal.store?.holds(path) ?? false else { return }
    if let kept = try? RecentFiles.keep(path, environment: environment) { dialogs.recent = kept }
  }

  /// Has everything written that was done since the last call; nothing where nothing was.
  func noteChanges() {
    let changes = session.takeChanges()
    if changes.isEmpty { return }
    journal.note(changes)
    // However it was done, by a panel for instance: the canvas is not empty any more.
    drawing.followsWindow = false
  }

  /// Says what is wrong with the journal, for as long as it is.
  func takeJournalReports() {
    for report in journal.takeReports() {
      if let journalMessage = drawing.journalMessage { overlay.withdraw(message: journalMessage) }
      drawing.journalMessage = nil
      switch report {
      case .failing(let sentence):
        let message = translated("The drawing is not being kept: {fault}", ["fault": sentence])
        overlay.show(message: message, until: .infinity)
        drawing.journalMessage = message
        say(translated("the drawing is not being kept: {fault}", ["fault": sentence]))
      case .working:
        show(message: translated("The drawing is being kept again"))
        say(translated("the drawing is being kept again"))
      case .lost: renewJournal()
      }
    }
  }
}

extension DrawingStore.Recovery {
  /// What to tell of the drawings that were put by; `first` alone where there are none.
  /// - Parameter first: a sentence without a full stop about the one that was taken up; nil where none was.
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
