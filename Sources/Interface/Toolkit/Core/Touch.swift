import Geometry
import Input

/// A contact of a pen, finger or mouse with a widget.
public struct Touch: Sendable, Hashable {
  /// Window px.
  public var position: Point
  public var modifiers: Modifiers = []
  /// The number of presses in a row at this place: 2 for a double press.
  public var count = 1
}
