import Desktop
import Document
import Files
import Input
import Language
import Studio
import Widgets

/// The end of the program.
extension App {
  /// Ends the program at the user's request. Where the drawing cannot be kept, the program asks
  /// what to do instead.
  func close() {
    if brushEditor.editing?.shown.draft.isChanged ?? false {
      // The next request goes on after the answer.
      for effect in overlay.leaveBrushEditor([.perform(.quit)]) { carryOut(effect) }
    } else if mayQuit() {
      quit()
    }
  }

  /// Ends the program without asking.
  func quit() {
    ending.isByUser = true
    ending.status = 0
  }

  /// Whether ending the program loses nothing.
  ///
  /// A drawing that is in no file and cannot be kept raises a question: save it, lose it, or go on.
  /// A second request while that question is open writes the drawing to another place, if there is
  /// one.
  private func mayQuit() -> Bool {
    // A file being written may be the only copy.
    workers.saver.finish()
    carryOut(session.settle())
    noteChanges()
    noteReferences(isLast: true)
    guard drawing.isUnsaved, case .failed(let fault) = outcome({ journal.secure() }) else { return true }
    if let question = ending.question, overlay.isAsking(question) {
      rescue()
      return ending.rescuedPath != nil
    }
    let question = Question(
      translated("Autosave does not work"),
      translated(
        """
        {sentence}. If Fude ends now, all that was drawn since the drawing was last saved is lost. Save it in another folder or on \
        another disk.
        """, ["sentence": fault.capitalisedAtStart]),
      [
        .init(translated("Cancel")), .init(translated("Quit without saving"), .quitWithoutKeeping),
        .init(translated("Save as"), .perform(.saveAs), isDefault: true),
      ])
    overlay.ask(question)
    ending.question = question
    return false
  }

  /// Ends the journal. An unsaved drawing that the user closed goes to Open recent; where the
  /// session or the server ended, the next start opens it. The journal of a saved drawing is
  /// removed.
  func keepDrawing() {
    noteChanges()
    noteReferences(isLast: true)
    storeLastWork()
    let isSaved = !drawing.isUnsaved
    switch outcome({ journal.end(isSaved ? .remove : ending.isByUser ? .keep(drawing.name) : .leave) }) {
    case .none, .lost: break
    case .kept(let path):
      list(path)
      say(translated("the drawing was kept as {path}", ["path": FileError.printable(path)]))
    case .failed(let sentence):
      if isSaved {
        say(sentence)
      } else {
        say(translated("the drawing could not be kept: {fault}", ["fault": sentence]))
        ending.status = 1
        // A user who quits may have chosen to lose the drawing.
        if !ending.isByUser { rescue() }
        if let path = ending.rescuedPath {
          say(
            Saver.isPicture(path)
              ? translated("a picture of it was kept as {path}", ["path": FileError.printable(path)])
              : translated("it was saved as {path} instead", ["path": FileError.printable(path)]))
        }
      }
    }
    journal.finish()
    background.finish()
    brushes.finish()
  }

  /// Writes the drawing outside the state folder.
  private func rescue() {
    // The file is the only copy, so it keeps its history even if other files do not.
    let limit = max(session.settings.history.fileBytes, PackedHistory.standardLimit)
    do throws(FileError) {
      ending.rescuedPath = try session.document.rescue(
        name: drawing.shownName, environment: environment, historyLimit: limit)
    } catch { say("\(error)") }
  }
}
