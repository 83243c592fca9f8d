import Geometry
import Glibc

/// A flat tip as a polygon: a rectangle, its corners cut by a quarter of its thickness.
public struct NibShape: Hashable, Sendable {
  /// Thickness as a share of the width, 0...1.
  public let thickness: Double

  /// The shape of a nib.
  public init(_ nib: Brush.Nib) { thickness = nib.thickness }

  /// Corners of the polygon.
  static let cornerCount = 8

  /// Corner `i` of the nib that prints within disc `d`, 0 ..< cornerCount: clockwise on the screen.
  func corner(_ i: Int, of d: Disc) -> Point { corner(i, of: d, turned: Self.turn(of: d)) }

  /// Cosine and sine of a nib's direction.
  static func turn(of d: Disc) -> (Double, Double) { (cos(Double(d.direction)), sin(Double(d.direction))) }

  /// The same with the direction's cosine and sine.
  func corner(_ i: Int, of d: Disc, turned turn: (Double, Double)) -> Point {
    // The broad side as long as the disc is wide, so that half of it is the radius.
    let (a, b) = (d.radius, d.radius * thickness)
    let cut = b / 2
    let (x, y): (Double, Double) =
      switch i {
      case 0: (a - cut, -b)
      case 1: (a, cut - b)
      case 2: (a, b - cut)
      case 3: (a - cut, b)
      case 4: (cut - a, b)
      case 5: (-a, b - cut)
      case 6: (-a, cut - b)
      default: (cut - a, -b)
      }
    let (c, s) = turn
    return Point(d.center.x + x * c - y * s, d.center.y + x * s + y * c)
  }
}

extension Outline {
  /// Appends the nib that prints within a disc.
  public mutating func appendNib(_ shape: NibShape, _ d: Disc) { appendHull(shape, d, d) }

  /// Appends the hull of the nibs within two discs: all that a nib passes over on a straight way, turning little.
  ///
  /// Hulls that share a nib overlap there, all wound alike: filled together, they have no seam. The hull is found by gift
  /// wrapping (R. Jarvis, 1973): 16 corners, of which 9 or 10 are on it.
  public mutating func appendHull(_ shape: NibShape, _ a: Disc, _ b: Disc) {
    let count = a == b ? NibShape.cornerCount : 2 * NibShape.cornerCount
    withUnsafeTemporaryAllocation(of: Point.self, capacity: count) { corners in
      let (first, second) = (NibShape.turn(of: a), NibShape.turn(of: b))
      for i in 0..<count {
        let isFirst = i < NibShape.cornerCount
        let corner = shape.corner(
          i % NibShape.cornerCount, of: isFirst ? a : b, turned: isFirst ? first : second)
        corners.initializeElement(at: i, to: corner)
      }
      appendHull(of: UnsafeBufferPointer(corners).span)
    }
  }

  /// Appends the convex hull of some points, clockwise on the screen.
  mutating func appendHull(of corners: Span<Point>) {
    guard !corners.isEmpty else { return }
    var first = 0
    for i in 1..<max(1, corners.count) {
      let (p, q) = (corners[i], corners[first])
      if p.y < q.y || (p.y == q.y && p.x < q.x) { first = i }
    }
    var at = first
    // As many turns as there are points: rounding cannot make it go round for ever.
    for _ in 0..<corners.count {
      appendCorner(corners[at])
      var next = at == 0 ? min(1, corners.count - 1) : 0
      for i in 0..<corners.count where i != at {
        let (u, v) = (corners[next] - corners[at], corners[i] - corners[at])
        let turn = u.cross(v)
        // The outermost to the left of where the hull goes on; of several in line the farthest.
        if u == .zero || turn < 0 || (turn == 0 && u.dot(v) > 0 && v.lengthSquared > u.lengthSquared) { next = i }
      }
      if corners[next] == corners[first] || corners[next] == corners[at] { break }
      at = next
    }
    closePolygon()
  }
}
