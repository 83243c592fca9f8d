import Document
import Export
import Geometry
import Pictures
import Raster
import Toolkit

/// The properties of the drawing that the pages for its canvas need.
public struct CanvasSubject: Sendable, Hashable {
  /// The canvas, px.
  public var bounds: PixelRect
  /// The part of the canvas with edges, or what is drawn on an endless one with a margin, px.
  public var frame: PixelRect
  /// The canvas that makes the drawing endless, px; nil if it is endless.
  public var endless: PixelRect?
  /// Canvas px per inch.
  public var resolution: Resolution
  /// The smallest rectangle around the selected pixels; nil if nothing is selected.
  public var selection: PixelRect?
  /// The smallest rectangle around everything that is drawn; nil for nothing.
  public var ink: PixelRect?

  /// Creates the subject from a document. O(painted pixels).
  public init(_ document: Document) {
    (bounds, resolution, frame) = (document.bounds, document.resolution, document.frame)
    if !document.isEndless, case .resize(let rect) = document.endlessOperation { endless = rect }
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
    (width, height, dpi, old) = (subject.frame.width, subject.frame.height, subject.dpi, subject.frame)
  }

  /// The new canvas on the old one, canvas px.
  var rect: PixelRect {
    // Rounded down, so that growing and shrinking by the same amount restores the canvas.
    let (x, y) = ((width - old.width) * column, (height - old.height) * row)
    func half(_ v: Int) -> Int { v >= 0 ? v / 2 : -(-v / 2) }
    return PixelRect(x: old.minX - half(x), y: old.minY - half(y), width: width, height: height)
  }

  /// The new size on paper: "210 × 297 mm".
  var printSize: String {
    func millimetres(_ px: Int) -> String {
      NumberText.text(LengthUnit.millimetres.length(ofPixels: px, dpi: dpi, old: 1), decimals: 1)
    }
    return "\(millimetres(width)) × \(millimetres(height)) mm"
  }
}
