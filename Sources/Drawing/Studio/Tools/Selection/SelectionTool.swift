import Document
import Geometry
import Ink
import Input

/// Selects a rectangle or the inside of a freehand line. A press on the frame of a selection moves,
/// scales or rotates the selection.
struct SelectionTool: ToolBehaviour {
  let isLasso: Bool

  var selects: Bool { true }

  func marks(in context: ToolContext) -> ToolMarks { ToolMarks(frame: context.selectionFrame) }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let place = e.sample.position
    let handle = context.selectionHandle(at: place)
    if handle != nil, context.document.floating == nil, let refusal = context.drawingRefusal { return refusal }
    if let handle, let frame = context.selectionFrame, handle != .inside || e.modifiers.isEmpty {
      context.begin(
        FloatingSelectionDrag(
          handle, at: place, modifiers: e.modifiers, floated: context.document.floating?.placement,
          rect: frame.rect))
      return context.adornmentEffects
    }
    // A tap here puts down what was pasted; a drag is the use of this tool (`SelectionDrag.end`).
    var effects = context.dropFloatingWithTool()
    context.begin(
      SelectionDrag(
        isLasso: isLasso, at: context.view.windowToCanvas(place), modifiers: e.modifiers,
        scale: 1 / context.view.zoom))
    effects.adornmentsChanged = true
    return effects
  }
}
