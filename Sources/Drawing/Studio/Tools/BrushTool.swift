import Ink
import Input

/// The brush and the eraser. With Shift held, a drag resizes them. The pen's eraser end always erases.
struct BrushTool: ToolBehaviour {
  let erases: Bool

  var draws: Bool { true }
  var waitsForInk: Bool { false }

  func outlinedBrush(in session: Session) -> Brush? { erases ? session.eraser : session.brush }

  func press(_ e: PointerEvent, in session: Session) -> Effects {
    if e.modifiers.contains(.shift), e.sample.tool != .eraser {
      session.begin(BrushResize(start: e.sample, size: session.size))
      return session.adornmentEffects
    }
    let brush = session.asHeld(erases ? session.eraser : session.brush)
    if let refusal = session.drawingRefusal ?? session.refusal(of: brush) {
      return refusal
    }
    if erases, !session.isBlendHeld, let refusal = session.erasingRefusal { return refusal }
    let effects = session.dropFloating()
    session.begin(
      StrokeGesture(e, brush, erases: erases && !session.isBlendHeld, blends: session.isBlendHeld, in: session))
    session.hasNewSamples = true
    return effects
  }
}
