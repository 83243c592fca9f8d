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

  /// Of each ray with ink, by how much the middle of the ink is farther out than the circle, px.
  let offsets: [Double]
  /// How many rays meet no ink.
  let missing: Int

  /// How many rays there are.
  static let rays = 720
  /// How far inside and outside the circle ink is looked for, px.
  static let reach = 24.0
  /// From one look along a ray to the next, px.
  private static let step = 0.125
  /// A ray meets ink where the ink along it adds up to so many px of black.
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
        // Between the middles of four pixels.
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

  /// Root mean square of the distance from the circle, px; NaN where there is no ink at all.
  var rootMeanSquare: Double {
    (offsets.reduce(0) { $0 + $1 * $1 } / Double(offsets.count)).squareRoot()
  }

  /// By how much the ring is too large on average, px; NaN where there is no ink at all.
  var bias: Double { offsets.reduce(0, +) / Double(offsets.count) }

  /// The largest distance from the circle, px; 0 where there is no ink at all.
  var largest: Double { offsets.map(abs).max() ?? 0 }
}
