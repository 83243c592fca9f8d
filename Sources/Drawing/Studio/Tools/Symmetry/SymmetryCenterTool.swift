import Document
import Geometry
import Ink
import Input

/// Moves the centre of symmetry. It is the tool of one press (`Session.placeCenter`).
struct SymmetryCenterTool: ToolBehaviour {
  func press(_ e: PointerEvent, in session: Session) -> Effects {
    session.begin(SymmetryCenterDrag(before: session.toolSettings.symmetry.center))
    return session.setSymmetryCenter(e.sample.position)
  }
}

/// A drag that moves the centre of symmetry.
final class SymmetryCenterDrag: Gesture {
  /// The centre before the drag, canvas px; nil for the canvas's middle.
  private let before: Point?

  /// A drag from a centre in canvas px; nil for the canvas's middle.
  init(before: Point?) { self.before = before }

  func move(_ e: PointerEvent, in session: Session) -> Effects {
    session.setSymmetryCenter(e.sample.position)
  }

  func end(_ end: GestureEnd, in session: Session) -> Effects {
    session.symmetryState.isPlacingCenter = false
    if end == .cancelled { session.toolSettings.symmetry.center = before }
    return session.toolEffects
  }
}
