import Document
import Geometry
import Ink

/// What a tool shows on the canvas while it is chosen or used.
public struct ToolMarks: Sendable {
  /// The frame with handles; nil for none.
  public var frame: SelectionFrame?
  /// Whether what is outside of the frame is shaded.
  public var shadesOutside = false
  /// The outline of an area that is being drawn, a polyline in canvas px; empty for none.
  public var draft: [Point] = []
  /// The paths of strokes.
  public var strokes = StrokeMarks()
  /// The handles of a gradient; nil for none.
  public var gradient: GradientMarks?
  /// The colour that is being picked; nil for none.
  public var pick: ColourPick?
  /// The sample, window px, at which a brush that is being resized shows its outline; nil for none.
  public var brush: PenSample?

  /// These marks of a tool with those of its gesture, which count where it has any.
  func with(_ gesture: ToolMarks) -> ToolMarks {
    var marks = gesture
    if marks.frame == nil { (marks.frame, marks.shadesOutside) = (frame, shadesOutside) }
    if marks.draft.isEmpty { marks.draft = draft }
    if marks.strokes == StrokeMarks() { marks.strokes = strokes }
    marks.gradient = marks.gradient ?? gradient
    marks.pick = marks.pick ?? pick
    marks.brush = marks.brush ?? brush
    return marks
  }
}
