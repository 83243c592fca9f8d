import Ink
import Input

/// What a canvas tool does with the pen's writing end. `CanvasTool.behaviour` is the table of
/// tools.
protocol ToolBehaviour {
  /// Whether the tool changes pixels. Control then makes it the eyedropper.
  var draws: Bool { get }

  /// Whether the tool selects pixels. The selection has a frame with handles then.
  var selects: Bool { get }

  /// Whether a press finishes lagging ink first: it changes the drawing at once, or what it does depends
  /// on its pixels.
  var waitsForInk: Bool { get }

  /// Starts a gesture, or does all of the tool's work at once. No gesture is in progress.
  func press(_ e: PointerEvent, in session: Session) -> Effects

  /// The brush whose outline is shown under the pen; nil for tools without a width.
  func outlinedBrush(in session: Session) -> Brush?
}

extension ToolBehaviour {
  var draws: Bool { false }
  var selects: Bool { false }
  var waitsForInk: Bool { true }

  func outlinedBrush(in session: Session) -> Brush? { nil }
}
