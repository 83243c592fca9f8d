import Geometry
import Paint

/// Pictures of the outline under a pen that hovers. Where the program draws it, it does so with every report, and to lay a picture
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
  /// - Returns: nil where there is no memory for it, or the place is a million px away.
  func picture(
    of shape: CursorShape, scale: Double, at place: Point, reach: Double, draw body: (Painter, Point) -> Void
  ) -> (image: ImageSurface, corner: (x: Int, y: Int))? {
    // NaN is in no range.
    guard reach <= 256, (-1e6..<1e6).contains(place.x), (-1e6..<1e6).contains(place.y) else { return nil }
    let pixel = (x: Int(place.x.rounded(.down)), y: Int(place.y.rounded(.down)))
    let (dx, dy) = (place.x - Double(pixel.x), place.y - Double(pixel.y))
    if shape != self.shape || scale != self.scale {
      pictures.removeAll()
      (self.shape, self.scale) = (shape, scale)
    }
    let margin = Int(reach.rounded(.up))
    let corner = (pixel.x - margin, pixel.y - margin)
    let key = Int(dy * Self.steps) * Int(Self.steps) + Int(dx * Self.steps)
    if let known = pictures[key] { return (known, corner) }
    let side = 2 * margin + 1
    guard let image = try? ImageSurface(width: side, height: side),
      (try? image.paint { body($0, Point(Double(margin) + dx, Double(margin) + dy)) }) != nil
    else { return nil }
    pictures[key] = image
    return (image, corner)
  }
}
