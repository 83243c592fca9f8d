import Geometry
import Input

/// A contact of a pen, finger or mouse with a widget.
struct Touch: Sendable, Hashable {
  /// Window px.
  var position: Point
  var modifiers: Modifiers = []
  /// The number of presses in a row at this place: 2 for a double press.
  var count = 1
}
