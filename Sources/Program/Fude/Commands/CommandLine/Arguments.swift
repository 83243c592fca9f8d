import Desktop
import Document
import Export
import Language

/// The parsed command line. Parsing looks at nothing but the words.
struct Arguments: Hashable, Sendable {
  /// A command with its options.
  enum Command: Hashable, Sendable {
    /// Open a window and draw.
    case draw(Draw)
    /// Write a drawing as a picture.
    case export(ExportRequest)
    /// Draw a recording without a window and write a PNG or a drawing.
    case replay(Replay)
    /// Write the frames of a time-lapse.
    case frames(FramesRequest)
    /// Write a time-lapse as a film or as images.
    case film(FilmRequest)
    /// Change strokes of a drawing.
    case edit(EditRequest)
    /// Perform the operations of a script on a drawing.
    case apply(ApplyRequest)
    /// Write a small picture of a file.
    case thumbnail(ThumbnailRequest)
    /// Draw, and record the pen in a file. `isForced` replaces any file.
    case record(path: String, isForced: Bool = false, Draw)
    /// List, watch or report the pens.
    case pens(PensRequest)
    /// List the brushes.
    case brushes(isJSON: Bool)
    /// Describe a file.
    case info(path: String, isJSON: Bool)
    /// List the strokes of a drawing.
    case strokes(path: String, isJSON: Bool)
    /// List the operations of a drawing, by their numbers from 1.
    case history(OperationsRequest)
    /// Print a shell's completion script.
    case completions(Completions)
    /// Print the version.
    case version
    /// Print the help of the program or of a command.
    case help(CommandName)
  }

  /// How to open the window.
  struct Draw: Hashable, Sendable {
    /// The drawing to open; nil for a new one.
    var file: String?
    /// Whether to start with a new drawing although another was not closed.
    var isNew = false
    /// The window's place.
    var geometry: WindowGeometry?
    /// The size of a new canvas, px.
    var canvas: CanvasSize?
    /// Whether to fill the screen.
    var isFullscreen = false
    /// The time for which ink is predicted, ms, within `OptionRange.prediction`; nil for the
    /// default.
    var prediction: Double?
    /// The smoothing, within `OptionRange.smoothing`; nil for the default.
    var smoothing: Double?
  }

  /// What to replay into one file.
  struct Replay: Hashable, Sendable {
    /// The formats.
    static let formats = [FileFormat.png, .openRaster]

    /// The recording, the drawing with its history, or the journal.
    var recording: String
    /// The file to write.
    var output: String
    /// The format of `output`, by its name.
    var format: FileFormat { FileFormat(writtenTo: output) == .openRaster ? .openRaster : .png }
    /// How it is drawn.
    var drawing = ReplayDrawing()
    /// Whether a file that is write-protected or of another format may be replaced.
    var isForced = false
  }

  /// What to do.
  var command: Command

  /// Parses the words after the program's name.
  static func parse(_ words: [String]) -> Result<Arguments, UsageError> {
    do throws(UsageError) { return .success(Arguments(command: try command(words))) } catch { return .failure(error) }
  }

