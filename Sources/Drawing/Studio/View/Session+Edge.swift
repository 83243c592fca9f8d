import Document
import Geometry
import Language

/// The edges of an endless canvas, which the user does not expect. Those of other canvases are seen
/// from the start.
extension Session {
  static var edgeMessage: String {
    translated(
      """
      The canvas ends here, and nothing is drawn beyond its edge. To go on in this direction, move the ink of each layer \
      away from the edge, or start a new drawing.
      """)
  }

  /// Whether the window shows an edge of an endless canvas, except in a view of a whole drawing that
  /// is smaller than the user can zoom.
  var seesEdge: Bool {
    guard document.isEndless, view.zoom >= View.zooms.lowerBound else { return false }
    let window = Rect(x: 0, y: 0, width: Double(view.windowWidth), height: Double(view.windowHeight))
    let seen = view.windowToCanvas.bounds(of: window)
    let canvas = Rect(document.bounds)
    return seen.minX < canvas.minX || seen.minY < canvas.minY || seen.maxX > canvas.maxX || seen.maxY > canvas.maxY
  }

  /// Whether a window position is beyond the edge of an endless canvas.
  func isBeyondEdge(_ place: Point) -> Bool {
    guard document.isEndless else { return false }
    let (pen, canvas) = (view.windowToCanvas(place), Rect(document.bounds))
    return pen.x < canvas.minX || pen.y < canvas.minY || pen.x > canvas.maxX || pen.y > canvas.maxY
  }
}
