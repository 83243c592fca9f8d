/// The point of a curve that is nearest to a given point.
///
/// The squared distance is a polynomial of degree 6 in the parameter. Its Bernstein coefficients
/// bound it from below (convex hull), and the signs of their differences count the extrema
/// (variation diminishing). A part of the curve without a change of sign has no extremum inside. A
/// part with a single change from falling to rising has one minimum, which Newton's method finds.
/// Other parts are halved, unless they are certainly farther away than the best point so far. This
/// finds the global minimum. After P. Schneider, "Solving the nearest-point-on-curve problem",
/// Graphics Gems, 1990.
extension CubicBezier {
  /// A point of a curve and its distance from a given point.
  @frozen public struct Nearest: Hashable, Sendable {
    /// The parameter of the point, 0...1.
    public var parameter: Double
    /// The distance, not negative.
    public var distance: Double
  }

  /// Returns the point of the curve that is nearest to `place`; nil where none is nearer than
  /// `limit`, or where `place` is not finite.
  ///
  /// No point of the curve is nearer than `distance` - `accuracy`; the accuracy is limited by
  /// rounding to 1e-14 of the distance to the farthest control point. Where several points are
  /// equally near, the result is one of them. Cost: 2 to 10 splits for most curves; about 100 where
  /// much of the curve is equally near, as for a circle's centre.
  public func nearest(to place: Point, accuracy: Double = 1e-9, within limit: Double = .infinity) -> Nearest? {
    var search = NearestSearch(self, place, accuracy: accuracy, limit: limit)
    return search.run()
  }
}

/// A search for the point of a curve that is nearest to the origin.
private struct NearestSearch {
  private let curve: CubicBezier
  private let slack: Double
  /// The parameter of the best point so far; nil while none is nearer than the limit.
  private var parameter: Double?
  private var distance: Double

  /// The shortest part that is searched, as a share of the curve's parameter range.
  private static let shortest = 0x1p-46

  init(_ c: CubicBezier, _ place: Point, accuracy: Double, limit: Double) {
    // Relative to the place, so that no precision is lost where both are far from the origin.
    func relative(_ p: Point) -> Point { Point(p.x - place.x, p.y - place.y) }
    curve = CubicBezier(relative(c.p0), relative(c.p1), relative(c.p2), relative(c.p3))
    let farthest = [curve.p0, curve.p1, curve.p2, curve.p3].reduce(0) { max($0, $1.distance(to: .zero)) }
    slack = max(1e-14 * farthest, accuracy)
    distance = limit
  }

  mutating func run() -> CubicBezier.Nearest? {
    consider(0, curve.p0)
    consider(1, curve.p3)
    search(curve, 0, 1)
    return parameter.map { CubicBezier.Nearest(parameter: $0, distance: distance) }
  }

  private mutating func consider(_ t: Double, _ p: Point) {
    let d = p.distance(to: .zero)
    if d < distance { (parameter, distance) = (t, d) }
  }

  /// Searches the inside of `part`, which is the curve from parameter `a` to `b`; its ends have
  /// been considered.
  private mutating func search(_ part: CubicBezier, _ a: Double, _ b: Double) {
    let squares = part.squaredDistances
    var least = squares[0]
    // Changes of sign of the differences: from falling to rising, and the other way.
    var (valleys, hills, last) = (0, 0, 0.0)
    for i in 1..<7 {
      least = min(least, squares[i])
      let step = squares[i] - squares[i - 1]
      if step > 0, last < 0 { valleys += 1 }
      if step < 0, last > 0 { hills += 1 }
      if step != 0 { last = step }
    }
    let bar = max(0, distance - slack)
    guard valleys > 0, least < bar * bar else { return }
    if valleys == 1, hills == 0 {
      let u = part.parameterOfValley
      consider(a + (b - a) * u, part.point(at: u))
      return
    }
    let (first, second) = part.split(at: 0.5)
    let m = (a + b) / 2
    consider(m, first.p3)
    guard b - a > Self.shortest else { return }
    // The nearer half first: its result may rule out the other.
    if first.p0.distance(to: .zero) < second.p3.distance(to: .zero) {
      search(first, a, m)
      search(second, m, b)
    } else {
      search(second, m, b)
      search(first, a, m)
    }
  }
}

extension CubicBezier {
  /// The Bernstein coefficients of the squared distance from the origin.
  fileprivate var squaredDistances: InlineArray<7, Double> {
    let o = Point.zero
    let (a, b, c, d) = (p0 - o, p1 - o, p2 - o, p3 - o)
    return [
      a.dot(a), a.dot(b), (2 * a.dot(c) + 3 * b.dot(b)) / 5, (a.dot(d) + 9 * b.dot(c)) / 10,
      (2 * b.dot(d) + 3 * c.dot(c)) / 5, c.dot(d), d.dot(d),
    ]
  }

  /// The parameter of the smallest distance from the origin, for a curve along which the distance
  /// first decreases and then increases.
  fileprivate var parameterOfValley: Double {
    BracketedRoot.solve(in: 0...1, from: 0.5, tolerance: 0, resolution: 1e-15) { t in
      let (p, v) = (point(at: t) - Point.zero, velocity(at: t))
      return (p.dot(v), v.lengthSquared + p.dot(acceleration(at: t)))
    }
  }
}
