/// What `fude export` is to write: whole and possible as far as the command line alone tells. Whether the drawing has such a
/// layer, and whether so many pixels can be, its file must tell.
struct ExportRequest: Hashable, Sendable {
  /// What can be written; the raw value is the ending of the name.
  enum Format: String, CaseIterable, Hashable, Sendable {
    case png, svg, pdf

    /// By the ending of a file's name, in capitals or not; nil where it has none of these.
    init?(path: String) {
      let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
      self.init(rawValue: name[name.index(after: point)...].lowercased())
    }
  }

  /// How finely to draw. A PNG gets more pixels by it. SVG and PDF keep their size: there it is for what is no lines, such as
  /// the grain of a pencil.
  enum Fineness: Hashable, Sendable {
    /// Pixels for a px of the canvas, within `OptionRange.scale`.
    case scale(Double)
    /// Pixels for an inch of paper, within `OptionRange.density`; how large the canvas is on paper, the drawing says.
    case dpi(Double)
  }

  /// The drawing.
  var source: String
  /// The file to write.
  var target: String
  /// What that is to be, as the ending of `target` says.
  var format: Format
  /// How finely to draw it; nil for as finely as is usual.
  var fineness: Fineness?
  /// The name of the one layer that is wanted; nil for all that are shown.
  var layer: String?
  /// Whether the paper is left out. A single layer has none anyway.
  var isTransparent = false
  /// Whether to cut off what is empty round the drawing.
  var isCropped = false
  /// Whether a write-protected file may be replaced.
  var isForced = false
}

/// How `fude pens` is to tell of the pens.
enum PensRequest: Hashable, Sendable {
  /// What there is.
  case list
  /// Go on with what they report.
  case watch
  /// All that a report about a pen needs.
  case report
}

/// What `fude replay --frames` is to write: a time-lapse.
struct FramesRequest: Hashable, Sendable {
  /// `--fps` and `--seconds` where they are not given.
  static let usualRate = 30.0
  static let usualSeconds = 30.0

  /// The recording, the drawing with its history, or the journal.
  var source: String
  /// The folder for the frames.
  var folder: String
  /// Frames a second, within `OptionRange.rate`.
  var rate = usualRate
  /// How long the time-lapse takes, s, within `OptionRange.seconds`.
  var seconds = usualSeconds
  /// How it is drawn.
  var drawing = ReplayDrawing()

  /// How many frames that makes, at least 1.
  var count: Int { max(1, Int((rate * seconds).rounded())) }
}

/// How a recording is drawn again.
struct ReplayDrawing: Hashable, Sendable {
  /// The canvas, px; nil for the recording's own.
  var canvas: CanvasSize?
  /// The smoother's name, one of `Smoother`'s; nil for the default.
  var smoother: String?
  /// How much shake is taken out, within `OptionRange.smoothing`; nil for what was recorded.
  var smoothing: Double?
}
