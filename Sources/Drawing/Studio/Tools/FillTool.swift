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

  func press(_ e: PointerEvent, in session: Session) -> Effects {
    let place = session.view.windowToCanvas(e.sample.position)
    guard Rect(session.document.bounds).contains(place) else { return Effects() }
    if let selection = session.document.selection, !selection[Int(place.x), Int(place.y)] {
      return Effects(.message(translated("This place is outside the selection, so nothing was filled")))
    }
    if let refusal = session.drawingRefusal { return refusal }
    let style = session.style
    var isCut = false
    let seen = session.seenPixels
    var effects = session.change {
      session.document.fill(
        at: place, colour: style.color, opacity: style.opacity, session.toolSettings.filling, seen: seen,
        isCut: &isCut)
    }
    if isCut {
      effects.requests.append(
        .undoable(translated("The area is not closed, so the fill ends around what is drawn and visible.")))
    }
    effects.add(session.remember(style.color))
    return effects
  }
}
