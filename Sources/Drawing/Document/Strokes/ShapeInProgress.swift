import Geometry
import Ink
import Paint
import Raster

/// A shape that is being dragged on a document's active layer.
///
/// `draw` shows each new form of the shape in place of the previous one. `finish` records the last
/// one as an edit; `cancel` restores the layer exactly. Between `draw` and these, the document must
/// not be changed otherwise. The shape is a stroke along its outline without smoothing, so corners
/// stay sharp.
public struct ShapeInProgress {
  private let brush: Brush
  private let style: InkStyle
  private let filler: CoverageFiller
  private let symmetry: Symmetry
  private var stroke: StrokeInProgress?
  /// The area of the current form.
  private var shown = Region()

  /// Makes a shape on the document's active layer, within the selection. See `StrokeInProgress`.
  public init(brush: Brush, style: InkStyle, filler: CoverageFiller, symmetry: Symmetry = Symmetry()) {
    self.brush = brush
    self.style = style
    self.filler = filler
    self.symmetry = symmetry
  }

  /// Shows a new form of the shape and returns the pixels that may have changed.
  /// - Parameter pen: the pen's orientation, for brushes that follow its tilt. The pressure is
  ///   full, so the line has the brush's width; a tilt pencil gets an average pressure.
  public mutating func draw(_ shape: Shape, pen: PenSample? = nil, on document: inout Document) -> Region {
    var region = revert(on: &document)
    var plain = brush
    plain.smoother = .linear
    var stroke = StrokeInProgress(on: document, brush: plain, style: style, filler: filler, symmetry: symmetry)
    var sample = PenSample(
      position: .zero, time: 0, pressure: brush.width.tiltPencil == nil ? 1 : Brush.averageTouch,
      altitude: pen?.altitude ?? .quarterTurn, azimuth: pen?.azimuth ?? .zero)
    for corner in shape.outline() {
      sample.position = corner
      stroke.add(sample)
    }
    shown = stroke.draw(on: &document)
    self.stroke = stroke
    region.add(shown)
    return region
  }

  /// Records the last form as an edit. Returns the pixels changed since the last `draw`.
  public mutating func finish(on document: inout Document) -> Region {
    guard var stroke else { return Region() }
    self.stroke = nil
    return stroke.finish(on: &document)
  }

  /// Removes the shape and returns the pixels that may have changed.
  public mutating func cancel(on document: inout Document) -> Region { revert(on: &document) }

  private mutating func revert(on document: inout Document) -> Region {
    guard var stroke else { return Region() }
    self.stroke = nil
    _ = stroke.revert(on: &document)
    return shown
  }
}
