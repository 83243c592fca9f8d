import Document
import Geometry
import Ink
import Input

/// Selects a rectangle or the inside of a freehand line. A press on the frame of a selection moves,
/// scales or rotates the selection.
struct SelectionTool: ToolBehaviour {
  let isLasso: Bool

  var selects: Bool { true }

  func press(_ e: PointerEvent, in session: Session) -> Effects {
    let place = e.sample.position
    let handle = session.selectionHandle(at: place)
    if handle != nil, session.document.floating == nil, let refusal = session.drawingRefusal { return refusal }
    if let handle, let frame = session.selectionFrame, handle != .inside || e.modifiers.isEmpty {
      session.begin(
        FloatingSelectionDrag(
          handle, at: place, modifiers: e.modifiers, floated: session.document.floating?.placement,
          rect: frame.rect))
      return session.adornmentEffects
    }
    // A tap here puts down what was pasted; a drag is the use of this tool (`SelectionDrag.end`).
    let before = session.selecting.toolBefore
    session.selecting.toolBefore = nil
    var effects = session.dropFloating()
    session.selecting.toolBefore = before
    session.begin(
      SelectionDrag(
        isLasso: isLasso, at: session.view.windowToCanvas(place), modifiers: e.modifiers,
        scale: 1 / session.view.zoom))
    effects.adornmentsChanged = true
    return effects
  }
}
