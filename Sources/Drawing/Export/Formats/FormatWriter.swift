import Document
import Files
import Geometry
import Pictures

/// How files of a format are written.
enum FormatWriter: Sendable {
  /// A picture of pixels.
  struct Pixels: Sendable {
    /// Whether the quality can be chosen.
    var hasQuality = false
    /// Whether the file can be without losses although its quality can be chosen.
    var canBeLossless = false
    /// Whether the file can have 16 bits a channel.
    var canBeDeep = false
    /// The power of the scale by which the bytes of an enlarged picture grow, fitted to the recordings in `Resources`
    /// at the scales 2 and 4.
    let growth: Double
    /// Encodes a picture as a whole; nil for PNG, which is written row by row.
    var codec: PictureCodec?
  }

  /// A picture of lines. Everything else in it is an image.
  struct Lines: Sendable {
    /// The format's units for each inch.
    let unitsPerInch: Double
    /// Whether a layer whose strokes are unknown keeps its own pixels (`PixelLayers`).
    let keepsPixels: Bool
    /// Begins a page that shows a part of the canvas, px, with units for each canvas px, and a title.
    let page: @Sendable (AtomicFile, _ part: PixelRect, _ unit: Double, _ title: String) throws -> any VectorPage
  }

  case pixels(Pixels)
  case lines(Lines)
  /// The drawing with its layers and history (`Document.save`).
  case layers

  /// Pictures that a codec encodes as a whole.
  static func encoded(_ codec: PictureCodec, canBeLossless: Bool = false, growth: Double) -> FormatWriter {
    .pixels(Pixels(hasQuality: true, canBeLossless: canBeLossless, growth: growth, codec: codec))
  }
}
