import Document
import Export

/// A request of `fude export`, checked as far as possible without reading the drawing.
struct ExportRequest: Hashable, Sendable {
  /// The resolution. A PNG gets more pixels. SVG and PDF keep their size; the resolution is for
  /// parts that are no lines, such as the grain of a pencil.
  enum Fineness: Hashable, Sendable {
    /// Pixels per canvas px, within `OptionRange.scale`.
    case scale(Double)
    /// Pixels per inch, within `OptionRange.density`. The drawing has its size on paper.
    case dpi(Double)
  }

  /// The drawing.
  var source: String
  /// The file to write.
  var target: String
  /// The format of `target`.
  var format: FileFormat
  /// The resolution; nil for the usual one.
  var fineness: Fineness?
  /// The name of the only layer to export; nil for all visible ones.
  var layer: String?
  /// Whether the paper is left out. A single layer has none anyway.
  var isTransparent = false
  /// Whether to crop to the drawn area.
  var isCropped = false
  /// The quality of a JPEG or WebP, within `OptionRange.quality`; nil for the usual one.
  var quality: Double?
  /// Whether a WebP has no losses.
  var isLossless = false
  /// Whether a PNG has 16 bits a channel.
  var isDeep = false
  /// Whether a file that is write-protected or of another format may be replaced.
  var isForced = false
}

/// The forms of `fude pens`.
enum PensRequest: Hashable, Sendable {
  /// The list of devices.
  case list
  /// The devices' reports, until a signal.
  case watch
  /// The report on pens.
  case report
}

/// A request of `fude replay --frames`: a time-lapse.
struct FramesRequest: Hashable, Sendable {
  /// The defaults of `--fps` and `--seconds`.
  static let usualRate = 30.0
  static let usualSeconds = 30.0

  /// The recording, the drawing with its history, or the journal.
  var source: String
  /// The folder for the frames.
  var folder: String
  /// Frames a second, within `OptionRange.rate`.
  var rate = usualRate
  /// The length of the time-lapse, s, within `OptionRange.seconds`.
  var seconds = usualSeconds
  /// Whether strokes that were changed later appear as they are in the end.
  var showsFinalStrokes = false
  /// How it is drawn.
  var drawing = ReplayDrawing()

  /// The options for module Document.
  var options: FilmOptions {
    var options = FilmOptions()
    options.showsFinalStrokes = showsFinalStrokes
    (options.format, options.rate, options.seconds) = (.frames, rate, seconds)
    return options
  }
}

/// A request of `fude info --history`.
struct OperationsRequest: Hashable, Sendable {
  /// The drawing.
  var source: String
  /// Whether a script is written, not lines.
  var isJSON = false
  /// The numbers of the operations, from 1.
  var range = 1...Int.max
  /// Whether a script has the results of fills and of MyPaint's brushes.
  var carriesResults = false
}

/// A request of `fude timelapse`.
struct FilmRequest: Hashable, Sendable {
  /// The drawing with its history, the journal, or the recording.
  var source: String
  /// The film, or the folder for images.
  var target: String
  /// The form, size and length.
  var options = FilmOptions()
  /// Whether a file that is write-protected or of another format may be replaced.
  var isForced = false
}

/// A request of `fude thumbnail`.
struct ThumbnailRequest: Hashable, Sendable {
  /// The default of `--size`: that of large thumbnails in freedesktop.org's "Thumbnail Managing Standard".
  static let usualSize = 256

  /// The drawing or picture.
  var source: String
  /// The PNG.
  var target: String
  /// The longer side, px, within `OptionRange.thumbnail`.
  var size = usualSize
}

/// The options for replaying a recording. nil and false are as recorded.
struct ReplayDrawing: Hashable, Sendable {
  /// The canvas, px; nil for the recording's own.
  var canvas: CanvasSize?
  /// The smoother's name, one of `Smoother`'s; nil for the default.
  var smoother: String?
  /// The smoothing, within `OptionRange.smoothing`; nil for the recorded one.
  var smoothing: Double?
  /// The brush of all strokes: a file of MyPaint or of Fude, or the name of a brush.
  var brush: String?
  /// The size of all strokes, px, within `OptionRange.brushSize`; nil for that of `brush`, or the
  /// recorded ones.
  var brushSize: Double?
  /// The colour of all strokes, 0xRRGGBB.
  var colour: UInt32?
  /// The chance of the first stroke, within `OptionRange.seed`; nil for 0.
  var seed: Int?
  /// The picture below the strokes.
  var ground: String?
  /// Whether the paper is left out.
  var isTransparent = false

  /// The given options that only a recording can have.
  var recordingOptions: [ArgumentOption] {
    let given: [(ArgumentOption, Bool)] = [
      (.brush, brush != nil), (.brushSize, brushSize != nil), (.color, colour != nil), (.seed, seed != nil),
      (.ground, ground != nil), (.canvas, canvas != nil), (.smoother, smoother != nil), (.smoothing, smoothing != nil),
    ]
    return given.filter(\.1).map(\.0)
  }
}
