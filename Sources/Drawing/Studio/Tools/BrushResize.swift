import Geometry
import Ink
import Input

/// A drag that resizes the brush on the canvas: Control or Shift with the brush or the eraser.
final class BrushResize: Gesture {
  /// The sample at the touch, window px. The brush's outline stays there.
  private let start: PenSample
  /// Width at full pressure before the drag, canvas px.
  private let size: Double

  /// A drag that starts at a sample in window px, with a brush of a width in canvas px.
  init(start: PenSample, size: Double) { (self.start, self.size) = (start, size) }

  var marks: ToolMarks { ToolMarks(brush: start) }

  /// The outline's right edge follows the pen.
  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let way = e.sample.position.x - start.position.x
    var effects = context.setSize(size + 2 * way / context.view.zoom)
    effects.adornmentsChanged = true
    return effects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = end == .cancelled ? context.setSize(size) : Effects()
    effects.adornmentsChanged = true
    return effects
  }
}
