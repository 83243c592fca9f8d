import Geometry
import Ink
import Paint
import Raster

/// Everything that determines a stroke's pixels, except for the layer below it. The stroke can be
/// drawn again exactly, or at another scale.
///
/// `StrokeInProgress` makes it. The stroke's `Edit` and journals keep it.
public struct StrokeRecord: Hashable, Sendable {
  /// The samples, positions in canvas px.
  public var samples: [PenSample] = []
  /// The part of the stroke that is painted; nil for all.
  public var part: StrokePart?
  /// The factors of the ink's radius along the stroke; nil for 1.
  public var widths: StrokeWidths?
  /// The brush at that time; its file may have changed since.
  public var brush: Brush
  /// Canvas px per px of the input surface, as for `StrokeModel`.
  public var inputScale: Double
  /// The requested ink, before the brush's own settings.
  public var style: InkStyle
  /// How the stroke is repeated.
  public var symmetry: Symmetry
  /// Chance and the view, for painting engines.
  public var conditions: PaintConditions
  /// The pixels with the stroke.
  public var surface: SurfaceID
  /// The mask that limits the stroke; nil for none.
  public var selection: Mask?

  /// Makes a record without samples.
  public init(
    brush: Brush, inputScale: Double = 1, style: InkStyle, symmetry: Symmetry = Symmetry(),
    conditions: PaintConditions = PaintConditions(), surface: SurfaceID = SurfaceID(Layer.ID(1)), selection: Mask? = nil
  ) {
    self.brush = brush
    self.inputScale = inputScale
    self.style = style
    self.symmetry = symmetry
    self.conditions = conditions
    self.surface = surface
    self.selection = selection
  }
}

extension StrokeRecord {
  /// Whether the stroke can be drawn again here: a brush of MyPaint needs its library.
  public var canBeDrawn: Bool { brush.absence == nil }

  /// The name of the edit.
  var editName: String { style.laid(by: brush).blend == .erase ? "Erase" : "Stroke" }
}

extension Document {
  /// Draws a stroke again as an edit, even if it changes nothing. The selection and the active
  /// layer stay. Returns the pixels that may have changed; nil, with nothing changed, if it does not
  /// fit the drawing or cannot be drawn here.
  @discardableResult public mutating func draw(_ record: StrokeRecord, filler: CoverageFiller) -> Region? {
    perform(.stroke(record), OperationContext(filler: filler, recordsAll: true))
  }
}
