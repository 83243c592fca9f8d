import Geometry
import Ink

/// Ink by its definition: the inside of a disc whose centre and radius change along a path.
public enum TrueInk {
  /// The depth of a point inside the hull of two discs, px; negative outside.
  public static func depth(_ p: Point, _ a: Disc, _ b: Disc) -> Double {
    let axis = b.center - a.center
    let length = axis.length
    let slope = (b.radius - a.radius) / max(length, 1e-9)
    // One disc contains the other.
    if abs(slope) >= 1 || length < 1e-9 {
      return max(a.radius - p.distance(to: a.center), b.radius - p.distance(to: b.center))
    }
    let along = (p - a.center).dot(axis) / length
    let aside = abs((p - a.center).cross(axis)) / length
    let s = max(0, min(length, along + aside * slope / (1 - slope * slope).squareRoot()))
    return a.radius + slope * s - p.distance(to: a.center + axis * (s / length))
  }

  /// The share of a pixel inside a shape, from `samples` squared samples; `depth` is the depth of a
  /// point inside it.
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

  /// Pairs of discs along the sweeps of a round tip. The hulls of the pairs are within `accuracy`,
  /// px, of the swept area.
  public static func hulls(along sweeps: [Sweep], accuracy: Double = 0.002) -> [(Disc, Disc)] {
    sweeps.flatMap { sweep in
      let c = sweep.curve
      // A chord is within |c''| / 8n^2 of a curve over 1/n of its parameter.
      let bend = 6 * max(((c.p2 - c.p1) - (c.p1 - c.p0)).length, ((c.p3 - c.p2) - (c.p2 - c.p1)).length)
      let n = max(1, Int((bend / (8 * accuracy)).squareRoot().rounded(.up)))
      let discs = (0...n).map { sweep.print(at: Double($0) / Double(n)) }
      return Array(zip(discs, discs.dropFirst()))
    }
  }

  /// The depth of a point inside the ink of hulls, px; negative outside.
  public static func depth(_ p: Point, in hulls: [(Disc, Disc)]) -> Double {
    var deepest = -Double.infinity
    for (a, b) in hulls {
      let most = max(a.radius, b.radius) + a.center.distance(to: b.center) - p.distance(to: a.center)
      if most > deepest { deepest = max(deepest, depth(p, a, b)) }
    }
    return deepest
  }

  /// The depth of a point inside a flat tip moved along sweeps, px; negative outside. Tests the
  /// polygons of many prints, then closer ones near the deepest.
  public static func depth(_ p: Point, of nib: NibShape, along sweeps: [Sweep]) -> Double {
    var deepest = -Double.infinity
    for sweep in sweeps {
      let c = sweep.curve
      let way = 3 * max((c.p1 - c.p0).length, max((c.p2 - c.p1).length, (c.p3 - c.p2).length))
      let reach = nib.reach * max(sweep.start.radius, sweep.end.radius)
      // An upper bound of any corner's path over the sweep.
      let speed = way + abs(sweep.end.radius - sweep.start.radius) * nib.reach + reach * abs(sweep.turn)
      let n = max(8, Int((speed / 0.5).rounded(.up)))
      let depths = (0...n).map { depth(p, in: nib, sweep.print(at: Double($0) / Double(n))) }
      deepest = depths.reduce(deepest, max)
      for i in 0...n where depths[i] > deepest - speed / Double(n) {
        var (low, high) = (max(0, Double(i - 1) / Double(n)), min(1, Double(i + 1) / Double(n)))
        for _ in 0..<24 {
          let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
          let (da, db) = (depth(p, in: nib, sweep.print(at: a)), depth(p, in: nib, sweep.print(at: b)))
          deepest = max(deepest, max(da, db))
          if da < db { low = a } else { high = b }
        }
      }
    }
    return deepest
  }

  /// The depth of a point inside one print of a flat tip, px; negative outside.
  public static func depth(_ p: Point, in nib: NibShape, _ print: Disc) -> Double {
    let corners = (0..<NibShape.cornerCount).map { nib.corner($0, of: print) }
    var (inside, outside) = (Double.infinity, Double.infinity)
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let edge = b - a
      let length = edge.length
      guard length > 1e-12 else { continue }
      inside = min(inside, edge.cross(p - a) / length)
      let along = max(0, min(1, (p - a).dot(edge) / (length * length)))
      outside = min(outside, p.distance(to: a + edge * along))
    }
    if inside == .infinity { return -p.distance(to: print.center) }
    return inside >= 0 ? inside : -outside
  }
}
