/// The place of a curve that is nearest to another place.
///
/// The squared distance is a polynomial of degree 6 in the parameter. Its Bernstein coefficients bound it from below (convex
/// hull), and the signs of their differences count the extrema (variation diminishing): a part of the curve without a change of
/// sign has none inside, one with a single change from falling to rising has one minimum, which Newton's method finds. All others
/// are halved, unless they are certainly farther away than the best place so far. This finds the global minimum among all
/// local ones. After P. Schneider, "Solving the nearest-point-on-curve problem", Graphics Gems, 1990.
extension CubicBezier {
  /// A place of a curve and how far it is from another.
  @frozen public struct Nearest: Hashable, Sendable {
    /// The place's parameter, 0...1.
    public var parameter: Double
    /// The distance, not negative.
    public var distance: Double
  }

  /// The place of the curve that is nearest to `place`; nil where none is nearer than `limit`, or where
  /// `place` is not finite.
  ///
  /// No place of the curve is nearer than `distance` - `accuracy`; the accuracy is no finer than rounding allows, 1e-14 of the
  /// distance to the farthest control point. Where several places are as near, the result is one of them. Cost: for most
  /// curves that of 2 to 10 splits; where much of the curve is about as near, as for a circle's centre, some 100.
  public func nearest(to place: Point, accuracy: Double = 1e-9, within limit: Double = .infinity) -> Nearest? {
    var search = NearestSearch(self, place, accuracy: accuracy, limit: limit)
    return search.run()
  }
}

/// A search for the place of a curve that is nearest to the origin.
private struct NearestSearch {
  private let curve: CubicBezier
  private let slack: Double
  /// The parameter of the best place so far; nil while none is nearer than the limit.
  private var parameter: Double?
  private var distance: Double

  /// The shortest part that is looked into, as a share of the curve's parameters.
  private static let shortest = 0x1p-46

  init(_ c: CubicBezier, _ place: Point, accuracy: Double, limit: Double) {
    // Relative to the place, so that nothing is lost where both are far from the origin.
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

  /// Looks into the inside of `part`, which is the curve from parameter `a` to `b`; its ends have been considered.
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
    // The nearer half first: what it finds may spare the other.
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

  /// Where the distance from the origin is least, for a curve on which it first falls and then rises.
  fileprivate var parameterOfValley: Double {
    BracketedRoot.solve(in: 0...1, from: 0.5, tolerance: 0, resolution: 1e-15) { t in
      let (p, v) = (point(at: t) - Point.zero, velocity(at: t))
      return (p.dot(v), v.lengthSquared + p.dot(acceleration(at: t)))
    }
  }
}
