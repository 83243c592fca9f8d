import Desktop
import Ink

/// What the command line asks for: parsed from the words after the program's name, without looking at anything else.
struct Arguments: Hashable, Sendable {
  /// What to do, with all that it needs.
  enum Command: Hashable, Sendable {
    /// Open a window and draw.
    case draw(Draw)
    /// Draw a recording without a window and write a PNG.
    case replay(Replay)
    /// Draw, and keep what the pen did in a file.
    case record(path: String, Draw)
    /// List the pens.
    case pens
    /// Say which version this is.
    case version
    /// Explain the command line, or a part of it.
    case help(HelpTopic)
  }

  /// How to open the window.
  struct Draw: Hashable, Sendable {
    /// The drawing to open; nil for a new one.
    var file: String?
    /// The window's place.
    var geometry: WindowGeometry?
    /// The size of a new canvas, px.
    var canvas: CanvasSize?
    /// Whether to fill the screen.
    var isFullscreen = false
    /// How far ink may run ahead of the pen, ms, within `predictions`; nil for the default.
    var prediction: Double?
    /// How much shake is taken out, within `smoothings`; nil for the default.
    var smoothing: Double?
  }

  /// What to replay.
  struct Replay: Hashable, Sendable {
    /// The recording.
    var recording: String
    /// The PNG to write.
    var output: String
    /// The canvas, px; nil for the recording's own.
    var canvas: CanvasSize?
    /// The smoother's name, one of those that were allowed; nil for the default.
    var smoother: String?
    /// How much shake is taken out, within `smoothings`; nil for what was recorded.
    var smoothing: Double?
  }

  /// What there is help about.
  enum HelpTopic: Hashable, Sendable, CaseIterable {
    case program, replay, record, pens
  }

  /// What to do.
  var command: Command

  /// The names that smoothers have on the command line.
  static let smootherNames = Smoother.allCases.map(\.rawValue)

  /// What `--prediction` can be, ms.
  static let predictions = 0...(StrokeModel.longestPrediction * 1000)
  /// What `--smoothing` can be.
  static let smoothings = 0.0...100

  /// Parses the words after the program's name.
  /// - Parameter smoothers: the values that `--smoother` takes.
  static func parse(
    _ words: [String], smoothers: [String] = smootherNames
  ) -> Result<Arguments, UsageError> {
    do throws(UsageError) {
      return .success(Arguments(command: try command(words, smoothers)))
    } catch { return .failure(error) }
  }

  private static func command(_ words: [String], _ smoothers: [String]) throws(UsageError) -> Command {
    // Only the first word can be a command, so that a file of such a name can be opened as ./NAME or after "--".
    switch words.first {
    case "replay": return try replay(words.dropFirst(), smoothers)
    case "record": return try record(words.dropFirst())
    case "pens": return try pens(words.dropFirst())
    default: return try draw(words[...])
    }
  }

  /// The options of a window to draw in.
  private static let drawing: [ArgumentOption] = [.geometry, .canvas, .fullscreen, .prediction, .smoothing]

  private static func draw(_ words: ArraySlice<String>) throws(UsageError) -> Command {
    var scanner = ArgumentScanner(words, of: .program, drawing + [.help, .version])
    var draw = Draw()
    while let token = try scanner.next() {
      switch token {
      case .operand(let word):
        guard draw.file == nil else { throw scanner.error("one FILE can be opened, not also \(quoted(word))") }
        draw.file = word
      case .option(.help, _): return .help(.program)
      case .option(.version, _): return .version
      case .option(let option, let value): try take(option, value, &draw, scanner)
      }
    }
    return .draw(draw)
  }

  private static func record(_ words: ArraySlice<String>) throws(UsageError) -> Command {
    var scanner = ArgumentScanner(words, of: .record, drawing + [.help])
    var draw = Draw()
    var path: String?
    while let token = try scanner.next() {
      switch token {
      case .operand(let word):
        guard path == nil else { throw scanner.error("record writes one file, not also \(quoted(word))") }
        path = word
      case .option(.help, _): return .help(.record)
      case .option(let option, let value): try take(option, value, &draw, scanner)
      }
    }
    guard let path else { throw scanner.error("record needs the file to write: fude record OUT") }
    return .record(path: path, draw)
  }

