import Document
import Geometry
import Ink
import Input

/// Moves the centre of symmetry. It is the tool of one press (`Session.placeCenter`).
struct SymmetryCenterTool: ToolBehaviour {
  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    context.begin(SymmetryCenterDrag(before: context.toolSettings.symmetry.center))
    return context.setSymmetryCenter(e.sample.position)
  }
}

/// A drag that moves the centre of symmetry.
final class SymmetryCenterDrag: Gesture {
  /// The centre before the drag, canvas px; nil for the canvas's middle.
  private let before: Point?

  /// A drag from a centre in canvas px; nil for the canvas's middle.
  init(before: Point?) { self.before = before }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    context.setSymmetryCenter(e.sample.position)
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    context.endPlacingCenter(end == .cancelled ? .some(before) : nil)
  }
}
