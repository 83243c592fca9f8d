import Document
import Export
import Files
import Glibc
import Ink
import Journal
import Language
import Paint
import Storage

/// Pictures and films of drawings, without a window.
extension Commands {
  /// Writes a drawing as a picture, or as an OpenRaster file with its layers and history.
  /// - Throws: `FileError` or `ExportError` with the message.
  static func export(_ request: ExportRequest) throws {
    let options = request.options
    try OutputFile(request.target, .file(request.format))
      .check(madeFrom: request.source, isForced: request.isForced)
    let filler = try filler(request.source)
    try finished(request.source, request.target) { progress throws(ExportError) in
      // The history of a drawing goes from file to file as it is.
      let document = try read(options?.needsFileHistory ?? false, progress) { fileHistory throws(FileError) in
        // A recording can be exported, too. Any other file that is no drawing is an error.
        if try isRecording(request.source) {
          return try drawing(request.source, as: ReplayDrawing(), filler, fileHistory)
        }
        return try opened(request.source, filler, fileHistory)
      }
      let part = progress.part(opening, 1)
      guard let options else { return try save(document, to: request.target, isForced: request.isForced, part) }
      try document.export(
        to: request.target, options, replacesProtected: request.isForced, title: title(request.source),
        filler: filler, progress: part)
    }
  }

  /// Writes the frames of a time-lapse.
  /// - Throws: `FileError` or `ExportError` with the message.
  static func frames(_ request: FramesRequest) throws {
    try checkOptions(request.drawing, for: request.source)
    let filler = try filler(request.source)
    try finished(request.source, request.folder) { progress throws(ExportError) in
      let document = try read(true, progress) { fileHistory throws(FileError) in
        try drawing(request.source, as: request.drawing, filler, fileHistory)
      }
      try document.exportFrames(
        to: request.folder, request.options, filler: filler, progress: progress.part(opening, 1))
    }
  }

  /// Writes a time-lapse as a film or as images.
  /// - Throws: `FileError` or `ExportError` with the message.
  static func film(_ request: FilmRequest) throws {
    if request.options.format.isFilm {
      try OutputFile(request.target, .film(request.options.format))
        .check(madeFrom: request.source, isForced: request.isForced)
    }
    let filler = try filler(request.source)
    try finished(request.source, request.target) { progress throws(ExportError) in
      let document = try read(true, progress) { fileHistory throws(FileError) in
        try drawing(request.source, as: ReplayDrawing(), filler, fileHistory)
      }
      try document.exportFilm(
        to: request.target, request.options, replacesProtected: request.isForced, environment: Standard.environment,
        filler: filler, progress: progress.part(opening, 1))
    }
  }

  /// The share of the progress for opening a drawing.
  static let opening = 0.3

  /// A request for the history of a drawing.
  struct HistoryRequest {
    /// Whether the history is needed.
    var isThere: Bool
    /// Takes the progress, 0 ... 1; returns false to cancel.
    var goesOn: (Double) -> Bool
  }

  /// Opens a drawing and reports the progress of it.
  static func read(
    _ needsFileHistory: Bool, _ progress: ExportProgress, _ body: (HistoryRequest) throws(FileError) -> Document
  ) throws(ExportError) -> Document {
    let part = progress.part(0, opening)
    let document: Document
    do throws(FileError) {
      document = try body(HistoryRequest(isThere: needsFileHistory) { (try? part.report($0)) != nil })
    } catch { throw .file(error) }
    try part.report(1)
    return document
  }

  /// Does work with a progress line on a terminal. A signal ends the process. Errors name the file.
  static func finished(
    _ source: String, _ target: String, _ body: (ExportProgress) throws(ExportError) -> Void
  ) throws {
    StopSignals.ignoreWriteSignals()
    let stopped = FileError(.write, target, fault: translated("it was stopped; nothing is left of it"))
    CommandSignals.setMessage("\(stopped)")
    let line = ProgressLine(translated("Writing {path}", ["path": FileError.printable(target)]))
    defer { line.end() }
    do throws(ExportError) {
      try body(
        ExportProgress { share in
          line.show(share)
          return true
        })
    } catch {
      line.end()
      switch error {
      case .cancelled: throw stopped
      case .refused(let fault):
        throw CommandError(
          description: translated("cannot draw {path}: {fault}", ["path": FileError.printable(source), "fault": fault]))
      case .file(let error): throw error
      }
    }
  }

  static func filler(_ path: String) throws(FileError) -> CoverageFiller {
    guard let filler = CoverageFiller() else {
      throw FileError(.read, path, fault: translated("there is not enough memory for drawing"))
    }
    return filler
  }

  /// Reads a drawing from a file, with its history if requested.
  static func opened(
    _ path: String, _ filler: CoverageFiller, _ request: HistoryRequest
  ) throws(FileError) -> Document {
    var notes: [String] = []
    var document = try Document.open(path, notes: &notes).document
    if request.isThere {
      document.keepEdits(in: store())
      do throws(PayloadError) { try document.replayHistory(filler: filler, isWanted: request.goesOn) } catch {
        notes.append(translated("The history of {path} is left out: {fault}", ["path": path, "fault": error.fault]))
      }
    }
    report(notes)
    return document
  }

  /// Writes a line for each note.
  static func report(_ notes: [String]) {
    for note in notes { Standard.error("fude: \(FileError.printable(note))\n") }
  }

  /// A store for the edits of a drawing that is drawn again, which may be tens of thousands. The
  /// oldest go to a file in the state folder. Without that file they stay in memory, compressed.
  static func store() -> EditStore {
    EditStore(workingAtOnce: EditStore.Limits()) {
      guard let folder = try? StateFolder.make(environment: Standard.environment) else { return nil }
      return try? SpillFile(folder: folder)
    }
  }

  /// The title of a file's drawing: the file's name without folder and type, so that pictures do
  /// not reveal folders.
  static func title(_ path: String) -> String {
    let name = FileError.printable(path.split(separator: "/").last.map(String.init) ?? "")
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
    return String(name[..<point])
  }
}

/// The error of a command that failed, for status 1.
struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, without a capital and a full stop.
  var description: String
}

extension ExportRequest {
  /// The options of a picture, for module Document; nil for a drawing.
  var options: ExportOptions? {
    guard format.isExported else { return nil }
    var options = ExportOptions(format: format)
    switch fineness {
    case .scale(let scale): options.fineness = .scale(scale)
    case .dpi(let density): options.fineness = .dpi(density)
    case nil: break
    }
    options.isDeep = isDeep
    options.isLossless = isLossless
    if let quality { options.quality = Int(quality.rounded()) }
    (options.layer, options.isTransparent, options.isCropped) = (layer, isTransparent, isCropped)
    return options
  }
}
