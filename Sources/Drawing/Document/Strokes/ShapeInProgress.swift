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
  /// The stroke's properties; it has no samples.
  private let template: StrokeRecord
  private let filler: CoverageFiller
  private var stroke: StrokeInProgress?
  /// Has removed the edit whose place the shape takes; nil for none.
  private var replaced: LayerWriter?
  /// What its strokes pick up below the layer, composited once; nil for nothing.
  private var below: LayersBelow?
  /// The area of the current form.
  private var shown = Region()
  private var hasShown = false

  /// Makes a shape on the document's active layer, within the selection. See `StrokeInProgress`.
  public init(
    brush: Brush, inputScale: Double = 1, style: InkStyle, filler: CoverageFiller, symmetry: Symmetry = Symmetry(),
    conditions: PaintConditions = PaintConditions()
  ) {
    self.init(
      like: StrokeRecord(
        brush: brush, inputScale: inputScale, style: style, symmetry: symmetry, conditions: conditions), filler: filler)
  }

  /// Makes a shape with a stroke's brush, ink and symmetry.
  public init(like stroke: StrokeRecord, filler: CoverageFiller) {
    var template = stroke
    template.brush = stroke.brush.unsmoothed
    (template.samples, template.part, template.widths) = ([], nil, nil)
    (self.template, self.filler) = (template, filler)
  }

  /// Makes a shape that takes the place of the last edit, a stroke on the active layer. Until
  /// `finish` or `cancel`, the document does not show that stroke. Without such an edit, the shape
  /// is an edit like others.
  public init(replacing stroke: StrokeRecord, filler: CoverageFiller, on document: inout Document) {
    self.init(like: stroke, filler: filler)
    replaced = document.withdrawLast(on: document.activeSurface)
  }

  /// Shows a new form of the shape and returns the pixels that may have changed.
  /// - Parameter pen: the pen's orientation, for brushes that follow its tilt. The pressure is
  ///   full, so the line has the brush's width; a tilt pencil gets an average pressure.
  public mutating func draw(_ shape: Shape, pen: PenSample? = nil, on document: inout Document) -> Region {
    let sample = PenSample(
      position: .zero, time: 0, pressure: template.brush.width.tiltPencil == nil ? 1 : Brush.averageTouch,
      altitude: pen?.altitude ?? .quarterTurn, azimuth: pen?.azimuth ?? .zero)
    return draw(.shape(shape, pen: sample), on: &document)
  }

  /// Shows a new form of the shape and returns the pixels that may have changed.
  /// - Parameter profile: the pen along it; nil for one pen along all of it.
  public mutating func draw(
    _ outline: ShapeOutline, profile: PenProfile? = nil, on document: inout Document
  ) -> Region {
    var region = revert(on: &document)
    if below == nil { below = LayersBelow(document, for: template.brush, template.conditions, keepsTiles: true) }
    var stroke = StrokeInProgress(on: document, like: template, filler: filler, below: below)
    (stroke.outline, stroke.replaced) = (outline, replaced)
    for sample in outline.samples(for: template, profile) { stroke.add(sample) }
    if !hasShown, let replaced { region.add(replaced.region(of: document.activeImage)) }
    hasShown = true
    shown = stroke.draw(on: &document)
    self.stroke = stroke
    region.add(shown)
    return region
  }

  /// Records the last form as an edit. Returns the pixels changed since the last `draw`.
  public mutating func finish(on document: inout Document) -> Region {
    guard var stroke else { return cancel(on: &document) }
    self.stroke = nil
    return stroke.finish(on: &document)
  }

  /// Removes the shape and returns the pixels that may have changed.
  public mutating func cancel(on document: inout Document) -> Region {
    var region = revert(on: &document)
    if let restored = replaced?.revert(on: &document.activeImage) { region.add(restored) }
    return region
  }

  private mutating func revert(on document: inout Document) -> Region {
    guard var stroke else { return Region() }
    self.stroke = nil
    _ = stroke.revert(on: &document)
    return shown
  }
}

extension Brush {
  /// The brush without smoothing and stabiliser, so that corners stay sharp.
  fileprivate var unsmoothed: Brush {
    var brush = self
    (brush.smoother, brush.stabiliser) = (.linear, .none)
    return brush
  }
}
