import Document
import Export
import Files
import Ink
import Language
import Library
import MyPaint
import Paint
import Raster
import Storage

/// Drawings of recordings, without a window.
extension Commands {
  /// Replays a recording, a journal or a drawing's history and writes a PNG image or a drawing.
  /// - Throws: `FileError` or `CommandError` with the message.
  static func replay(_ request: Arguments.Replay) throws {
    let output = OutputFile(request.output, .file(request.format))
    try output.check(madeFrom: request.recording, isForced: request.isForced)
    if let ground = request.drawing.ground { try OutputFile.check(request.output, madeFrom: ground) }
    try checkOptions(request.drawing, for: request.recording)
    let (filler, options) = (try filler(request.recording), ExportOptions())
    // The history of a drawing goes from file to file as it is.
    let drawsHistory = try request.format == .openRaster && Document.format(of: request.recording) == nil
    try finished(request.recording, request.output) { progress throws(ExportError) in
      let document = try read(drawsHistory, progress) { history throws(FileError) in
        try drawing(request.recording, as: request.drawing, filler, history)
      }
      let part = progress.part(opening, 1)
      if request.format == .openRaster {
        return try save(document, to: request.output, isForced: request.isForced, part)
      }
      try document.export(
        to: request.output, options, replacesProtected: request.isForced, filler: filler, progress: part)
    }
  }

  /// Writes a drawing with its layers and history, and says if the history does not fit.
  static func save(
    _ document: Document, to path: String, isForced: Bool, _ progress: ExportProgress
  ) throws(ExportError) {
    do throws(FileError) {
      // Nothing cancels a command but a signal, which ends the process.
      let saved = try document.save(to: path, replacesProtected: isForced) { try? progress.report($0) }
      if saved.isShort { report([saved.statement(PathText.shown(path))]) }
    } catch { throw .file(error) }
  }

  /// Throws if options need a recording and the source is none.
  static func checkOptions(_ request: ReplayDrawing, for source: String) throws {
    let options = request.recordingOptions
    guard !options.isEmpty, try Document.format(of: source) != nil else { return }
    throw CommandError(
      description: translated(
        "{path} is not a recording, so it cannot be drawn with {options}",
        ["path": FileError.printable(source), "options": options.map(\.name).joined(separator: ", ")]))
  }

  /// Whether a file begins like a recording, even if the rest is damaged.
  static func isRecording(_ path: String) throws(FileError) -> Bool {
    let signature = Array("fude recording".utf8)
    return try InputFile.start(of: path, count: signature.count) == signature
  }

  /// The drawing of a recording or of a file.
  static func drawing(
    _ path: String, as request: ReplayDrawing, _ filler: CoverageFiller, _ history: HistoryRequest
  ) throws(FileError) -> Document {
    if try Document.format(of: path) != nil {
      var document = try opened(path, filler, history)
      if request.isTransparent { _ = document.perform(.setPaperShown(false)) }
      return document
    }
    let bytes = try InputFile.bytes(of: path, limit: recordingLimit)
    let recording: Recording
    do throws(RecordingError) { recording = try Recording(parsing: bytes) } catch {
      throw FileError(.read, path, fault: "\(error)")
    }
    var brushes = BrushLibrary(environment: Standard.environment)
    let ink = try ink(request, of: recording, &brushes, path)
    let (width, height) = (request.canvas?.width ?? recording.width, request.canvas?.height ?? recording.height)
    let ground = try request.ground.map { path throws(FileError) in
      try picture(path, isOnEndless: Document.isEndless(width: width, height: height))
    }
    guard
      var document = Document(width: width, height: height, ground: ground, isPaperShown: !request.isTransparent)
    else {
      throw FileError(
        .read, path,
        fault: translated("there is no memory for a canvas of {width}x{height} px", ["width": width, "height": height]))
    }
    if history.isThere { document.keepEdits(in: store()) }
    document.draw(
      recording, with: { brushes[$0] }, as: ink, filler: filler, keepsEdits: history.isThere, isWanted: history.goesOn)
    return document
  }

  /// How a recording is inked. Adds brushes of MyPaint that it names to the others. Throws if a brush is
  /// unknown, damaged or cannot be painted with.
  private static func ink(
    _ request: ReplayDrawing, of recording: Recording, _ brushes: inout BrushLibrary, _ path: String
  ) throws(FileError) -> RecordingInk {
    var ink = RecordingInk()
    ink.smoother = request.smoother.flatMap(Smoother.init(rawValue:)) ?? .steady
    ink.strength = request.smoothing
    (ink.size, ink.colour, ink.seed) = (request.brushSize, request.colour, request.seed ?? 0)
    let used: [Brush]
    if let word = request.brush {
      let brush = try brush(word, &brushes)
      ink.brush = brush
      used = [brush]
    } else {
      while let missing = brushes.unknownBrush(in: recording) {
        guard try addBrush(missing, to: &brushes) else {
          throw FileError(.read, path, fault: brushes.missingMessage(for: missing))
        }
      }
      var kinds: Set<String> = []
      recording.forEachStroke {
        kinds.insert($0.brush.kind)
        return true
      }
      used = kinds.compactMap { brushes[$0] }
    }
    if used.contains(where: { $0.paint != nil }), case .failure(let absence) = MyPaintLibrary.loaded {
      throw FileError(.read, request.brush ?? path, fault: "\(absence)")
    }
    return ink
  }

  /// Adds the brush of a folder with a name; false if the user's folders have none. Throws if its file is
  /// damaged.
  private static func addBrush(_ name: String, to brushes: inout BrushLibrary) throws(FileError) -> Bool {
    let folders = BrushCatalogue.folders(environment: Standard.environment)
    guard Brush.isRecordedName(name),
      let entry = BrushCatalogue.entry(named: name, in: folders, taken: brushes.ownNames)
    else { return false }
    brushes.add(try BrushFile.brush(at: entry.path, named: name))
    return true
  }

  /// The brush of a word of the command line, as below. Throws also if nothing paints with it here.
  static func brush(
    _ word: String, _ brushes: inout BrushLibrary, neededBy path: String
  ) throws(FileError) -> Brush {
    let brush = try brush(word, &brushes)
    if brush.paint != nil, case .failure(let absence) = MyPaintLibrary.loaded {
      throw FileError(.read, path, fault: "\(absence)")
    }
    return brush
  }

  /// The brush of a word of the command line: a file, or the name of a known brush.
  private static func brush(_ word: String, _ brushes: inout BrushLibrary) throws(FileError) -> Brush {
    if let brush = brushes[word] { return brush }
    if try addBrush(word, to: &brushes), let brush = brushes[word] { return brush }
    let isFile = BrushFile.endings.contains { word.lowercased().hasSuffix("." + $0) } || FileFacts.exists(word)
    guard isFile else { throw FileError(.read, word, fault: brushes.missingMessage(for: FileError.printable(word))) }
    return try BrushFile.brush(at: word)
  }

  /// The pixels of a picture to draw on.
  private static func picture(_ path: String, isOnEndless: Bool) throws(FileError) -> TileGrid {
    if isOnEndless {
      throw FileError(
        .read, path, fault: translated("an endless canvas has no upper left corner; give a size with --canvas"))
    }
    guard try Document.format(of: path)?.isPicture ?? false else {
      throw FileError(.read, path, fault: translated("it is not a PNG, JPEG or WebP picture"))
    }
    var notes: [String] = []
    let picture = try Document.open(path, notes: &notes).document
    report(notes)
    return picture.layers[0].image
  }
}
