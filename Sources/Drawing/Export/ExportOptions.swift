import Document
import Files
import Geometry
import Language
import Pictures
import Pixels
import Raster

/// Options for exporting a drawing as a picture.
public struct ExportOptions: Hashable, Sendable {
  /// The resolution of a PNG, JPEG or WebP, or of the images in SVG and PDF.
  public enum Fineness: Hashable, Sendable {
    /// Pixels for each canvas px, > 0.
    case scale(Double)
    /// Pixels for each inch, > 0, by the drawing's resolution or `standardDensity`.
    case dpi(Double)
  }

  /// The assumed canvas px for each inch of drawings without a resolution: that of CSS.
  public static let standardDensity = 96.0
  /// The default resolution of images in SVG and PDF, pixels per inch.
  public static let printDensity = 300.0

  /// The file format, one of `FileFormat.exported`.
  public var format: FileFormat
  /// The resolution; nil for canvas px, also for the images in SVG and PDF. In SVG, a layer whose strokes
  /// are unknown keeps its own pixels (`PixelLayers`).
  public var fineness: Fineness?
  /// The quality of a JPEG or WebP, 1...100.
  public var quality = ExportOptions.standardQuality
  /// Whether a WebP has no losses; its quality does not count then.
  public var isLossless = false
  /// The default quality.
  public static let standardQuality = 90
  /// Whether a PNG has 16 bits a channel. Other formats always have 8.
  public var isDeep = false
  /// The name of the single layer to export, even if hidden; nil for all visible layers.
  public var layer: String?
  /// The ID of the single layer to export; overrides `layer`, because names can be ambiguous.
  public var layerID: Layer.ID?
  /// Whether to omit the paper; a single layer never has paper.
  public var isTransparent = false
  /// Whether to crop the picture to its ink.
  public var isCropped = false

  /// Creates options for the whole drawing on its paper.
  public init(format: FileFormat = .png) { self.format = format }

  /// The options with the format that a file's name asks for, if it does.
  public func ending(as path: String) -> ExportOptions {
    var options = self
    if let format = FileFormat(exportedTo: path) { options.format = format }
    return options
  }

  /// Whether strokes are drawn again, which needs the file's history too.
  public var needsFileHistory: Bool {
    guard format.isRaster else { return true }
    return switch fineness {
    case nil: false
    case .scale(let scale): scale > 1
    case .dpi: true
    }
  }
}

extension Document {
  /// Canvas px for each inch; nil for OpenRaster's default of 72, which means that it is unknown.
  public var knownDensity: Double? {
    resolution == Resolution() || !resolution.x.isFinite || resolution.x <= 0 ? nil : resolution.x
  }

  /// The pixels for each canvas px, and for each inch if known.
  func scale(_ options: ExportOptions) -> (scale: Double, density: Double?) {
    let base = knownDensity ?? ExportOptions.standardDensity
    switch options.fineness {
    case .scale(let scale): return (scale, knownDensity.map { $0 * scale })
    case .dpi(let dpi): return (dpi / base, dpi)
    case nil: return (1, knownDensity)
    }
  }

  /// The drawing with only the layers and paper to export. Throws if a layer is missing or
  /// ambiguous.
  func selected(_ options: ExportOptions) throws(ExportError) -> Document {
    var picture = self
    _ = picture.drop()
    if let id = options.layerID {
      guard let layer = picture.layer(id) else {
        throw .refused(translated("the selected layer no longer exists"))
      }
      picture.show(only: layer)
      return layer.purpose == .picture ? picture.picture : picture
    }
    guard let name = options.layer else {
      picture = picture.picture
      picture.showPaper(isPaperShown && !options.isTransparent)
      return picture
    }
    let found = picture.layers.filter { $0.name == name }
    guard let layer = found.first, found.count == 1 else {
      let names = picture.layers.reversed().map { translated("“{name}”", ["name": FileError.printable($0.name)]) }
      let quoted = translated("“{name}”", ["name": FileError.printable(name)])
      throw .refused(
        found.isEmpty
          ? translated(
            "it has no layer {layer}; its layers are {layers}",
            ["layer": quoted, "layers": names.joined(separator: ", ")])
          : translated(
            "it has {count} layer {layer}; its layers are {layers}",
            other: "it has {count} layers {layer}; its layers are {layers}", count: found.count,
            ["layer": quoted, "layers": names.joined(separator: ", ")]))
    }
    picture.show(only: layer)
    return layer.purpose == .picture ? picture.picture : picture
  }
}
