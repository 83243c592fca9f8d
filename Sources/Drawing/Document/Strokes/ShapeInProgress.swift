import Geometry
import Ink
import Paint
import Raster

/// A figure being dragged on a document's active layer, from the first touch to the edit that it becomes.
///
/// 1. `init` when the pen touches. The document is unchanged.
/// 2. `draw` for every new form of the figure: the layer shows this one alone, as if those before had never been.
/// 3. `finish` once: the history has the last form as one edit. Or `cancel`: the layer is as it was, to the bit.
///
/// Between 1 and 3 the document must not be changed otherwise. It is drawn as a stroke with the brush along the outline;
/// corners stay corners, since nothing is smoothed.
public struct ShapeInProgress {
  private let brush: Brush
  private let style: InkStyle
  private let filler: CoverageFiller
  private let symmetry: Symmetry
  private var stroke: StrokeInProgress?
  /// What shows the figure at present.
  private var shown = Region()

  /// A figure on the document's active layer, within the selection; the parameters are those of `StrokeInProgress`.
  public init(brush: Brush, style: InkStyle, filler: CoverageFiller, symmetry: Symmetry = Symmetry()) {
    self.brush = brush
    self.style = style
    self.filler = filler
    self.symmetry = symmetry
  }

  /// Shows a form of the figure instead of the one before, and returns the pixels that may have changed.
  /// - Parameter pen: how the pen is held: brushes that follow its tilt do so here too. The pressure is full, so that the
  ///   line is as wide as the brush; to a tilt pencil, which has no full pressure, an average touch.
  public mutating func draw(_ shape: Shape, pen: PenSample? = nil, on document: inout Document) -> Region {
    var region = takeBack(on: &document)
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

  /// Ends the figure in its last form and records it. Returns the pixels that may have changed since the last `draw`.
  public mutating func finish(on document: inout Document) -> Region {
    guard var stroke else { return Region() }
    self.stroke = nil
    return stroke.finish(on: &document)
  }

  /// Takes the figure back, and returns the pixels that may have changed.
  public mutating func cancel(on document: inout Document) -> Region { takeBack(on: &document) }

  private mutating func takeBack(on document: inout Document) -> Region {
    guard var stroke else { return Region() }
    self.stroke = nil
    _ = stroke.takeBack(on: &document)
    return shown
  }
}
