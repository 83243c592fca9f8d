import Ink
import Input

/// The brush and the eraser. With Shift held, a drag resizes them. The pen's eraser end always erases.
struct BrushTool: ToolBehaviour {
  let erases: Bool

  var draws: Bool { true }
  var waitsForInk: Bool { false }

  func outlinedBrush(in context: ToolContext) -> Brush? { erases ? context.eraser : context.brush }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    if e.modifiers.contains(.shift), e.sample.tool != .eraser {
      context.begin(BrushResize(start: e.sample, size: context.size))
      return context.adornmentEffects
    }
    let brush = context.asHeld(erases ? context.eraser : context.brush)
    if let refusal = context.drawingRefusal ?? context.refusal(of: brush) {
      return refusal
    }
    if erases, !context.isBlendHeld, let refusal = context.erasingRefusal { return refusal }
    let effects = context.dropFloating()
    context.begin(
      StrokeGesture(e, brush, erases: erases && !context.isBlendHeld, blends: context.isBlendHeld, in: context))
    context.awaitDrawing()
    return effects
  }
}
