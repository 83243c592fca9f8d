import Geometry
import Glibc
import Ink
import Input
import Language

/// Pans the view; zooms it with Control, rotates it with Shift.
struct HandTool: ToolBehaviour {
  private static let action: Action = .init(
    "hand", Message("Hand"), .tools, "H", also: Message("pan move canvas scroll", context: "search words")
  ) { $0.choose(.hand) }
  static let tool: CanvasTool = .init(
    "hand", Message("Hand"),
    action: action, movesView: true,
    icon: CanvasTool.Icon(
      "M7.8,13.2v-7a1.55,1.55 0 0 1 3.1,0v4.8M10.9,11v-6.6a1.55,1.55 0 0 1 3.1,0v6.6M14,11v-5.2a1.55,1.55 0 0 1 3.1,0v6.2"
        + "M17.1,12v-3.2a1.55,1.55 0 0 1 3.1,0v5.7c0,4 -2.5,6.5 -6.2,6.5c-3,0 -4.6,-1.1 -6,-3.3l-3.9,-4.9"
        + "a1.55,1.55 0 0 1 2.4,-1.9l1.3,1.3"), HandTool())

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

  let button: PointerButton?
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
