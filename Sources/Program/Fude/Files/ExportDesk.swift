import Document
import Export
import Files
import Language
import Pages
import Panels
import Studio

/// Exports pictures and time-lapses of the open drawing. Workers make them while drawing goes on.
final class ExportDesk {
  private let place: Workplace
  private let files: FileDesk
  private let saver: Saver
  private let pictures: JobQueue<Exporter.Job, Exporter.Outcome>
  private let films: JobQueue<FilmMaker.Job, FilmMaker.Outcome>
  /// The choices of the last export.
  private(set) var choice = ExportChoice()
  /// The choices of the last time-lapse.
  private(set) var film = FilmOptions()
  /// The folder of the last file; nil for the folder for pictures.
  private var folder: String?
  /// The message about the last export, which the next one replaces.
  private var message: String?
  /// The estimate of a picture's size; nil for none.
  private var estimating: BackgroundRun?
  /// The picture whose size is estimated after a change of strokes; nil for none.
  private var waitingEstimate: ExportOptions?

  init(_ place: Workplace, _ files: FileDesk, _ saver: Saver) {
    (self.place, self.files, self.saver) = (place, files, saver)
    films = FilmMaker.queue(place.background, environment: place.environment)
    pictures = Exporter.queue(place.background, environment: place.environment)
  }

  /// Carries out what the user asks for.
  func carryOut(_ request: PictureRequest) {
    switch request {
    case .estimate(let options): estimate(options)
    case .picture(let choice): ask(for: choice)
    case .cancelPicture: pictures.cancel()
    case .film(let options): ask(for: options)
    case .cancelFilm: films.cancel()
    }
  }

  /// Shows the page of pictures.
  func showPage() { place.carryOut(place.overlay.showExport(of: ExportSubject(place.session.document), choice)) }

  /// Shows the page of time-lapses.
  func showFilmPage() {
    guard place.session.document.history.undoCount > 0 || place.session.hasFileHistory else {
      return place.show(message: translated("A time-lapse shows how a drawing was made. Nothing has been drawn yet."))
    }
    let hasEncoder = FilmEncoder.path(place.environment) != nil
    place.overlay.showTimeLapse(of: FilmSubject(place.session.document, hasEncoder: hasEncoder), film)
  }

  /// The picture that is being exported; nil for none.
  var pictureTask: LongTask? {
    pictures.inProgress.map { current in
      LongTask(current.start, cancel: .export(.cancelPicture)) {
        let share = Int(current.progress.share * 100)
        return translated("Exporting {file}: {share} %", ["file": current.job.shownName, "share": share])
      }
    }
  }

  /// The time-lapse that is being made; nil for none.
  var filmTask: LongTask? {
    films.inProgress.map { current in
      LongTask(current.start, cancel: .export(.cancelFilm)) {
        let share = Int(current.progress.share * 100)
        return translated("Making {file}: {share} %", ["file": current.job.shownName, "share": share])
      }
    }
  }

  // MARK: Pictures

  /// Exports the canvas to the pictures folder.
  func export() { export(to: .pictures, ExportOptions()) }

  private func ask(for choice: ExportChoice) {
    self.choice = choice
    let name = place.drawing.proposedName(saver) + "." + choice.format.ending
    files.ask(files.request(.export(choice.format), folder: folder ?? files.usualFolder, name: name)) {
      [self] path, replaces in
      export(to: path, choice.options.ending(as: path), replaces: replaces)
    }
  }

  private func export(to path: String, _ options: ExportOptions, replaces: Bool) {
    guard files.isUsable(path, replaces: replaces) else { return }
    place.overlay.closeFileDialog()
    folder = PathText.folder(of: path)
    choice.format = options.format
    export(to: .file(path), options)
  }

  /// Exports the drawing, after the change of strokes that is being computed.
  func export(to target: Exporter.Target, _ options: ExportOptions) {
    // The quick picture includes a stroke in progress, as the window does. Vector files are made from edits,
    // and a stroke in progress is no edit yet.
    let document = target == .pictures ? place.session.document : place.session.settledDocument
    let job = Exporter.Job(document: document, options: options, target: target, name: place.drawing.name)
    if place.waits(.exported(target, options), named: job.shownName) { return }
    pictures.add(job) { [self] in take($0) }
  }

  private func take(_ outcome: Exporter.Outcome) {
    switch outcome {
    case .written(let path, let note):
      // The previous message is out of date.
      if let message { place.overlay.withdraw(message: message) }
      let sentence = translated("Exported as {path}", ["path": FileError.printable(path)])
      message = sentence
      show(sentence, path, note)
    case .cancelled: place.show(message: translated("The export was cancelled."))
    case .failed(let sentence): place.complain(sentence)
    }
  }

  private func show(_ sentence: String, _ path: String, _ note: String?) {
    place.show(message: sentence, MessageAction(title: translated("Show in folder"), effect: .showInFolder(path)))
    if let note { place.tell([note]) }
  }

  // MARK: Their size

  /// Estimates the size of the picture that the page would make, after the change of strokes that is being
  /// computed.
  private func estimate(_ options: ExportOptions) {
    estimating?.cancel()
    waitingEstimate = place.session.strokesWillChange ? options : nil
    if waitingEstimate != nil { return }
    let document = place.session.settledDocument
    estimating = place.background.run { progress, send in
      send(document.estimatedSize(options) { !progress.isCancelled })
    } receive: { [self] (bytes: Int?) in
      place.overlay.showExportSize(bytes, of: options)
    }
  }

  /// Estimates what waited for a change of strokes.
  func resumeEstimate() { if let options = waitingEstimate { estimate(options) } }

  // MARK: Time-lapses

  private func ask(for options: FilmOptions) {
    film = options
    let name = place.drawing.proposedName(saver)
    let file =
      options.format.isFilm ? name + "." + options.format.rawValue : translated("{drawing} images", ["drawing": name])
    files.ask(files.request(.timeLapse(options.format), folder: folder ?? files.usualFolder, name: file)) {
      [self] path, replaces in
      makeFilm(at: path, options.ending(as: path), replaces: replaces)
    }
  }

  private func makeFilm(at path: String, _ options: FilmOptions, replaces: Bool) {
    // `FrameFolder` refuses a folder that contains images.
    if options.format.isFilm, !files.isUsable(path, replaces: replaces) { return }
    place.overlay.closeFileDialog()
    folder = PathText.folder(of: path)
    film.format = options.format
    makeFilm(at: path, options)
  }

  /// Makes a time-lapse, after the change of strokes that is being computed.
  func makeFilm(at path: String, _ options: FilmOptions) {
    if place.waits(.film(path: path, options), named: FileError.printable(PathText.name(of: path))) { return }
    // A stroke in progress is no edit yet.
    let job = FilmMaker.Job(document: place.session.settledDocument, options: options, path: path)
    films.add(job) { [self] in take($0) }
  }

  private func take(_ outcome: FilmMaker.Outcome) {
    switch outcome {
    case .written(let path, let note):
      show(translated("Time-lapse saved as {path}", ["path": FileError.printable(path)]), path, note)
    case .cancelled:
      // The window closes, so the message goes to standard error as well.
      if place.isEnding { place.say(translated("the time-lapse was cancelled; nothing is left of it")) }
      place.show(message: translated("The time-lapse was cancelled. Nothing is left of it."))
    case .failed(let sentence): place.complain(sentence)
    }
  }
}
