import Document
import Ink
import Input
import Paint

/// A stroke being drawn. Escape does not end it: the pen is still down.
final class StrokeGesture {
  var stroke: StrokeInProgress
  /// The pen's end at the touch. The stroke keeps it, whatever buttons are pressed later.
  let tool: Tool

  /// The modifiers held at the newest sample.
  var modifiers: Modifiers = []
  /// Whether the pen is held still.
  var hold: StrokeHold
  /// Whether the pen was beyond the edge of an endless canvas.
  var isBeyondEdge = false

  /// A stroke from its touch, window px.
  init(_ stroke: StrokeInProgress, at sample: PenSample) {
    (self.stroke, tool, hold) = (stroke, sample.tool, StrokeHold(at: sample.position))
  }

  /// Whether the stroke removes ink.
  var erases: Bool { stroke.style.blend == .erase }
}
