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
}
