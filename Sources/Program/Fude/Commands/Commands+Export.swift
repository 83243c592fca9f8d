import Document
import Files
import Glibc
import Ink
import Journal
import Language
import Paint

/// Pictures and films of drawings, without a window.
extension Commands {
  /// Replays a recording, a journal or a drawing's history and writes a PNG image.
  /// - Throws: `FileError` or `ExportError` with the message.
  static func replay(_ request: Arguments.Replay) throws {
    try OutputFile(request.output, .picture(.png)).check(madeFrom: request.recording, isForced: request.isForced)
    let (filler, options) = (try filler(request.recording), ExportOptions())
    try finished(request.recording, request.output) { progress throws(ExportError) in
      let document = try read(options.needsPackedHistory, progress) { packedHistory throws(FileError) in
        try drawing(request.recording, as: request.drawing, filler, packedHistory)
      }
      try document.export(
        to: request.output, options, replacesProtected: request.isForced, filler: filler,
        progress: progress.part(opening, 1))
    }
  }

  /// Writes a drawing as a picture.
  /// - Throws: `FileError` or `ExportError` with the message.
  static func export(_ request: ExportRequest) throws {
    try OutputFile(request.target, .picture(request.options.format))
      .check(madeFrom: request.source, isForced: request.isForced)
    let filler = try filler(request.source)
    try finished(request.source, request.target) { progress throws(ExportError) in
      let document = try read(request.options.needsPackedHistory, progress) { packedHistory throws(FileError) in
        // A recording can be exported, too. Any other file that is no drawing is an error.
        if try isRecording(request.source) {
          return try drawing(request.source, as: ReplayDrawing(), filler, packedHistory)
        }
        return try opened(request.source, filler, packedHistory)
      }
      try document.export(
        to: request.target, request.options, replacesProtected: request.isForced, title: title(request.source),
        filler: filler, progress: progress.part(opening, 1))
    }
  }

  /// Writes the frames of a time-lapse.
  /// - Throws: `FileError` or `ExportError` with the message.
  static func frames(_ request: FramesRequest) throws {
    let filler = try filler(request.source)
    try finished(request.source, request.folder) { progress throws(ExportError) in
      let document = try read(true, progress) { packedHistory throws(FileError) in
        try drawing(request.source, as: request.drawing, filler, packedHistory)
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
      let document = try read(true, progress) { packedHistory throws(FileError) in
        try drawing(request.source, as: ReplayDrawing(), filler, packedHistory)
      }
      try document.exportFilm(
        to: request.target, request.options, replacesProtected: request.isForced, environment: Standard.environment,
        filler: filler, progress: progress.part(opening, 1))
    }
  }

  /// The share of the progress for opening a drawing.
  private static let opening = 0.3

  /// A request for the history of a drawing.
  private struct HistoryRequest {
    /// Whether the history is needed.
    var isThere: Bool
    /// Takes the progress, 0 ... 1; returns false to cancel.
    var goesOn: (Double) -> Bool
  }

  /// Opens a drawing and reports the progress of it.
  private static func read(
    _ needsPackedHistory: Bool, _ progress: ExportProgress, _ body: (HistoryRequest) throws(FileError) -> Document
  ) throws(ExportError) -> Document {
    let part = progress.part(0, opening)
    let document: Document
    do throws(FileError) {
      document = try body(HistoryRequest(isThere: needsPackedHistory) { (try? part.report($0)) != nil })
    } catch { throw .file(error) }
    try part.report(1)
    return document
  }

  /// Does work with a progress line on a terminal. A signal ends the process. Errors name the file.
  private static func finished(
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

  private static func filler(_ path: String) throws(FileError) -> CoverageFiller {
    guard let filler = CoverageFiller() else {
      throw FileError(.read, path, fault: translated("there is not enough memory for drawing"))
    }
    return filler
  }

  /// Reads a drawing from a file, with its history if requested.
  private static func opened(
    _ path: String, _ filler: CoverageFiller, _ request: HistoryRequest
  ) throws(FileError) -> Document {
    var notes: [String] = []
    var document = try Document.open(path, notes: &notes).document
    if request.isThere {
      document.keepEdits(in: store())
      do throws(PayloadError) { try document.unpackHistory(filler: filler, isWanted: request.goesOn) } catch {
        notes.append(translated("The history of {path} is left out: {fault}", ["path": path, "fault": error.fault]))
      }
    }
    for note in notes { Standard.error("fude: \(FileError.printable(note))\n") }
    return document
  }

  /// A store for the edits of a drawing that is drawn again, which may be tens of thousands. The
  /// oldest go to a file in the state folder. Without that file they stay in memory, compressed.
  private static func store() -> EditStore {
    EditStore(workingAtOnce: EditStore.Limits()) {
      guard let folder = try? StateFolder.make(environment: Standard.environment) else { return nil }
      return try? SpillFile(folder: folder)
    }
  }

  /// Whether a file begins like a recording, even if the rest is damaged.
  private static func isRecording(_ path: String) throws(FileError) -> Bool {
    let signature = Array("fude recording".utf8)
    return try InputFile.start(of: path, count: signature.count) == signature
  }

  /// The drawing of a recording or of a file.
  private static func drawing(
    _ path: String, as request: ReplayDrawing, _ filler: CoverageFiller, _ packedHistory: HistoryRequest
  ) throws(FileError) -> Document {
    if try Document.format(of: path) != nil { return try opened(path, filler, packedHistory) }
    let bytes = try InputFile.bytes(of: path, limit: recordingLimit)
    let recording: Recording
    do throws(RecordingError) { recording = try Recording(parsing: bytes) } catch {
      throw FileError(.read, path, fault: "\(error)")
    }
    let (width, height) = (request.canvas?.width ?? recording.width, request.canvas?.height ?? recording.height)
    guard var document = Document(width: width, height: height) else {
      throw FileError(
        .read, path,
        fault: translated("there is no memory for a canvas of {width}x{height} px", ["width": width, "height": height]))
    }
    let brushes = BrushLibrary(environment: Standard.environment)
    if let missing = brushes.unknownBrush(in: recording) {
      throw FileError(.read, path, fault: brushes.missingMessage(for: missing))
    }
    if packedHistory.isThere { document.keepEdits(in: store()) }
    var ink = RecordingInk()
    ink.smoother = request.smoother.flatMap(Smoother.init(rawValue:)) ?? .modelled
    ink.strength = request.smoothing
    document.draw(
      recording, with: brushes, as: ink, filler: filler, keepsEdits: packedHistory.isThere,
      isWanted: packedHistory.goesOn)
    return document
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
  /// The options for module Document.
  var options: ExportOptions {
    var options = ExportOptions()
    switch format {
    case .png: options.format = .png
    case .jpg, .jpeg: options.format = .jpeg
    case .webp: options.format = .webP
    case .svg: options.format = .svg
    case .pdf: options.format = .pdf
    }
    switch fineness {
    case .scale(let scale): options.fineness = .scale(scale)
    case .dpi(let density): options.fineness = .dpi(density)
    case nil: break
    }
    if let quality { options.quality = Int(quality.rounded()) }
    (options.layer, options.isTransparent, options.isCropped) = (layer, isTransparent, isCropped)
    return options
  }
}
