import Ink
import Input

/// The brush and the eraser. With Control or Shift held, a drag resizes them.
struct BrushTool: ToolBehaviour {
  let erases: Bool

  var draws: Bool { true }

  func outlinedBrush(in session: Session) -> Brush? { erases ? session.eraser : session.brush }

  func press(_ e: PointerEvent, in session: Session) -> Effects {
    // The session starts strokes itself (`Session.press`).
    session.begin(BrushResize(start: e.sample, size: session.size))
    return session.adornmentEffects
  }
}
