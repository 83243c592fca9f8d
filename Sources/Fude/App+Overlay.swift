import Document
import Geometry
import Ink
import Studio
import Widgets

/// What the overlay shows of the session, and what it asks for.
extension App {
  /// Does what an input on the overlay asked for.
  func carryOut(_ effect: Overlay.Effect) {
    switch effect {
    case .perform(let action): carryOut(session.perform(action))
    case .turning(.rotate, let degrees), .released(.rotate, let degrees):
      carryOut(session.setRotation(Angle(degrees: degrees)))
    case .say(let sentence): show(message: sentence)
    case .choosePalette(let name): paletteName = name
    case .choose, .chooseBrush, .setSize, .setOpacity, .setForeground, .setBackground: break
    }
  }

  /// Shows the session's state on the overlay, unless a stroke is being drawn: panels cost nothing then.
  func showState() {
    if session.isDrawing { return }
    var state = InterfaceState()
    state.tool = session.isErasing ? .eraser : .brush
    state.brush = session.brush.name
    state.size = session.isErasing ? session.eraser.size : session.brush.size
    (state.palettes, state.palette) = (palettes.palettes, paletteName)
    state.brushes = session.brushes.names.filter { $0 != "eraser" }
    state.undoCount = session.document.history.undoCount
    state.redoCount = session.document.history.redoCount
    state.zoom = session.view.zoom
    state.rotation = session.view.rotation.degrees
    state.isMirrored = session.view.isMirrored
    overlay.show(state)
  }
}
