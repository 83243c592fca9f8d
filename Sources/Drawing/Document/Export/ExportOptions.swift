import Files
import Geometry
import Language
import Raster

/// How a drawing becomes a picture in a file.
public struct ExportOptions: Hashable, Sendable {
  /// What can be written; the raw value is the ending of the name.
  public enum Format: String, CaseIterable, Hashable, Sendable {
    /// Pixels.
    case png
    /// Lines as lines where they are known.
    case svg, pdf

    /// The format that the ending of a file's name says, in letters of any size; nil where it says none.
    public init?(endingOf path: String) {
      let name = PathText.name(of: path).lowercased()
      guard
        let format = Self.allCases.first(where: {
          name.utf8.count > $0.rawValue.utf8.count + 1 && name.hasSuffix("." + $0.rawValue)
        })
      else { return nil }
      self = format
    }
  }

  /// How finely it is drawn. A PNG gets more pixels by it. SVG and PDF keep their size: there it is for what is no lines.
  public enum Fineness: Hashable, Sendable {
    /// Pixels for a px of the canvas, > 0.
    case scale(Double)
    /// Pixels for an inch of paper, > 0; how large the canvas is on paper says the drawing's resolution, `standardDensity` where
    /// it has none.
    case dpi(Double)
  }

  /// The canvas px that make an inch where a drawing does not say: those of CSS.
  public static let standardDensity = 96.0
  /// The pixels for an inch of what is no lines in SVG and PDF, where nothing else is wanted: those of a good printer.
  public static let printDensity = 300.0

  /// What is written.
  public var format: Format
  /// How finely; nil for the canvas's own pixels, in SVG and PDF for `printDensity`.
  public var fineness: Fineness?
  /// The name of the one layer that is wanted, by itself, whether it is shown or not; nil for all that are shown.
  public var layer: String?
  /// The same layer by itself where its name might not tell it; `layer` is not looked at then.
  public var layerID: Layer.ID?
  /// Whether the paper is left out; a single layer has none.
  public var isTransparent = false
  /// Whether what is empty round the ink is cut off.
  public var isCropped = false

  /// The whole drawing on its paper as it is.
  public init(format: Format = .png) { self.format = format }

  /// Whether strokes are drawn anew, so that what was done before the drawing was opened is wanted as well.
  public var needsPast: Bool {
    switch (format, fineness) {
    case (.png, nil): false
    case (.png, .scale(let scale)): scale > 1
    default: true
    }
  }
}

extension Document {
  /// Canvas px for an inch, where the drawing says so. 72 is what OpenRaster has for drawings that do not.
  public var knownDensity: Double? {
    resolution == Resolution() || !resolution.x.isFinite || resolution.x <= 0 ? nil : resolution.x
  }

  /// Pixels for a px of the canvas, and for an inch where that is known.
  func scale(_ options: ExportOptions) -> (scale: Double, density: Double?) {
    let base = knownDensity ?? ExportOptions.standardDensity
    switch options.fineness {
    case .scale(let scale): return (scale, knownDensity.map { $0 * scale })
    case .dpi(let dpi): return (dpi / base, dpi)
    case nil:
      return options.format == .png
        ? (1, knownDensity) : (max(1, ExportOptions.printDensity / base), ExportOptions.printDensity)
    }
  }

  /// The drawing with those layers that are wanted, on its paper if that is.
  /// - Throws: where it has no such layer, or several.
  func selected(_ options: ExportOptions) throws(ExportError) -> Document {
    var picture = self
    _ = picture.drop()
    if let id = options.layerID {
      guard let layer = picture.layer(id) else {
        throw .refused(translated("the layer that is wanted is not there any more"))
      }
      picture.show(only: layer)
      return picture
    }
    guard let name = options.layer else {
      picture.setStack(
        picture.layers, active: picture.activeLayer, paper: paper,
        isPaperShown: isPaperShown && !options.isTransparent)
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
    return picture
  }

  /// Leaves one layer, as it is by itself.
  private mutating func show(only layer: Layer) {
    var layer = layer
    layer.isVisible = true
    layer.blend = .sourceOver
    setStack([layer], active: 0, paper: paper, isPaperShown: false)
  }

  /// The rectangle around everything that is drawn, without the paper; empty where nothing is.
  var inkBounds: PixelRect {
    var picture = self
    picture.setStack(layers, active: activeLayer, paper: paper, isPaperShown: false)
    var box = PixelRect.empty
    var pixels = [UInt32](repeating: 0, count: Tile.count)
    for index in 0..<(activeImage.columns * activeImage.rows) {
      let square = activeImage.bounds(ofTile: index)
      if box.contains(square) || picture.isGround(square) { continue }
      var span = pixels.mutableSpan
      picture.flatten(square, to: &span, start: 0, stride: Tile.size)
      for y in 0..<square.height {
        let row = pixels[(y << Tile.shift)..<(y << Tile.shift + square.width)]
        guard let first = row.firstIndex(where: { $0 != 0 }), let last = row.lastIndex(where: { $0 != 0 }) else {
          continue
        }
        let start = y << Tile.shift
        box = box.union(
          PixelRect(
            minX: square.minX + first - start, minY: square.minY + y, maxX: square.minX + last - start + 1,
            maxY: square.minY + y + 1))
      }
    }
    return box
  }
}