  private static func command(_ words: [String]) throws(UsageError) -> Command {
    // Only the first word can be a command, so that a file of such a name can be opened as ./NAME
    // or after "--".
    let name = CommandName.named.first { $0.rawValue == words.first } ?? .draw
    var scanner = ArgumentScanner(name == .draw ? words[...] : words.dropFirst(), of: name.description)
    let given: GivenArguments
    switch try scanner.all() {
    case .given(let all): given = all
    case .help: return .help(name)
    case .version: return .version
    }
    switch name {
    case .draw:
      if let shell = given.text(.completions).flatMap(Completions.init(rawValue:)) {
        guard given.operand == nil, given.values.count == 1 else {
          throw scanner.error(translated("--completions stands alone"))
        }
        return .completions(shell)
      }
      guard given.operand == nil || !given.has(.new) else {
        throw scanner.error(translated("--new begins a drawing, so it takes no FILE"))
      }
      return .draw(draw(given, file: given.operand))
    case .record:
      return .record(path: try scanner.operand(given), isForced: given.has(.force), draw(given, file: nil))
    case .export: return .export(try export(given, scanner))
    case .replay: return try replay(given, scanner)
    case .timelapse: return .film(try film(given, scanner))
    case .edit:
      if given.has(.apply) { return .apply(try apply(given, scanner)) }
      _ = try scanner.operand(given)
      if let option = [ArgumentOption.at, .keepGoing].first(where: { given.has($0) }) {
        throw needing(option, .apply, scanner)
      }
      return .edit(try edit(given, scanner))
    case .thumbnail:
      let source = try scanner.operand(given)
      guard let target = given.text(.output) else {
        throw scanner.error(translated("-o OUT is missing: fude thumbnail FILE -o OUT"))
      }
      var request = ThumbnailRequest(source: source, target: target)
      if let size = given.number(.size) { request.size = Int(size) }
      return .thumbnail(request)
    case .pens:
      guard !given.has(.watch) || !given.has(.report) else {
        throw scanner.error(translated("--watch and --report exclude each other"))
      }
      return .pens(given.has(.watch) ? .watch : given.has(.report) ? .report : .list)
    case .brushes: return .brushes(isJSON: given.has(.json))
    case .info:
      let (path, isJSON) = (try scanner.operand(given), given.has(.json))
      if given.has(.history) {
        if given.has(.strokes) { throw excluding(.history, .strokes, scanner) }
        let (first, last) = (given.number(.from).map { Int($0) } ?? 1, given.number(.to).map { Int($0) } ?? Int.max)
        if last < first {
          throw scanner.error(
            translated(
              "{option} {value} is before {other} {start}",
              ["option": "--to", "value": last, "other": "--from", "start": first]))
        }
        if given.has(.results), !isJSON { throw needing(.results, .json, scanner) }
        return .history(
          OperationsRequest(
            source: path, isJSON: isJSON, range: first...last, carriesResults: given.has(.results)))
      }
      if let option = [ArgumentOption.from, .to, .results].first(where: { given.has($0) }) {
        throw needing(option, .history, scanner)
      }
      return given.has(.strokes) ? .strokes(path: path, isJSON: isJSON) : .info(path: path, isJSON: isJSON)
    }
  }

  private static func needing(
    _ option: ArgumentOption, _ other: ArgumentOption, _ scanner: ArgumentScanner
  ) -> UsageError {
    scanner.error(translated("{option} needs {other}", ["option": option.name, "other": other.name]))
  }

  static func excluding(
    _ option: ArgumentOption, _ other: ArgumentOption, _ scanner: ArgumentScanner
  ) -> UsageError {
    scanner.error(
      translated("{option} and {other} exclude each other", ["option": option.name, "other": other.name]))
  }

  private static func draw(_ given: GivenArguments, file: String?) -> Draw {
    Draw(
      file: file, isNew: given.has(.new), geometry: given.geometry(.geometry), canvas: given.size(.canvas),
      isFullscreen: given.has(.fullscreen),
      prediction: given.number(.prediction), smoothing: given.number(.smoothing))
  }

  private static func export(_ given: GivenArguments, _ scanner: ArgumentScanner) throws(UsageError) -> ExportRequest {
    let source = try scanner.operand(given)
    guard let target = given.text(.output), let format = FileFormat(writtenTo: target) else {
      throw scanner.error(
        translated(
          "-o OUT is missing: fude export FILE -o OUT.{types}",
          ["types": FileFormat.written.map(\.ending).joined(separator: "|")]))
    }
    var request = ExportRequest(source: source, target: target, format: format)
    if !format.isExported {
      for option in [ArgumentOption.scale, .dpi, .quality, .lossless, .depth, .layer, .transparent, .crop]
      where given.has(option) {
        throw scanner.error(
          translated("{option} is for pictures, not for a drawing (.ora)", ["option": option.name]))
      }
    }
    if let scale = given.number(.scale) { request.fineness = .scale(scale) }
    if let density = given.number(.dpi) {
      guard !given.has(.scale) else { throw scanner.error(translated("--scale and --dpi exclude each other")) }
      request.fineness = .dpi(density)
    }
    if let quality = given.number(.quality) {
      guard format.hasQuality else {
        throw scanner.error(
          translated(
            "{option} is for these formats only: {formats}",
            ["option": "--quality", "formats": names(of: \.hasQuality)]))
      }
      request.quality = quality
    }
    if given.has(.lossless) {
      guard format.canBeLossless else {
        throw scanner.error(
          translated(
            "{option} is for these formats only: {formats}",
            ["option": "--lossless", "formats": names(of: \.canBeLossless)]))
      }
      guard !given.has(.quality) else { throw scanner.error(translated("--quality and --lossless exclude each other")) }
      request.isLossless = true
    }
    if let depth = given.text(.depth) {
      guard format.canBeDeep else {
        throw scanner.error(
          translated(
            "{option} is for these formats only: {formats}", ["option": "--depth", "formats": names(of: \.canBeDeep)]))
      }
      request.isDeep = depth == "16"
    }
    request.layer = given.text(.layer)
    request.isTransparent = given.has(.transparent)
    request.isCropped = given.has(.crop)
    request.isForced = given.has(.force)
    return request
  }

