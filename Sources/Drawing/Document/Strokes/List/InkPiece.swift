import Geometry
import Ink

/// A straight piece of a stroke's ink: a disc that moves and grows evenly. Its ink reaches from `a` to `b`, px.
struct InkPiece: Sendable, Hashable {
  var a, b: Point
  /// The radii at `a` and `b`.
  var startRadius, endRadius: Double

  /// The pieces differ from the curves by at most this, px.
  static let tolerance = 0.25
  private static let mostPieces = 256.0

  /// The distance from its ink to a line between two points, px; 0 or less where they touch.
  func distance(to p: Point, _ q: Point) -> Double {
    func from(_ place: Point) -> Double {
      let t = Self.nearest(a, b, place)
      return place.distance(to: a.lerp(to: b, t)) - (startRadius + (endRadius - startRadius) * t)
    }
    if Self.cross(a, b, p, q) { return -max(startRadius, endRadius) }
    let here = min(from(p), from(q))
    func to(_ place: Point, _ radius: Double) -> Double {
      place.distance(to: p.lerp(to: q, Self.nearest(p, q, place))) - radius
    }
    return min(here, to(a, startRadius), to(b, endRadius))
  }

  /// The share of the way from one point to another at which a place is nearest, 0...1.
  private static func nearest(_ a: Point, _ b: Point, _ place: Point) -> Double {
    let way = b - a
    let square = way.dot(way)
    return square > 0 ? max(0, min(1, (place - a).dot(way) / square)) : 0
  }

  /// Whether two lines cross, not only touch.
  private static func cross(_ a: Point, _ b: Point, _ p: Point, _ q: Point) -> Bool {
    func side(_ from: Point, _ to: Point, _ place: Point) -> Double { (to - from).cross(place - from) }
    return side(a, b, p) * side(a, b, q) < 0 && side(p, q, a) * side(p, q, b) < 0
  }

  /// The pieces of a curve along which the radius grows evenly.
  static func along(_ curve: CubicBezier, from start: Double, to end: Double) -> [InkPiece] {
    let bends = [(curve.p0, curve.p1, curve.p2), (curve.p1, curve.p2, curve.p3)].map { ($1 - $0) - ($2 - $1) }
    let bend = max(bends[0].length, bends[1].length)
    guard bend.isFinite else { return [] }
    let count = max(1, min(mostPieces, (0.75 * bend / tolerance).squareRoot().rounded(.up)))
    func point(_ index: Double) -> (Point, Double) {
      let t = index / count
      return (index == count ? curve.p3 : curve.point(at: t), start + (end - start) * t)
    }
    return (0..<Int(count)).map { index in
      let (from, to) = (point(Double(index)), point(Double(index + 1)))
      return InkPiece(a: from.0, b: to.0, startRadius: from.1, endRadius: to.1)
    }
  }
}

extension InkTrace {
  /// The pieces of its ink.
  var pieces: [InkPiece] {
    var pieces = sweeps.flatMap { InkPiece.along($0.curve, from: $0.start.radius, to: $0.end.radius) }
    let discs = printedDiscs
    pieces += zip(discs, discs.dropFirst()).map {
      InkPiece(a: $0.center, b: $1.center, startRadius: $0.radius, endRadius: $1.radius)
    }
    if let last = end ?? (discs.count == 1 ? discs[0] : nil) {
      pieces.append(InkPiece(a: last.center, b: last.center, startRadius: last.radius, endRadius: last.radius))
    }
    return pieces
  }
}
