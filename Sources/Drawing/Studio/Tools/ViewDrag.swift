import Geometry
import Glibc
import Ink
import Input

/// A drag that pans, zooms or rotates the view: the hand tool, or a button held.
struct ViewDrag {
  /// How a drag changes the view.
  enum Mode { case pan, zoom, rotate }

  let mode: Mode
  /// The button whose release ends the drag; `.contact` for the pen's tip.
  let button: PointerButton
  /// The previous position, window px.
  private var last: Point

  /// A drag that starts with an event. Control zooms, Shift rotates; Control wins over Shift.
  init(_ e: PointerEvent, button: PointerButton) {
    mode = e.modifiers.contains(.control) ? .zoom : e.modifiers.contains(.shift) ? .rotate : .pan
    self.button = button
    last = e.sample.position
  }

  /// Changes the view by the way from the previous position to `place`, window px.
  mutating func move(to place: Point, _ view: inout View) {
    defer { last = place }
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