  /// The names of the formats that have a property.
  private static func names(of property: (FileFormat) -> Bool) -> String {
    FileFormat.written.filter(property).map(\.name).joined(separator: ", ")
  }

  private static func replay(_ given: GivenArguments, _ scanner: ArgumentScanner) throws(UsageError) -> Command {
    let source = try scanner.operand(given)
    var drawing = ReplayDrawing(
      canvas: given.size(.canvas), smoother: given.text(.smoother), smoothing: given.number(.smoothing))
    (drawing.brush, drawing.brushSize) = (given.text(.brush), given.number(.brushSize))
    (drawing.colour, drawing.seed) = (given.colour(.color), given.number(.seed).map { Int($0) })
    (drawing.ground, drawing.isTransparent) = (given.text(.ground), given.has(.transparent))
    switch (given.text(.output), given.text(.frames)) {
    case (let output?, nil):
      for option in [ArgumentOption.fps, .seconds, .asChanged] where given.has(option) {
        throw scanner.error(translated("{option} goes with --frames DIR, not with -o", ["option": option.name]))
      }
      return .replay(Replay(recording: source, output: output, drawing: drawing, isForced: given.has(.force)))
    case (nil, let folder?):
      for option in [ArgumentOption.force, .transparent] where given.has(option) {
        throw scanner.error(translated("{option} goes with -o OUT, not with --frames", ["option": option.name]))
      }
      return .frames(
        FramesRequest(
          source: source, folder: folder, rate: given.number(.fps) ?? FramesRequest.usualRate,
          seconds: given.number(.seconds) ?? FramesRequest.usualSeconds, showsFinalStrokes: given.has(.asChanged),
          drawing: drawing))
    case (nil, nil):
      throw scanner.error(translated("replay needs a file or folder to write: -o OUT.png, -o OUT.ora or --frames DIR"))
    case (_?, _?): throw scanner.error(translated("-o and --frames exclude each other"))
    }
  }

  private static func film(_ given: GivenArguments, _ scanner: ArgumentScanner) throws(UsageError) -> FilmRequest {
    let source = try scanner.operand(given)
    var request: FilmRequest
    switch (given.text(.output), given.text(.frames)) {
    case (let output?, nil):
      request = FilmRequest(source: source, target: output)
      request.options.format = FilmOptions.Format(endingOf: output) ?? .mp4
    case (nil, let folder?):
      if given.has(.force) {
        throw scanner.error(
          translated("{option} goes with -o OUT, not with --frames", ["option": ArgumentOption.force.name]))
      }
      request = FilmRequest(source: source, target: folder)
      request.options.format = .frames
    case (nil, nil):
      throw scanner.error(translated("timelapse needs a file or folder to write: -o OUT.mp4 or --frames DIR"))
    case (_?, _?): throw scanner.error(translated("-o and --frames exclude each other"))
    }
    if let rate = given.number(.fps) { request.options.rate = rate }
    if let seconds = given.number(.seconds) { request.options.seconds = seconds }
    if let width = given.number(.width) { request.options.size = .width(Int(width.rounded())) }
    request.isForced = given.has(.force)
    request.options.showsFinalStrokes = given.has(.asChanged)
    return request
  }

  /// A word of the command line for a message, without characters that disturb a terminal.
  static func quoted(_ word: String) -> String {
    let scalars = word.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }
    return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
  }
}

/// The error in a command line, for status 2.
struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exit status for usage errors.
  static let status: Int32 = 2
  /// The message after the program's name, without a capital and a full stop.
  var description: String
}
