import Geometry
import Input

/// A pen, finger or mouse on a widget.
struct Touch: Sendable, Hashable {
  /// Window px.
  var position: Point
  /// Keys held.
  var modifiers: Modifiers = []
  /// How many presses came in a row at this place: 2 for a double press.
  var count = 1
}
