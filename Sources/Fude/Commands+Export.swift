import Desktop
import Document
import Files
import Glibc
import Ink
import Journal
import Paint

/// Pictures and films of drawings, without a window.
extension Commands {
  /// Draws a recording, or what a journal or a drawing tells, and writes it as a PNG image.
  /// - Throws: `FileError` or `ExportError` with the sentence to say.
  static func replay(_ request: Arguments.Replay) throws {
    let filler = try filler(request.recording)
    let document = try drawing(request.recording, as: request.drawing, filler)
    try finished(request.recording, request.output) { progress throws(ExportError) in
      try document.export(to: request.output, ExportOptions(), filler: filler, progress: progress)
    }
  }

  /// Writes a drawing as a picture.
  /// - Throws: `FileError` or `ExportError` with the sentence to say.
  static func export(_ request: ExportRequest) throws {
    let filler = try filler(request.source)
    // A recording may be exported as it is, but what is none of all is no drawing.
    let recorded =
      try Document.format(of: request.source) == nil
      ? try? drawing(request.source, as: ReplayDrawing(), filler) : nil
    let document = try recorded ?? opened(request.source, filler)
    try finished(request.source, request.target) { progress throws(ExportError) in
      try document.export(
        to: request.target, request.options, title: title(request.source), filler: filler, progress: progress)
    }
  }

  /// Writes the frames of a time-lapse.
  /// - Throws: `FileError` or `ExportError` with the sentence to say.
  static func frames(_ request: FramesRequest) throws {
    let filler = try filler(request.source)
    let document = try drawing(request.source, as: request.drawing, filler)
    try finished(request.source, request.folder) { progress throws(ExportError) in
      try document.exportFrames(to: request.folder, count: request.count, filler: filler, progress: progress)
    }
  }

  /// Does work that says how far it is where somebody looks, and that a signal ends. A fault is said of what it is about.
  private static func finished(
    _ source: String, _ target: String, _ body: (ExportProgress) throws(ExportError) -> Void
  ) throws {
    let signals = StopSignals(try Wakeup())
    let line = ProgressLine("Writing \(FileError.printable(target))")
    defer { line.end() }
    do throws(ExportError) {
      try body(
        ExportProgress { share in
          line.show(share)
          return !signals.hasCome
        })
    } catch {
      line.end()
      switch error {
      case .cancelled: throw FileError(.write, target, fault: "it was stopped; nothing is left of it")
      case .refused(let fault): throw CommandError(description: "cannot draw \(FileError.printable(source)): \(fault)")
      case .file(let error): throw error
      }
    }
  }

  private static func filler(_ path: String) throws(FileError) -> CoverageFiller {
    guard let filler = CoverageFiller() else {
      throw FileError(.read, path, fault: "there is no memory for drawing")
    }
    return filler
  }

  /// A drawing from a file, with all of its history that there is.
  private static func opened(_ path: String, _ filler: CoverageFiller) throws(FileError) -> Document {
    var notes: [String] = []
    var document = try Document.open(path, notes: &notes).document
    do throws(PayloadError) { try document.unpackPast(filler: filler) } catch {
      notes.append("The history of \(path) is left out: \(error.fault)")
    }
    for note in notes { Standard.error("fude: \(FileError.printable(note))\n") }
    return document
  }

  /// What a recording comes to, or a drawing from a file.
  private static func drawing(
    _ path: String, as wish: ReplayDrawing, _ filler: CoverageFiller
  ) throws(FileError) -> Document {
    if try Document.format(of: path) != nil { return try opened(path, filler) }
    let bytes = try InputFile.bytes(of: path, limit: recordingLimit)
    let recording: Recording
    do throws(RecordingError) { recording = try Recording(parsing: bytes) } catch {
      throw FileError(.read, path, fault: "\(error)")
    }
    let (width, height) = (wish.canvas?.width ?? recording.width, wish.canvas?.height ?? recording.height)
    guard var document = Document(width: width, height: height) else {
      throw FileError(.read, path, fault: "there is no memory for a canvas of \(width)x\(height) px")
    }
    let brushes = BrushShelf(folder: BrushShelf.systemFolder())
    if let missing = brushes.unknownBrush(in: recording) {
      throw FileError(.read, path, fault: brushes.absence(of: missing))
    }
    document.draw(
      recording, with: brushes, smoother: wish.smoother.flatMap(Smoother.init(rawValue:)) ?? .modelled,
      strength: wish.smoothing, filler: filler)
    return document
  }

  /// What a file's drawing is called: the file's name without folder and ending, for nobody is to learn from a picture where
  /// things are kept.
  static func title(_ path: String) -> String {
    let name = FileError.printable(path.split(separator: "/").last.map(String.init) ?? "")
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
    return String(name[..<point])
  }
}

/// A command that could not be done: one sentence, for status 1.
struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, without a capital and a full stop.
  var description: String
}

extension ExportRequest {
  /// The same for module Document.
  var options: ExportOptions {
    var options = ExportOptions()
    switch format {
    case .png: options.format = .png
    case .svg: options.format = .svg
    case .pdf: options.format = .pdf
    }
    switch fineness {
    case .scale(let scale): options.fineness = .scale(scale)
    case .dpi(let density): options.fineness = .dpi(density)
    case nil: break
    }
    (options.layer, options.isTransparent, options.isCropped) = (layer, isTransparent, isCropped)
    return options
  }
}
