import Geometry
import Ink
import Paint
import Raster

/// Everything that a stroke's pixels depend on beside the sheet that it was drawn on: from it the stroke can be drawn
/// again, to the bit on the same sheet, or at another scale.
///
/// Made by `StrokeInProgress` while the pen draws; kept by the stroke's `Edit`, and in journals.
public struct StrokeRecord: Hashable, Sendable {
  /// The samples as they were taken, positions in canvas px.
  public var samples: [PenSample] = []
  /// The brush, as it was then: its file may be another by now.
  public var brush: Brush
  /// Canvas px for a px of the hand's surface, as for `StrokeModel`.
  public var inputScale: Double
  /// What was asked of the ink, before the brush lays it its own way.
  public var style: InkStyle
  /// How it is repeated.
  public var symmetry: Symmetry
  /// The layer that it is on.
  public var layer: Layer.ID
  /// Where it could draw; nil for everywhere.
  public var selection: Mask?

  /// A stroke without samples as yet.
  public init(
    brush: Brush, inputScale: Double = 1, style: InkStyle, symmetry: Symmetry = Symmetry(),
    layer: Layer.ID = Layer.ID(1),
    selection: Mask? = nil
  ) {
    self.brush = brush
    self.inputScale = inputScale
    self.style = style
    self.symmetry = symmetry
    self.layer = layer
    self.selection = selection
  }
}

extension Document {
  /// Draws a stroke again, as an edit, even where it changes nothing. What is selected and the active layer stay.
  /// Returns the pixels that may have changed; nil where the record's layer is not there or its selection is of another
  /// size: nothing is done then.
  @discardableResult public mutating func draw(_ record: StrokeRecord, filler: CoverageFiller) -> Region? {
    guard let layer = index(of: record.layer) else { return nil }
    if let mask = record.selection, mask.width != width || mask.height != height { return nil }
    let (active, selected, count) = (activeLayer, selection, history.recordedCount)
    activeLayer = layer
    selection = record.selection
    var stroke = StrokeInProgress(
      on: self, brush: record.brush, inputScale: record.inputScale, style: record.style, filler: filler,
      symmetry: record.symmetry)
    for sample in record.samples { stroke.add(sample) }
    let region = stroke.finish(on: &self)
    (activeLayer, selection) = (active, selected)
    if history.recordedCount == count {
      history.record(Edit(layer: record.layer, name: "Stroke", stroke: record))
    }
    return region
  }
}
