import Document
import Ink
import Input
import Language

/// The brush and the eraser. With Shift held, a drag resizes them. The pen's eraser end always erases.
struct BrushTool: ToolBehaviour {
  /// Draws with the brush. Its buttons in the strip are those of brushes.
  static let brush: CanvasTool = .init(
    "brush", Message("Brush"), usesBrush: true, BrushTool(erases: false))
  private static let eraserAction: Action = .init(
    "eraser", Message("Eraser", context: "brush"), .tools, "E",
    also: Message("rubber erase", context: "search words")
  ) { $0.chooseEraser(nil) }
  private static let strokeEraser = Action(
    "stroke-eraser", Message("Erase strokes"), .tools, "Shift+E",
    also: Message("vector eraser line object", context: "search words")
  ) { $0.chooseEraser(.stroke) }
  private static let crossingEraser = Action(
    "crossing-eraser", Message("Erase strokes up to the next crossings"), .tools, "Alt+E",
    also: Message("vector eraser intersection line overshoot trim", context: "search words")
  ) { $0.chooseEraser(.crossing) }
  private static let touchEraser = Action(
    "touch-eraser", Message("Erase touched parts of strokes"), .tools, "Alt+Shift+E",
    also: Message("vector eraser split cut line", context: "search words")
  ) { $0.chooseEraser(.touched) }
  static let eraser: CanvasTool = .init(
    "eraser", Message("Eraser", context: "brush"),
    action: eraserAction, others: [strokeEraser, crossingEraser, touchEraser, .blend],
    icon: CanvasTool.Icon(
      "M8.6,19.5l-4.7,-4.7a1.6,1.6 0 0 1 0,-2.3l8.6,-8.6a1.6,1.6 0 0 1 2.3,0l5.3,5.3a1.6,1.6 0 0 1 0,2.3l-8,8z"
        + "M8.1,8.3l7.6,7.6M12.1,19.5h7.9"), BrushTool(erases: true))

  let erases: Bool

  var draws: Bool { true }
  var waitsForInk: Bool { false }

  func outlinedBrush(in context: ToolContext) -> Brush? { erases ? context.eraser : context.brush }

  func marks(in context: ToolContext) -> ToolMarks { ToolMarks(strokes: StrokeMarks(chosen: context.replacedLines)) }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    if e.modifiers.contains(.shift), e.sample.tool != .eraser {
      context.begin(BrushResize(start: e.sample, size: context.size))
      return context.adornmentEffects
    }
    if erases, !context.isBlendHeld, let extent = context.toolSettings.erasing {
      if !context.toolSettings.takesStrokesOfAllLayers, let refusal = context.drawingRefusal { return refusal }
      let effects = context.dropFloating()
      context.begin(StrokeErasing(extent, e, radius: context.eraser.fullWidth / 2, in: context))
      return effects
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
