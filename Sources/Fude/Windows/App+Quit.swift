import Desktop
import Document
import Files
import Input
import Language
import Studio
import Widgets

/// The end of the program, and where the drawing is then.
extension App {
  /// Ends the program, as the user asked. Where the drawing cannot be kept, the program goes on and asks what to do about it.
  func close() { if mayQuit() { quit() } }

  /// Ends the program, whatever becomes of the drawing.
  func quit() {
    ending.isByUser = true
    ending.status = 0
  }

  /// Whether ending the program loses nothing.
  ///
  /// A drawing that is in no file and cannot be kept makes the user choose: to save it, to lose it, or to go on. Asked to end
  /// again while that question is open, the program writes the drawing to another place, if there is one.
  private func mayQuit() -> Bool {
    // A file that is being written may be the only one that holds the drawing.
    awaitSaves()
    carryOut(session.settle())
    noteChanges()
    guard isUnsaved, case .failed(let fault) = outcome({ journal.secure() }) else { return true }
    if let question = ending.question, overlay.isAsking(question) {
      rescue()
      return ending.rescuedPath != nil
    }
    let question = Question(
      translated("The drawing cannot be kept"),
      translated(
        """
        {sentence}. If Fude ends now, all that was drawn since the drawing was last saved is lost. Save it in another folder or on \
        another disk.
        """, ["sentence": Self.capitalised(fault)]),
      [
        .init(translated("Cancel")), .init(translated("Quit without keeping"), .quitWithoutKeeping),
        .init(translated("Save as"), .perform(.saveAs), isDefault: true),
      ])
    overlay.ask(question)
    ending.question = question
    return false
  }

  /// Keeps the drawing at the end of the program: its journal is put by for Open recent or, where it was not the user who closed
  /// the drawing, left for the next start to take up. Nothing is kept of a drawing that is in a file.
  func keepDrawing() {
    noteChanges()
    let isSaved = !isUnsaved
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
        // The user may have chosen to lose it.
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
  }

  /// Writes the drawing to a place other than the state folder.
  private func rescue() {
    do throws(FileError) {
      ending.rescuedPath = try session.document.rescue(name: drawing.shownName, environment: environment)
    } catch { say("\(error)") }
  }
}
