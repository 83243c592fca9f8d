import Document
import Geometry
import Raster

/// The properties of the drawing that the pages for its canvas need.
public struct CanvasSubject: Sendable, Hashable {
  /// The canvas, px.
  public var bounds: PixelRect
  /// Canvas px per inch.
  public var resolution: Resolution
  /// The smallest rectangle around the selected pixels; nil if nothing is selected.
  public var selection: PixelRect?
  /// The smallest rectangle around everything that is drawn; nil for nothing.
  public var ink: PixelRect?

  /// Creates the subject from a document. O(painted pixels).
  public init(_ document: Document) {
    (bounds, resolution) = (document.bounds, document.resolution)
    selection = document.selection?.bounds
    ink = document.inkBounds.isEmpty ? nil : document.inkBounds
  }

  /// Canvas px per inch, or those of a screen if the drawing says nothing.
  var dpi: Double { resolution == Resolution() ? ExportOptions.standardDensity : resolution.x }
}

/// A size of a canvas as it is being typed.
struct CanvasSizing: Hashable {
  var width: Int
  var height: Int
  var dpi: Double
  var unit = LengthUnit.pixels
  /// The present size, for percent and proportions, px.
  let old: PixelRect
  /// The column and row of the place of the old canvas on the new one, each 0...2.
  var column = 1
  var row = 1

  init(_ subject: CanvasSubject) {
    (width, height, dpi, old) = (subject.bounds.width, subject.bounds.height, subject.dpi, subject.bounds)
  }

  /// The new canvas on the old one, canvas px.
  var rect: PixelRect {
    // Rounded down, so that growing and shrinking by the same amount restores the canvas.
    let (x, y) = ((width - old.width) * column, (height - old.height) * row)
    func half(_ v: Int) -> Int { v >= 0 ? v / 2 : -(-v / 2) }
    return PixelRect(x: -half(x), y: -half(y), width: width, height: height)
  }

  /// The new size on paper: "210 × 297 mm".
  var printSize: String {
    func millimetres(_ px: Int) -> String {
      NumberText.text(LengthUnit.millimetres.length(ofPixels: px, dpi: dpi, old: 1), decimals: 1)
    }
    return "\(millimetres(width)) × \(millimetres(height)) mm"
  }
}
