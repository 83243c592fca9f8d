import Document
import Files
import Glibc
import Language
import Studio
import Widgets

/// Time-lapses of the drawing.
extension App {
  /// Opens the page of a time-lapse.
  func showTimeLapse() {
    guard session.document.history.undoCount > 0 || session.hasPackedHistory else {
      return show(message: translated("A time-lapse shows how a drawing was made. Nothing has been drawn yet."))
    }
    let subject = FilmSubject(session.document, hasEncoder: FilmEncoder.path(environment) != nil)
    overlay.showTimeLapse(of: subject, exports.film)
  }

  /// Asks for the file or the folder of a time-lapse.
  func chooseFile(for options: FilmOptions) {
    exports.film = options
    let name = proposedName
    let file =
      options.format.isFilm ? name + "." + options.format.rawValue : translated("{drawing} images", ["drawing": name])
    files.ask(files.request(.timeLapse(options.format), folder: exports.folder ?? files.usualFolder, name: file)) {
      [self] path, replaces in
      makeFilm(at: path, options.ending(as: path), replaces: replaces)
    }
  }

  /// Makes a time-lapse at a path that was chosen in the dialog.
  func makeFilm(at path: String, _ options: FilmOptions, replaces: Bool) {
    // `FrameFolder` refuses a folder that contains images.
    if options.format.isFilm, !isUsable(path, replaces: replaces) { return }
    overlay.closeFileDialog()
    exports.folder = PathText.folder(of: path)
    exports.film.format = options.format
    makeFilm(at: path, options)
  }

  /// Makes a time-lapse, after the change of strokes that is being computed.
  func makeFilm(at path: String, _ options: FilmOptions) {
    if waits(.film(path: path, options), named: FileError.printable(PathText.name(of: path))) { return }
    // A stroke in progress is no edit yet.
    let job = FilmMaker.Job(document: session.settledDocument, options: options, path: path)
    workers.films.add(job) { [self] in take($0) }
  }

  private func take(_ outcome: FilmMaker.Outcome) {
    switch outcome {
    case .written(let path, let note):
      overlay.say(
        translated("Time-lapse saved as {path}", ["path": FileError.printable(path)]),
        action: MessageAction(title: translated("Show in folder"), effect: .showInFolder(path)), now: now)
      if let note { tell([note]) }
    case .cancelled:
      // At the end of the program nobody sees the window.
      if ending.status != nil { say(translated("the time-lapse was cancelled; nothing is left of it")) }
      show(message: translated("The time-lapse was cancelled. Nothing is left of it."))
    case .failed(let sentence):
      say(sentence)
      show(message: translated("{sentence}.", ["sentence": Self.capitalised(sentence)]))
    }
  }
}
