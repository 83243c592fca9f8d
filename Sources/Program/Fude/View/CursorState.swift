import Desktop
import Geometry
import Ink
import Widgets

/// Where the pen is over the canvas, and how the pointer looks there.
struct CursorState {
  /// Where the pen is over the canvas; nil where it is away or on a panel.
  var hover: PenSample?
  /// Where the pen was lifted last, until it moves away from there.
  var liftPlace: Point?
  /// The outline that was last wanted as the pointer's picture, and that picture, if it has one.
  var picture: (shape: CursorShape, scale: Double, picture: PointerPicture?)?
}
