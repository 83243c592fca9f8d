import Geometry
import Glibc
import Ink
import Input

/// Pans the view; zooms it with Control, rotates it with Shift.
struct HandTool: ToolBehaviour {
  var waitsForInk: Bool { false }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    context.begin(ViewDrag(e, button: .contact))
    return Effects()
  }
}

/// A drag that pans, zooms or rotates the view: the hand tool, or a button held.
final class ViewDrag: Gesture {
  /// How a drag changes the view.
  enum Mode { case pan, zoom, rotate }

  let button: PointerButton
  let keepsInputsWaiting = false
  private let mode: Mode
  /// The previous position, window px.
  private var last: Point

  /// A drag that starts with an event. Control zooms, Shift rotates; Control wins over Shift.
  init(_ e: PointerEvent, button: PointerButton) {
    mode = e.modifiers.contains(.control) ? .zoom : e.modifiers.contains(.shift) ? .rotate : .pan
    self.button = button
    last = e.sample.position
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let place = e.sample.position
    defer { last = place }
    return context.changeView { view in
      switch mode {
      case .pan:
        view.pan(by: place - last)
      case .zoom:
        // 100 px up double the size.
        view.setZoom(view.zoom * pow(2, (last.y - place.y) / 100))
      case .rotate:
        let middle = Point(Double(view.windowWidth) / 2, Double(view.windowHeight) / 2)
        let turn = ((place - middle).direction - (last - middle).direction).wrapped
        view.setRotation(view.rotation + turn)
      }
    }
  }

  /// The view stays where the drag has left it, also after Escape.
  func end(_ end: GestureEnd, in context: ToolContext) -> Effects { Effects() }
}
