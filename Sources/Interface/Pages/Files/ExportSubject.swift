import Document
import Export
import Geometry
import Language
import Panels
import Pictures
import Raster
import Toolkit

/// The properties of the drawing that the export page needs.
public struct ExportSubject: Sendable, Hashable {
  /// Width of the picture at 100 %, px: that of the canvas. An endless canvas counts as far as it is drawn on.
  public var width: Int
  /// Height likewise, px.
  public var height: Int
  /// Canvas px per inch.
  public var density: Double
  /// The density that the page shows until another is chosen: the drawing's, or if that is unknown, one for print.
  public var standardDensity: Double
  /// Whether a layer has pixels with 16 bits a channel.
  public var isDeep: Bool

  /// Creates the subject from a document.
  public init(_ document: Document) {
    let frame = document.frame
    (width, height) = (frame.width, frame.height)
    density = document.knownDensity ?? ExportOptions.standardDensity
    standardDensity = document.knownDensity ?? ExportOptions.printDensity
    isDeep = document.layers.contains { $0.image.hasDeepTiles }
  }

  func size(_ choice: ExportChoice) -> String {
    guard choice.format.isRaster else {
      func millimetres(_ px: Int) -> Int { Int((Double(px) / density * 25.4).rounded()) }
      return translated(
        "{width} × {height} mm. Lines become vector paths; everything else becomes pixels at this resolution.",
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
        "{width} × {height} px. Strokes stay crisp: they are drawn at this size.",
        ["width": side(width), "height": side(height)])
      : translated("{width} × {height} px.", ["width": side(width), "height": side(height)])
  }
}
