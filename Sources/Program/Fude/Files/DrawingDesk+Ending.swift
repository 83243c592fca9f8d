import Document
import Export
import Files
import Language
import Pages
import Panels
import Storage
import Studio

/// The end of the program.
extension DrawingDesk {
  /// Whether ending the program loses nothing.
  ///
  /// A drawing that is in no file and cannot be kept raises a question: save it, lose it, or go on.
  /// A second request while that question is open writes the drawing to another place, if there is
  /// one.
  func mayEnd() -> Bool {
    // A file being written may be the only copy.
    saver.finish()
    place.carryOut(session.settle())
    guard let fault = journal.secure() else { return true }
    if let question = endingQuestion, place.overlay.isAsking(question) {
      rescue()
      return rescuedPath != nil
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
    place.overlay.ask(question)
    endingQuestion = question
    return false
  }

  /// Ends with the drawing, and keeps it if it is not saved.
  /// - Parameter isByUser: whether the user closed it, rather than the session or the server.
  /// - Returns: whether it could be kept.
  func end(isByUser: Bool) -> Bool {
    // After the rescue, since the thread tries the failing disk again.
    defer { journal.stop() }
    guard let fault = journal.end(isByUser: isByUser) else { return true }
    place.say(translated("the drawing could not be kept: {fault}", ["fault": fault]))
    // A user who quits may have chosen to lose the drawing.
    if !isByUser { rescue() }
    if let path = rescuedPath {
      place.say(
        Saver.isPicture(path)
          ? translated("a picture of it was kept as {path}", ["path": FileError.printable(path)])
          : translated("it was saved as {path} instead", ["path": FileError.printable(path)]))
    }
    return false
  }

  /// Writes the drawing outside the state folder.
  private func rescue() {
    // The file is the only copy, so it keeps its history even if other files do not.
    let limit = max(session.settings.history.fileBytes, FileHistory.standardLimit)
    do throws(FileError) {
      rescuedPath = try session.document.rescue(
        name: drawing.shownName, environment: place.environment, historyLimit: limit)
    } catch { place.say("\(error)") }
  }
}
