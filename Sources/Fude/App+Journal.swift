import Document
import Paint
import Studio
import Widgets

/// What was taken up again at the start, and what is to be said of it.
struct Recovered {
  var opened: DrawingShelf.Opened?
  var sentences: [String] = []
}

/// The drawing's journal: taken up at the start, written all the while, put by at the end.
extension App {
  /// Takes up the drawing that a Fude before did not close, if there is one.
  static func recover(from shelf: DrawingShelf?) -> Recovered {
    guard let shelf, let filler = CoverageFiller() else { return Recovered() }
    let (opened, sentences) = shelf.recover(filler: filler)
    return Recovered(opened: opened, sentences: sentences)
  }

  /// Follows the drawing that the session begins with, and says where it comes from.
  func show(_ recovered: Recovered) {
    for sentence in recovered.sentences { say(sentence) }
    guard let opened = recovered.opened else { return beginJournal() }
    session.notesChanges = true
    journal.resume(opened)
    // It is in no file, whatever its history says.
    savedState = opened.replay.savedPath == nil ? Self.noState : session.document.history.state
    let count = opened.replay.strokeCount
    show(message: opened.sentence ?? "Recovered \(count) stroke\(count == 1 ? "" : "s") of an unsaved drawing")
    if let sentence = opened.sentence { say(sentence) }
  }

  /// Follows the session's drawing, which no journal tells of yet, from now on.
  func beginJournal() {
    session.notesChanges = true
    journal.begin(session.document, name: name)
  }

  /// Lets go of the session's drawing before another takes its place: its journal goes where the drawing is in a file, and is put
  /// by for Recent where it is not.
  func leaveJournal() {
    noteChanges()
    let document = session.document
    journal.end(document.history.state == savedState ? .remove : .putBy(document))
  }

  /// No drawing is ever in this state.
  static let noState = -1

  /// Has everything written that was done since the last call; nothing where nothing was.
  func noteChanges() {
    let changes = session.takeChanges()
    if !changes.isEmpty { journal.note(changes) }
  }

  /// Says what is wrong with the journal, for as long as it is.
  func takeJournalReports() {
    for report in journal.takeReports() {
      if let journalMessage { overlay.withdraw(message: journalMessage) }
      journalMessage = nil
      switch report {
      case .failing(let sentence):
        let message = "The drawing is not being kept: \(sentence)"
        overlay.show(message: message, until: .infinity)
        journalMessage = message
        say("the drawing is not being kept: \(sentence)")
      case .working:
        show(message: "The drawing is being kept again")
        say("the drawing is being kept again")
      }
    }
  }

  /// The user wants no more of the drawing for now.
  func close() {
    isClosedByUser = true
    exitStatus = 0
  }

  /// Lets go of the drawing: closing never asks and never loses. What is in no file is put by for Recent, or, where not the
  /// user closed it, left for the next start to take up.
  func keepDrawing() {
    noteChanges()
    let document = session.document
    let isSaved = document.history.state == savedState
    journal.end(isSaved ? .remove : isClosedByUser ? .putBy(document) : .leave)
    switch journal.finish() {
    case .none: break
    case .kept(let path): if !isSaved { say("the drawing was kept as \(path)") }
    case .failed(let sentence):
      if isSaved { return say(sentence) }
      say("the drawing could not be kept: \(sentence)")
      exitStatus = 1
      keepPicture()
    }
  }

  /// Keeps the drawing at least as a PNG.
  private func keepPicture() {
    do throws(FileError) {
      let folder = try StateFolder.make(environment: environment)
      let path = try session.document.exportPNG(into: folder, names: ExportLocation.names(for: name))
      say("a picture of it was kept as \(path)")
    } catch { say("\(error)") }
  }
}
