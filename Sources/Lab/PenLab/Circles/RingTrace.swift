import Glibc
import Rig

/// Compares the middle of a ring of dark ink in a picture with an ideal circle.
///
/// Along each of many rays from the circle's centre, the middle of the ink is its centre of
/// gravity, weighted by darkness. That does not depend on the ink's width, and anti-aliased edges
/// make it far more precise than a pixel. Pixel (x, y) covers x to x + 1, so its middle is (x +
/// 1/2, y + 1/2).
struct RingTrace {
  /// A circle in px of the image.
  struct Circle: Hashable, Sendable {
    var x: Double
    var y: Double
    var radius: Double
  }

  /// For each ray with ink, the distance in px by which the ink's middle is outside the circle.
  let offsets: [Double]
  /// The number of rays without ink.
  let missing: Int

  static let rays = 720
  /// The search distance inside and outside the circle, px.
  static let reach = 24.0
  /// The sampling distance along a ray, px.
  private static let step = 0.125
  /// The least ink on a ray, in px of full black.
  private static let leastInk = 0.5

  /// Traces a ring. The picture must include `reach` around the circle.
  /// - Parameters:
  ///   - ground: brightness of the paper, 0...255.
  ///   - ink: brightness of full ink, less than that.
  init(_ image: Image, _ circle: Circle, ground: Int, ink: Int) {
    let (outer, inner) = (circle.radius + Self.reach, max(0, circle.radius - Self.reach))
    precondition(
      circle.x - outer >= 1 && circle.y - outer >= 1 && circle.x + outer <= Double(image.width) - 1
        && circle.y + outer <= Double(image.height) - 1 && ink < ground, "the ring is within the picture, and dark")
    // How much of each pixel is ink, in whole levels of brightness: nothing is taken for noise,
    // there is none.
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
        // Bilinear interpolation between pixel centres.
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

  /// The mean distance by which the ring is too large, px; NaN without ink.
  var bias: Double { offsets.reduce(0, +) / Double(offsets.count) }

  /// The largest distance from the circle, px; 0 without ink.
  var largest: Double { offsets.map(abs).max() ?? 0 }
}
