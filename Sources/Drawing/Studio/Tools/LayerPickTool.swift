import Document
import Geometry
import Ink
import Input
import Language

/// Makes the layer active that shows under the pen: the highest one with ink there.
struct LayerPickTool: ToolBehaviour {
  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let place = context.view.windowToCanvas(e.sample.position)
    guard abs(place.x) < 1e9, abs(place.y) < 1e9,
      let id = context.document.layer(atX: Int(place.x.rounded(.down)), y: Int(place.y.rounded(.down)))
    else { return Effects(.message(translated("No layer that shows has anything here"))) }
    return context.activate(layer: id)
  }
}
