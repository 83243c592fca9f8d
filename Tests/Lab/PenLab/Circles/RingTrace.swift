import Glibc
import Rig

/// Compares the middle of a ring of dark ink in a picture with an ideal circle.
///
/// Along each of many rays from the circle's centre, the middle of the ink is its centre of
/// gravity, weighted by darkness. That does not depend on the ink's width, and anti-aliased edges
/// make it far more precise than a pixel. Pixel (x, y) covers x to x + 1, so its middle is (x +
/// 1/2, y + 1/2).
struct RingTrace {
  /// A circle, px of the picture.
  struct Circle: Hashable, Sendable {
    var x: Double
    var y: Double
    var radius: Double
  }

  /// The distance of the ink's middle from the circle along each ray with ink, px; positive outside.
  let offsets: [Double]
  /// The number of rays without ink.
  let missing: Int

  /// The number of rays.
  static let rays = 720
  /// The part of a ray that is searched, inside and outside the circle, px.
  static let reach = 24.0
  /// The distance of two samples on a ray, px.
  private static let step = 0.125
  /// The least ink on a ray, as the length of full ink in px. A ray with less counts as one without
  /// ink.
  private static let leastInk = 0.5

  /// Traces a ring. The picture must include `reach` around the circle.
  /// - Parameters:
  ///   - ground: brightness of the paper, 0...255.
  ///   - ink: brightness of full ink, less than that.
  init(_ image: Image, _ circle: Circle, ground: Int, ink: Int) {
    let (outer, inner) = (circle.radius + Self.reach, max(0, circle.radius - Self.reach))
    precondition(
      circle.x - outer >= 1 && circle.y - outer >= 1 && circle.x + outer <= Double(image.width) - 1
        && circle.y + outer <= Double(image.height) - 1 && ink < ground,
      "the searched rays are inside the picture, and ink is darker than paper")
    // The share of ink in a pixel, 0...1. A picture of a window has no noise, so no level is ignored.
    func cover(_ x: Int, _ y: Int) -> Double {
      Double(max(0, min(ground - ink, ground - Image.luma(image[x, y])))) / Double(ground - ink)
    }
    var (offsets, missing): ([Double], Int) = ([], 0)
    for ray in 0..<Self.rays {
      let angle = 2 * Double.pi * Double(ray) / Double(Self.rays)
      let (dx, dy) = (cos(angle), sin(angle))
      var (sum, moment) = (0.0, 0.0)
      for i in 0...Int((outer - inner) / Self.step) {
        let r = inner + Double(i) * Self.step
        // Bilinear interpolation between the middles of four pixels.
        let (x, y) = (circle.x + r * dx - 0.5, circle.y + r * dy - 0.5)
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (u, v, column, row) = (x - left, y - top, Int(left), Int(top))
        let upper = cover(column, row) * (1 - u) + cover(column + 1, row) * u
        let lower = cover(column, row + 1) * (1 - u) + cover(column + 1, row + 1) * u
        let ink = upper * (1 - v) + lower * v
        sum += ink
        moment += ink * (r - circle.radius)
      }
      if sum * Self.step < Self.leastInk { missing += 1 } else { offsets.append(moment / sum) }
    }
    self.offsets = offsets
    self.missing = missing
  }

  /// Root mean square of the distance from the circle, px; NaN without ink.
  var rootMeanSquare: Double {
    (offsets.reduce(0) { $0 + $1 * $1 } / Double(offsets.count)).squareRoot()
  }

  /// The mean of the offsets, px: positive if the ring is too large; NaN without ink.
  var bias: Double { offsets.reduce(0, +) / Double(offsets.count) }

  /// The largest distance from the circle, px; 0 without ink.
  var largest: Double { offsets.map(abs).max() ?? 0 }
}
