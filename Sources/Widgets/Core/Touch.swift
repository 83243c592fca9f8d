import Geometry
import Input

/// A pen, finger or mouse on a widget.
struct Touch: Sendable, Hashable {
  /// Window px.
  var position: Point
  /// Keys held.
  var modifiers: Modifiers = []
}
