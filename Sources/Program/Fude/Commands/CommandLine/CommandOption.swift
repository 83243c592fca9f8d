import Ink
import Language

/// The options that some command has; the raw value is the name without its dashes.
enum ArgumentOption: String, CaseIterable, Hashable, Sendable {
  case geometry, canvas, fullscreen, prediction, smoothing, new
  case output, scale, dpi, layer, transparent, crop, force
  case frames, fps, seconds, smoother
  case watch, report, json, completions, help, version

  /// How it is written in full.
  var name: String { "--" + rawValue }

  /// How it is written in short, if at all.
  var letter: String? {
    switch self {
    case .output: "-o"
    case .help: "-h"
    default: nil
    }
  }
}

/// An option as one command has it: a line of the table that parser, help, completions and the manual's test read.
struct CommandOption: Hashable, Sendable {
  /// What is given with an option.
  struct Value: Hashable, Sendable {
    /// What it is called: "WxH".
    var name: String
    /// What it can be.
    var kind: Kind
  }

  /// What a value can be.
  enum Kind: Hashable, Sendable {
    /// Any text.
    case text
    /// Two whole numbers of px, as `CanvasSize` reads them.
    case size
    /// As `WindowGeometry` reads it.
    case geometry
    /// A decimal number.
    case number(ClosedRange<Double>, inMilliseconds: Bool = false)
    /// One of these words.
    case choice([String])
    /// A file with one of these endings, in small letters and without their points, whatever case it is written in.
    case file([String])
    /// A folder.
    case folder
  }

  /// Which option it is.
  var option: ArgumentOption
  /// What is given with it; nil for an option without a value.
  var value: Value?
  /// What it says, for help: a line of text without a capital and a full stop. The part before the first colon or
  /// semicolon stands alone where there is little room.
  var about: String

  init(_ option: ArgumentOption, _ value: Value?, _ about: String) {
    (self.option, self.value, self.about) = (option, value, about)
  }

  /// An option without a value.
  init(_ option: ArgumentOption, _ about: String) { self.init(option, nil, about) }

  /// All ways of writing it, and its value: "-o, --output OUT".
  var label: String {
    ((option.letter.map { [$0] } ?? []) + [option.name]).joined(separator: ", ") + (value.map { " " + $0.name } ?? "")
  }

  /// What it says, shortly.
  var brief: String { String(about.prefix { !":;：；".contains($0) }) }
}

extension CommandOption.Value {
  static let geometry = Self(name: "WxH+X+Y", kind: .geometry)
  static let size = Self(name: "WxH", kind: .size)

  static func number(_ name: String, _ range: ClosedRange<Double>, inMilliseconds: Bool = false) -> Self {
    Self(name: name, kind: .number(range, inMilliseconds: inMilliseconds))
  }
}

/// The numbers that options take.
enum OptionRange {
  /// `--prediction`, ms.
  static let prediction = 0...(StrokeModel.longestPrediction * 1000)
  /// `--smoothing`.
  static let smoothing = 0.0...100
  /// `--scale`, pixels a pixel.
  static let scale = 0.01...100
  /// `--dpi`, pixels per inch.
  static let density = 1.0...4800
  /// `--fps`, frames a second.
  static let rate = 1.0...240
  /// `--seconds`: up to an hour.
  static let seconds = 0.1...3600

  /// "0 to 100".
  static func words(_ range: ClosedRange<Double>) -> String {
    translated("{least} to {most}", ["least": plain(range.lowerBound), "most": plain(range.upperBound)])
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
