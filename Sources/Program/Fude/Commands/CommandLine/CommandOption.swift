import Document
import Ink
import Language

/// The options of all commands. The raw value is the name without its dashes.
enum ArgumentOption: String, CaseIterable, Hashable, Sendable {
  case geometry, canvas, fullscreen, prediction, smoothing, new
  case output, scale, dpi, quality, lossless, depth, layer, transparent, crop, force
  case brush, color, seed, ground
  case brushSize = "brush-size"
  case frames, fps, seconds, width, size, smoother
  case inside, set, move, delete
  case apply, at
  case keepGoing = "keep-going"
  case history, from, to, results
  case asChanged = "as-changed"
  case watch, report, strokes, json, completions, help, version

  /// The long form.
  var name: String { "--" + rawValue }

  /// The short form's letter; nil for none.
  var letter: String? {
    switch self {
    case .output: "-o"
    case .help: "-h"
    default: nil
    }
  }
}

/// An option of one command: a row of the table that the parser, help, completions and the manual's
/// test read.
struct CommandOption: Hashable, Sendable {
  /// The value of an option.
  struct Value: Hashable, Sendable {
    /// Its name in the help: "WxH".
    var name: String
    var kind: Kind
  }

  /// The kinds of values.
  enum Kind: Hashable, Sendable {
    /// Any text.
    case text
    /// A size in px (`CanvasSize`).
    case size
    /// A window's geometry (`WindowGeometry`).
    case geometry
    /// A decimal number.
    case number(ClosedRange<Double>, inMilliseconds: Bool = false)
    /// A whole number.
    case whole(ClosedRange<Int>)
    /// A colour: #rrggbb.
    case colour
    /// One of these words.
    case choice([String])
    /// A file of one of these types, in lower case without the point. The user's case does not
    /// matter.
    case file([String])
    /// A file that is read, usually of one of these types, or a name.
    case source([String])
    case folder
    /// One of these words, a "=", and a value. Such an option can be given several times.
    case assignment([String])
  }

  var option: ArgumentOption
  /// The value; nil for an option without one.
  var value: Value?
  /// The description for help: a line without a capital and a full stop. The part before the first
  /// colon or semicolon is the short form.
  var about: String

  init(_ option: ArgumentOption, _ value: Value?, _ about: String) {
    (self.option, self.value, self.about) = (option, value, about)
  }

  /// An option without a value.
  init(_ option: ArgumentOption, _ about: String) { self.init(option, nil, about) }

  /// All forms with the value: "-o, --output OUT".
  var label: String {
    ((option.letter.map { [$0] } ?? []) + [option.name]).joined(separator: ", ") + (value.map { " " + $0.name } ?? "")
  }

  /// The short description.
  var brief: String { String(about.prefix { !":;：；".contains($0) }) }
}

extension CommandOption.Value {
  static let geometry = Self(name: "WxH+X+Y", kind: .geometry)
  static let size = Self(name: "WxH", kind: .size)

  static func whole(_ name: String, _ range: ClosedRange<Int>) -> Self { Self(name: name, kind: .whole(range)) }

  static func number(_ name: String, _ range: ClosedRange<Double>, inMilliseconds: Bool = false) -> Self {
    Self(name: name, kind: .number(range, inMilliseconds: inMilliseconds))
  }
}

/// The ranges of numbers.
enum OptionRange {
  /// `--prediction`, ms.
  static let prediction = 0...(StrokeModel.longestPrediction * 1000)
  /// `--smoothing`.
  static let smoothing = 0.0...100
  /// `--scale`, pixels a pixel.
  static let scale = 0.01...100
  /// `--quality`.
  static let quality = 1.0...100
  /// `--dpi`, pixels per inch.
  static let density = 1.0...4800
  /// `--fps`, frames a second.
  static let rate = 1.0...240
  /// `--width`, pixels.
  static let filmWidth = 16.0...8192
  /// `--size`, pixels.
  static let thumbnail = 16...2048
  /// `--brush-size`, px.
  static let brushSize = Brush.sizes
  /// `--seed`.
  static let seed = PaintConditions.seeds.lowerBound...(PaintConditions.seeds.upperBound - 1)
  /// `--seconds`: up to an hour.
  static let seconds = 0.1...3600

  /// "0 to 100".
  static func words(_ range: ClosedRange<Double>) -> String {
    translated("{least} to {most}", ["least": plain(range.lowerBound), "most": plain(range.upperBound)])
  }

  static func words(_ range: ClosedRange<Int>) -> String { words(Double(range.lowerBound)...Double(range.upperBound)) }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
