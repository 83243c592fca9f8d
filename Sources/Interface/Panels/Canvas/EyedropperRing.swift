import Geometry
import Paint
import Toolkit

/// The pointer of the eyedropper over the whole screen: a ring around the place whose colour is
/// taken, with that colour above and the current one below, as in the eyedropper's loupe.
struct EyedropperRing {
  /// The colour under the pointer, 0xRRGGBB.
  var colour: UInt32
  /// The current colour, 0xRRGGBB.
  var before: UInt32

  /// The picture for the pointer; nil if there is no memory.
  /// - Parameters:
  ///   - scale: the interface's, 1 at 96 dpi.
  ///   - most: the largest side of the picture, px.
  func picture(scale: Double, most: Int) -> CursorPicture? {
    // Odd, so that the hot spot is its centre.
    let side = min(most, max(32, Int(48 * scale))) / 2 * 2 - 1
    let middle = Double(side) / 2
    let center = Point(middle, middle)
    let width = middle / 3
    let ring = Path.circle(center: center, radius: middle - width / 2 - 1)
    do {
      let image = try ImageSurface(width: side, height: side)
      try image.paint { painter in
        // Two tones, visible on any background.
        painter.stroke(ring, StrokeStyle(width: width), .white)
        painter.stroke(ring, StrokeStyle(width: width - 2), Colour(rgb: 0x1f2024))
        for (rgb, start) in [(colour, -180.0), (before, 0)] {
          var half = Path()
          half.arc(
            center: center, radius: middle - width / 2 - 1, from: Angle(degrees: start), to: Angle(degrees: start + 180)
          )
          painter.stroke(half, StrokeStyle(width: width - 4), Colour(rgb: rgb))
        }
        var cross = Path()
        for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
          cross.move(to: Point(middle + dx * 2 * scale, middle + dy * 2 * scale))
          cross.line(to: Point(middle + dx * 6 * scale, middle + dy * 6 * scale))
        }
        painter.stroke(cross, StrokeStyle(width: 3), Colour(rgb: 0x1f2024))
        painter.stroke(cross, StrokeStyle(width: 1), .white)
      }
      return CursorPicture(image, hotSpot: side / 2)
    } catch {
      return nil
    }
  }
}