  private static func take(
    _ option: ArgumentOption, _ value: String, _ draw: inout Draw, _ scanner: ArgumentScanner
  ) throws(UsageError) {
    switch option {
    case .geometry:
      do throws(DesktopError) { draw.geometry = try WindowGeometry(parsing: value) } catch {
        throw scanner.error("--geometry: \(error)")
      }
    case .canvas: draw.canvas = try canvas(value, scanner)
    case .fullscreen: draw.isFullscreen = true
    case .prediction: draw.prediction = try prediction(value, scanner)
    case .smoothing: draw.smoothing = try smoothing(value, scanner)
    default: break
    }
  }

  private static func replay(_ words: ArraySlice<String>, _ smoothers: [String]) throws(UsageError) -> Command {
    var scanner = ArgumentScanner(words, of: .replay, [.output, .canvas, .smoother, .smoothing, .help])
    var recording: String?
    var output: String?
    var size: CanvasSize?
    var smoother: String?
    var strength: Double?
    while let token = try scanner.next() {
      switch token {
      case .operand(let word):
        guard recording == nil else { throw scanner.error("replay reads one RECORDING, not also \(quoted(word))") }
        recording = word
      case .option(.help, _): return .help(.replay)
      case .option(.canvas, let value): size = try canvas(value, scanner)
      case .option(.smoother, let value):
        guard smoothers.contains(value) else {
          throw scanner.error("--smoother \(quoted(value)) is none of \(smoothers.joined(separator: ", "))")
        }
        smoother = value
      case .option(.smoothing, let value): strength = try smoothing(value, scanner)
      case .option(_, let value):
        guard value.count > 4, value.lowercased().hasSuffix(".png") else {
          throw scanner.error("replay writes PNG files, but \(quoted(value)) does not end in .png")
        }
        output = value
      }
    }
    guard let recording else { throw scanner.error("replay needs a recording: fude replay RECORDING -o OUT.png") }
    guard let output else { throw scanner.error("replay needs a file to write: fude replay RECORDING -o OUT.png") }
    return .replay(
      Replay(recording: recording, output: output, canvas: size, smoother: smoother, smoothing: strength))
  }

  private static func pens(_ words: ArraySlice<String>) throws(UsageError) -> Command {
    var scanner = ArgumentScanner(words, of: .pens, [.help])
    while let token = try scanner.next() {
      guard case .operand(let word) = token else { return .help(.pens) }
      throw scanner.error("pens takes no file, but there is \(quoted(word))")
    }
    return .pens
  }

  private static func prediction(_ value: String, _ scanner: ArgumentScanner) throws(UsageError) -> Double {
    guard let ms = number(value), predictions.contains(ms) else {
      throw scanner.error("--prediction \(quoted(value)) is not a number of milliseconds from 0 to 16")
    }
    return ms
  }

  private static func smoothing(_ value: String, _ scanner: ArgumentScanner) throws(UsageError) -> Double {
    guard let strength = number(value), smoothings.contains(strength) else {
      throw scanner.error("--smoothing \(quoted(value)) is not a number from 0 to 100")
    }
    return strength
  }

  /// A decimal number without sign and exponent, as a user writes one; nil for anything else.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }) else { return nil }
    return Double(text)
  }

  private static func canvas(_ value: String, _ scanner: ArgumentScanner) throws(UsageError) -> CanvasSize {
    guard let size = CanvasSize(value) else {
      throw scanner.error("--canvas \(quoted(value)) is not a size such as 3840x2160")
    }
    guard size.isPossible else {
      throw scanner.error(
        "--canvas \(quoted(value)) is too large: at most \(CanvasSize.side) px a side and 1000 megapixels are possible")
    }
    return size
  }

  /// A word of the user's for a message, without what could disturb a terminal.
  static func quoted(_ word: String) -> String {
    let scalars = word.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }
    return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
  }
}

/// A command line that cannot be understood: one sentence, for status 2.
struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exit status that goes with it.
  static let status: Int32 = 2
  /// What is wrong, without a capital and a full stop, as it stands after the program's name.
  var description: String
}
