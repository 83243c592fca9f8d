import Document
import Language

/// What is chosen on the page for exports: all of it, also what the chosen format leaves out, so that it is there again when another
/// format is chosen.
public struct ExportChoice: Sendable, Hashable {
  /// What is written.
  public var format = ExportOptions.Format.png
  /// Whether `density` says how fine a PNG is, rather than `scale`. SVG and PDF always go by `density`.
  public var isByDensity = false
  /// Pixels for a px of the canvas, 0.25 ... 8.
  public var scale = 1.0
  /// Pixels for an inch, > 0; in SVG and PDF those of what is no lines.
  public var density = ExportOptions.printDensity
  /// Whether the paper is left out.
  public var isTransparent = false
  /// Whether what is empty round the ink is cut off.
  public var isCropped = false
  /// The one layer that is wanted; nil for all that are shown.
  public var layer: Layer.ID?

  /// The scales that can be chosen.
  public static let scales = 0.25...8.0
  /// The densities that can be chosen, px for an inch.
  public static let densities = [72.0, 96, 150, 200, 300, 400, 600, 1200]

  /// A PNG of the canvas's own pixels.
  public init() {}

  /// The same for the drawing.
  public var options: ExportOptions {
    var options = ExportOptions(format: format)
    options.fineness = format == .png && !isByDensity ? .scale(scale) : .dpi(density)
    (options.isTransparent, options.isCropped, options.layerID) = (isTransparent, isCropped, layer)
    return options
  }
}

/// What the page for exports needs to know of the drawing.
public struct ExportSubject: Sendable, Hashable {
  /// The canvas's width, px.
  public var width: Int
  /// The canvas's height, px.
  public var height: Int
  /// Canvas px for an inch.
  public var density: Double

  /// What it needs of a drawing.
  public init(_ document: Document) {
    (width, height) = (document.width, document.height)
    density = document.knownDensity ?? ExportOptions.standardDensity
  }

  /// How large the picture becomes, in words.
  func size(_ choice: ExportChoice) -> String {
    guard choice.format == .png else {
      func millimetres(_ px: Int) -> Int { Int((Double(px) / density * 25.4).rounded()) }
      return translated(
        "{width} × {height} mm. Lines stay lines; all else is drawn as finely as this.",
        ["width": millimetres(width), "height": millimetres(height)])
    }
    let scale = choice.isByDensity ? choice.density / density : choice.scale
    func side(_ px: Int) -> Int { max(1, Int(min(1e9, (Double(px) * scale).rounded()))) }
    guard ImageLimits.standard.fault(width: side(width), height: side(height)) == nil else {
      return translated(
        "{width} × {height} px: larger than a picture may be.", ["width": side(width), "height": side(height)])
    }
    return scale > 1
      ? translated(
        "{width} × {height} px. Strokes stay crisp: they are drawn anew.",
        ["width": side(width), "height": side(height)])
      : translated("{width} × {height} px.", ["width": side(width), "height": side(height)])
  }
}
