import Geometry
import Paint

/// Pictures of the outline under a pen that hovers: it is drawn anew with every report, and to lay a picture
/// of it on the window takes less than stroking its two lines.
///
/// Its life: made with the cursor; `picture` makes each the first time that it is wanted, and forgets all when another shape is.
final class CursorPictures {
  /// In how many places of a pixel, each way, an outline can be: finer steps are not seen.
  static let steps = 4.0

  private var shape: CursorShape?
  private var scale = 0.0
  private var pictures: [Int: ImageSurface] = [:]

  /// A place, window px, moved to the nearest one that an outline can be at.
  static func settled(_ place: Point) -> Point {
    Point((place.x * steps).rounded() / steps, (place.y * steps).rounded() / steps)
  }

  /// The picture of a shape at a settled place, and where on the window its upper left corner lies.
  /// - Parameters:
  ///   - reach: how far from the place it reaches, window px.
  ///   - body: draws it at a place of the picture's.
  /// - Returns: nil where there is no memory for it, or the place is beyond whole numbers.
  func picture(
    of shape: CursorShape, scale: Double, at place: Point, reach: Double, draw body: (Painter, Point) -> Void
  ) -> (image: ImageSurface, origin: Point)? {
    let pixel = Point(place.x.rounded(.down), place.y.rounded(.down))
    let (dx, dy) = (place.x - pixel.x, place.y - pixel.y)
    // NaN is in no range.
    guard reach <= 256, (0..<1).contains(dx), (0..<1).contains(dy) else { return nil }
    if shape != self.shape || scale != self.scale {
      pictures.removeAll()
      (self.shape, self.scale) = (shape, scale)
    }
    let margin = reach.rounded(.up)
    let origin = Point(pixel.x - margin, pixel.y - margin)
    let key = Int(dy * Self.steps) * Int(Self.steps) + Int(dx * Self.steps)
    if let known = pictures[key] { return (known, origin) }
    let side = 2 * Int(margin) + 1
    guard let image = try? ImageSurface(width: side, height: side),
      (try? image.paint { body($0, Point(margin + dx, margin + dy)) }) != nil
    else { return nil }
    pictures[key] = image
    return (image, origin)
  }
}
