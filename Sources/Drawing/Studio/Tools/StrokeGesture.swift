import Document
import Ink
import Input
import Paint

/// A stroke being drawn. Escape does not end it: the pen is still down.
final class StrokeGesture {
  var stroke: StrokeInProgress
  /// The pen's end at the touch. The stroke keeps it, whatever buttons are pressed later.
  let tool: Tool

  init(_ stroke: StrokeInProgress, tool: Tool) { (self.stroke, self.tool) = (stroke, tool) }

  /// Whether the stroke removes ink.
  var erases: Bool { stroke.style.blend == .erase }
}
