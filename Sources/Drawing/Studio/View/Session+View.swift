import Geometry
import Ink
import Input

/// Moving, zooming and turning the view with a button held.
extension Session {
  func begin(_ e: PointerEvent, button: PointerButton) -> Effects {
    let way: Navigation = e.modifiers.contains(.control) ? .zoom : e.modifiers.contains(.shift) ? .rotate : .pan
    gesture = .moveView(way, button: button, last: e.sample.position)
    return Effects()
  }

  func navigate(_ way: Navigation, from last: Point, to now: Point) -> Effects {
    switch way {
    case .pan:
      view.pan(by: now - last)
    case .zoom:
      // 100 px up double the size.
      view.setZoom(view.zoom * Self.power(2, (last.y - now.y) / 100))
    case .rotate:
      let middle = Point(Double(view.windowWidth) / 2, Double(view.windowHeight) / 2)
      let turn = ((now - middle).direction - (last - middle).direction).wrapped
      view.setRotation(view.rotation + turn)
    }
    return viewEffects
  }

  /// What an arrow key does where there is nothing selected to be moved: it shows what lies there, by a tenth of the window, with Shift by
  /// half of it. nil for any other key.
  func moveView(_ e: KeyEvent) -> Effects? {
    guard e.isDown, case .none = gesture, e.modifiers.subtracting(.shift).isEmpty, let arrow = Self.arrows[e.keysym]
    else {
      return nil
    }
    let share = e.modifiers.contains(.shift) ? 0.5 : 0.1
    view.pan(
      by: Vector(-arrow.dx * share * Double(view.windowWidth), -arrow.dy * share * Double(view.windowHeight)))
    return viewEffects
  }
}
