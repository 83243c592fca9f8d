import Geometry
import Paint
import Toolkit

/// Cached pictures of the cursor's outline. Compositing a picture for each sample of the pen is
/// cheaper than stroking two lines.
///
/// Pictures are created when first needed and dropped when the shape changes.
final class CursorPictures {
  /// Positions within a pixel, each way, at which an outline can be; finer steps are invisible.
  static let steps = 4.0

  private var shape: CursorShape?
  private var scale = 0.0
  private var pictures: [Int: ImageSurface] = [:]

  /// A place, window px, rounded to a position of an outline.
  static func settled(_ place: Point) -> Point {
    Point((place.x * steps).rounded() / steps, (place.y * steps).rounded() / steps)
  }

  /// The picture of a shape at a settled place, and the place of its upper left corner in the
  /// window.
  /// - Parameters:
  /// - reach: radius of the picture around the place, window px.
  /// - body: draws the shape at a place of the picture.
  /// - Returns: nil if there is no memory, or the place is more than a million px away.
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
