import Glibc
import Rig

/// The length, thickness and direction of a straight line of ink on the screen, from its pixels.
/// The benchmark checks by it how a program shows its canvas.
///
/// The line is taken for the bar with the same moments: along a bar of length L, positions have the
/// variance L^2 / 12.
struct ViewMark {
  /// Along the line, px.
  let length: Double
  /// Across it, px.
  let thickness: Double
  /// Of the line, clockwise from the right, -90 ..< 90 degrees.
  let degrees: Double

  /// Finds the line in a picture; nil without ink. Pixels lighter than the middle between the
  /// lightest and the darkest count as paper.
  init?(_ image: Image) {
    let lumas = image.pixels.map(Image.luma)
    guard let ground = lumas.max(), let ink = lumas.min(), ground - ink >= 64 else { return nil }
    let middle = (ground + ink) / 2
    var (count, x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for row in 0..<image.height {
      for column in 0..<image.width where lumas[row * image.width + column] < middle {
        let (a, b) = (Double(column), Double(row))
        count += 1
        x += a
        y += b
        xx += a * a
        yy += b * b
        xy += a * b
      }
    }
    guard count > 0 else { return nil }
    x /= count
    y /= count
    // A pixel has an extent of its own: a variance of 1/12.
    xx = xx / count - x * x + 1 / 12
    yy = yy / count - y * y + 1 / 12
    xy = xy / count - x * y
    let mean = (xx + yy) / 2
    let spread = hypot((xx - yy) / 2, xy)
    length = (12 * (mean + spread)).squareRoot()
    thickness = (12 * max(0, mean - spread)).squareRoot()
    degrees = atan2(2 * xy, xx - yy) / 2 * 180 / .pi
  }
}
