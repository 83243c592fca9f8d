import Document
import Files
import Language

/// The options of a time-lapse.
public struct FilmOptions: Sendable, Hashable {
  /// The form of a time-lapse. The raw value is the extension of a film, or the name of the form.
  public enum Format: String, CaseIterable, Sendable, Hashable {
    /// Films, which another program encodes.
    case mp4
    case webM = "webm"
    case gif
    /// A folder of PNG images.
    case frames

    /// The format for a film's file extension, ignoring case; nil if unknown.
    public init?(endingOf path: String) {
      guard let format = Self.films.first(where: { PathText.hasEnding(path, of: [$0.rawValue]) }) else { return nil }
      self = format
    }

    /// The formats that are one file.
    public static let films: [Format] = [.mp4, .webM, .gif]

    /// The format's name; the same in all languages for films.
    public var title: String {
      switch self {
      case .mp4: "MP4"
      case .webM: "WebM"
      case .gif: "GIF"
      case .frames: translated("PNG images")
      }
    }

    /// Whether a file that starts with these bytes has the format.
    func isStart(_ start: [UInt8]) -> Bool {
      switch self {
      case .mp4: start.dropFirst(4).starts(with: "ftyp".utf8)
      case .webM: start.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
      case .gif: start.starts(with: "GIF8".utf8)
      case .frames: false
      }
    }

    /// Whether it is one file.
    public var isFilm: Bool { self != .frames }
  }

  /// The size of the pictures. They are never larger than the canvas.
  public enum Size: Sendable, Hashable {
    /// This width, px.
    case width(Int)
    /// This share of the canvas, 0.01...1.
    case share(Double)
    /// The longest side is 1920 px.
    case standard
  }

  /// The form.
  public var format = Format.mp4
  /// The size.
  public var size = Size.standard
  /// Whether strokes that were changed later appear as they are in the end, instead of changing when they
  /// were changed.
  public var showsFinalStrokes = false
  /// The length, s, within `lengths`.
  public var seconds = 30.0
  /// Pictures a second, within `rates`.
  public var rate = 30.0

  /// The range of lengths, s: up to an hour.
  public static let lengths = 0.1...3600.0
  /// The range of rates, pictures a second.
  public static let rates = 1.0...240.0
  /// The greatest rate of a GIF, whose pictures last whole hundredths of a second. Programs show
  /// shorter ones too slowly.
  public static let greatestGIFRate = 50.0
  /// The longest side of a film's picture, px.
  static let longestSide = 8192

  /// A film of 30 s in MP4.
  public init() {}

  /// The options with the format that a film's file name asks for, if it does.
  public func ending(as path: String) -> FilmOptions {
    var options = self
    if format.isFilm, let format = Format(endingOf: path) { options.format = format }
    return options
  }

  /// The rate that the format has, pictures a second.
  public var shownRate: Double { format == .gif ? min(rate, Self.greatestGIFRate) : rate }

  /// The number of pictures, at least 1.
  public var count: Int { max(1, Int((shownRate * seconds).rounded())) }

  /// The size of the pictures of a canvas, px. Scaled pictures have even sides, which most films
  /// need.
  public func pictureSize(width: Int, height: Int) -> (width: Int, height: Int) {
    let wanted: Double =
      switch size {
      case .width(let side): Double(side) / Double(width)
      case .share(let share): share
      case .standard: 1920 / Double(max(width, height))
      }
    let scale = min(1, wanted, Double(Self.longestSide) / Double(max(width, height)))
    if scale == 1 { return (width, height) }
    func side(_ side: Int) -> Int { max(2, Int((Double(side) * scale).rounded()) & ~1) }
    return (min(width, side(width)), min(height, side(height)))
  }
}
