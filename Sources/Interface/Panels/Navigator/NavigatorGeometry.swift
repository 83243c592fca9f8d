import Document
import Geometry
import Raster
import Studio
import Toolkit

/// The map between the canvas and the picture of the navigator.
struct NavigatorGeometry: Hashable {
  /// The box of the picture, window px: as large as its place allows, with the drawing's proportions.
  let picture: Rect
  /// The shown part of the canvas, canvas px.
  let part: Rect

  /// Creates the map for a part of the canvas and the place for its picture, window px; both not
  /// empty.
  init(part: PixelRect, place: Rect) {
    let (width, height) = (Double(max(1, part.width)), Double(max(1, part.height)))
    let scale = min(place.width / width, place.height / height)
    let size = Vector(max(1, width * scale), max(1, height * scale))
    self.part = Rect(x: Double(part.minX), y: Double(part.minY), width: width, height: height)
    picture = Rect(
      x: place.center.x - size.dx / 2, y: place.center.y - size.dy / 2, width: size.dx, height: size.dy)
  }

  /// The map from the canvas to the picture, which may stretch very narrow drawings to a px.
  var canvasToPicture: Affine {
    .translation(Vector(picture.minX, picture.minY)) * .scale(picture.width / part.width, picture.height / part.height)
      * .translation(Vector(-part.minX, -part.minY))
  }

  func canvas(at place: Point) -> Point { (canvasToPicture.inverse ?? .identity)(place) }

  /// The corners of the window of a view in the picture, in order around it.
  func outline(of view: View) -> [Point] {
    let (width, height) = (Double(view.windowWidth), Double(view.windowHeight))
    let map = canvasToPicture * view.windowToCanvas
    return [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)].map { map($0) }
  }

  /// Whether a place of the picture is inside the outline of the window of a view.
  func isInside(_ place: Point, windowOf view: View) -> Bool {
    let at = view.canvasToWindow(canvas(at: place))
    return Rect(x: 0, y: 0, width: Double(view.windowWidth), height: Double(view.windowHeight)).contains(at)
  }

  /// The nearest canvas position on the shown part.
  func clamped(_ place: Point) -> Point {
    Point(max(part.minX, min(part.maxX, place.x)), max(part.minY, min(part.maxY, place.y)))
  }
}
