import Geometry
import Ink

/// Ink by its definition: what is inside a disc whose centre and radius run along a line.
public enum TrueInk {
  /// How deep a place is inside the discs from a to b, px; negative outside.
  public static func depth(_ p: Point, _ a: Disc, _ b: Disc) -> Double {
    let axis = b.center - a.center
    let length = axis.length
    let slope = (b.radius - a.radius) / max(length, 1e-9)
    // Where one disc holds the other.
    if abs(slope) >= 1 || length < 1e-9 {
      return max(a.radius - p.distance(to: a.center), b.radius - p.distance(to: b.center))
    }
    let along = (p - a.center).dot(axis) / length
    let aside = abs((p - a.center).cross(axis)) / length
    let s = max(0, min(length, along + aside * slope / (1 - slope * slope).squareRoot()))
    return a.radius + slope * s - p.distance(to: a.center + axis * (s / length))
  }

  /// The share of a pixel that is inside a shape, by so many samples across and down; `depth` is how deep a place is inside.
  public static func share(ofPixel x: Int, _ y: Int, samples: Int = 16, _ depth: (Point) -> Double) -> Double {
    let middle = depth(Point(Double(x) + 0.5, Double(y) + 0.5))
    if middle > 0.75 { return 1 }
    if middle < -0.75 { return 0 }
    var inside = 0
    let step = 1 / Double(samples)
    for j in 0..<samples {
      for i in 0..<samples
      where depth(Point(Double(x) + (Double(i) + 0.5) * step, Double(y) + (Double(j) + 0.5) * step)) > 0 { inside += 1 }
    }
    return Double(inside) * step * step
  }
}
