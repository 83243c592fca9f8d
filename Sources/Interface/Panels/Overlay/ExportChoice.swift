import Document
import Export
import Geometry
import Language
import Pictures
import Raster
import Toolkit

/// The choices on the export page, including those that the chosen format ignores, so that they are
/// kept when the format changes.
public struct ExportChoice: Sendable, Hashable {
  /// The file format.
  public var format = FileFormat.png
  /// Whether `density` sets the resolution of a picture of pixels instead of `scale`. SVG and PDF always use
  /// `density`.
  public var isByDensity = false
  /// Exported px per canvas px, 0.25...8.
  public var scale = 1.0
  /// Exported px per inch, > 0; in SVG and PDF the resolution of raster parts.
  public var density = ExportOptions.printDensity
  /// Whether the user has chosen the density. The page shows that of the drawing otherwise.
  public var isDensityChosen = false
  /// The quality of a JPEG or WebP, 1...100.
  public var quality = Double(ExportOptions.standardQuality)
  /// Whether a WebP has no losses.
  public var isLossless = false
  /// Whether a PNG has 16 bits a channel.
  public var isDeep = false
  /// Whether the paper is left out.
  public var isTransparent = false
  /// Whether the picture is cropped to the ink.
  public var isCropped = false
  /// The only exported layer; nil for all visible ones.
  public var layer: Layer.ID?

  /// The range of qualities on the page.
  public static let qualities = 10.0...100
  /// The range of scales.
  public static let scales = 0.25...8.0
  /// The available densities, px per inch.
  public static let densities = [72.0, 96, 150, 200, 300, 400, 600, 1200]

  /// A PNG at the canvas's resolution.
  public init() {}

  /// The options for the export.
  public var options: ExportOptions {
    var options = ExportOptions(format: format)
    options.fineness = format.isRaster && !isByDensity ? .scale(scale) : .dpi(density)
    options.quality = Int(quality.rounded())
    options.isLossless = format.canBeLossless && isLossless
    options.isDeep = format.canBeDeep && isDeep
    (options.isTransparent, options.isCropped, options.layerID) = (isTransparent, isCropped, layer)
    return options
  }
}
