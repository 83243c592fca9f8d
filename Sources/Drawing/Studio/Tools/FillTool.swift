import Document
import Geometry
import Ink
import Input
import Language
import Paint
import Raster

/// Fills an area of one colour. A press does all of it.
struct FillTool: ToolBehaviour {
  var draws: Bool { true }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let place = context.view.windowToCanvas(e.sample.position)
    guard Rect(context.document.bounds).contains(place) else { return Effects() }
    if let selection = context.document.selection, !selection[Int(place.x), Int(place.y)] {
      return Effects(.message(translated("This place is outside the selection, so nothing was filled")))
    }
    if let refusal = context.drawingRefusal { return refusal }
    let style = context.style
    var isCut = false
    let seen = context.seenPixels
    let filling = context.toolSettings.filling
    var effects = context.edit {
      $0.fill(at: place, colour: style.color, opacity: style.opacity, filling, seen: seen, isCut: &isCut)
    }
    if isCut {
      effects.requests.append(
        .undoable(translated("The area is not closed, so the fill ends around what is drawn and visible.")))
    }
    effects.add(context.remember(style.color))
    return effects
  }
}
