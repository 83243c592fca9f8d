import Geometry
import Glibc

/// The corners of a stroke with a number of straight edges.
///
/// The stroke is divided where the edges' own lines, each fitted to its points, leave the least sum
/// of squares: by dynamic programming (R. Bellman, R. Roth, "Curve fitting by segmented straight
/// lines", Journal of the American Statistical Association 64, 1969). Corners are where edges meet.
struct StrokeCorners {
  /// The corners in order; the first one is not repeated for a closed stroke.
  let corners: [Point]
  /// The length of the shortest edge.
  let shortest: Double
  /// The angles that the stroke turns at its corners, radians, positive clockwise on the screen; an
  /// open stroke has none at its ends.
  let turns: [Double]
  /// How much of the turns happens close to the corners: near 1 for sharp corners, 1/2 and less for
  /// chords of a curve.
  let sharpness: Double

  /// The corners for each number of edges in order, as far as these exist.
  /// - Complexity: O(n² edges) for n points of the stroke, at most 100.
  static func all(_ stroke: StrokeOutline, edges: ClosedRange<Int>, unit: Double) -> [StrokeCorners] {
    let rounding = max(Self.rounding * stroke.size, 4 * unit)
    let fine = stroke.points
    let step = (fine.count + 99) / 100
    var points = stride(from: 0, to: fine.count - 1, by: step).map { fine[$0] } + fine.suffix(1)
    guard stroke.isClosed else {
      let divisions = Division(points, most: edges.upperBound)
      return edges.compactMap { count in
        divisions.cuts(count).flatMap { StrokeCorners(points, $0, isClosed: false, rounding: rounding) }
      }
    }
    let corner = farthest(points)
    points = turned(points, by: corner)
    let divisions = Division(points, most: edges.upperBound)
    return edges.compactMap { count in
      guard let cuts = divisions.cuts(count), cuts.count > 2 else { return nil }
      // The first corner was only assumed.
      let ring = Self.turned(points, by: cuts[1])
      let better = Division(ring, most: count)
      return better.cuts(count).flatMap { StrokeCorners(ring, $0, isClosed: true, rounding: rounding) }
    }
  }

  private init?(_ points: [Point], _ cuts: [Int], isClosed: Bool, rounding: Double) {
    var edges: [(middle: Point, direction: Vector)] = []
    var shortest = Double.infinity
    for (i, j) in zip(cuts, cuts.dropFirst()) {
      // Hands round corners off, so the ends of an edge do not count.
      let cut = max(0, min((j - i) / 6, (j - i - 3) / 2))
      guard let fit = FigureFits.line(points[(i + cut)...(j - cut)]) else { return nil }
      let way = points[j] - points[i]
      edges.append((fit.middle, fit.direction.dot(way) < 0 ? -fit.direction : fit.direction))
      shortest = min(shortest, way.length)
    }
    var corners: [Point] = []
    for (k, edge) in edges.enumerated() {
      if k == 0, !isClosed {
        corners.append(edge.middle + edge.direction * (points[0] - edge.middle).dot(edge.direction))
      } else {
        let before = edges[(k + edges.count - 1) % edges.count]
        corners.append(Self.meeting(before, edge, near: points[cuts[k]], within: 0.4 * shortest))
      }
    }
    if !isClosed, let edge = edges.last, let end = points.last {
      corners.append(edge.middle + edge.direction * (end - edge.middle).dot(edge.direction))
    }
    let ways = zip(corners, corners.dropFirst() + (isClosed ? corners.prefix(1) : [])).map { $1 - $0 }
    turns = zip(ways, ways.dropFirst() + (isClosed ? ways.prefix(1) : [])).map { atan2($0.cross($1), $0.dot($1)) }
    self.corners = corners
    sharpness = Self.sharpness(points, cuts, ways, isClosed: isClosed, rounding: rounding)
    self.shortest = min(shortest, ways.map(\.length).min() ?? 0)
  }

  /// How far from a corner hands begin to turn, relative to the stroke's size.
  private static let rounding = 0.045

  /// Compares the turns from just before the corners to just after them with those between the edges.
  private static func sharpness(
    _ points: [Point], _ cuts: [Int], _ ways: [Vector], isClosed: Bool, rounding: Double
  ) -> Double {
    let last = points.count - 1
    func place(_ i: Int) -> Point { isClosed ? points[((i % last) + last) % last] : points[max(0, min(last, i))] }
    let spacing = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } / Double(last)
    var (turns, near) = (0.0, 0.0)
    for k in (isClosed ? 0 : 1)..<ways.count {
      let before = (k + ways.count - 1) % ways.count
      let shorter = min(cuts[before + 1] - cuts[before], cuts[k + 1] - cuts[k])
      let gap = max(1, min(Int(0.17 * Double(shorter)), Int((rounding / spacing).rounded())))
      let reach = max(gap + 1, min(3 * gap, shorter))
      let come = place(cuts[k] - gap) - place(cuts[k] - reach)
      let go = place(cuts[k] + reach) - place(cuts[k] + gap)
      let turn = angle(ways[before], ways[k])
      turns += turn
      // A noisy direction must not make up for a round corner elsewhere.
      near += min(turn * 1.1, angle(come, go))
    }
    return near / max(turns, 1e-9)
  }

  /// The index of the point that is farthest from the middle: a corner, if there are any.
  private static func farthest(_ ring: [Point]) -> Int {
    let middle = FigureFits.mean(ring[...])
    let open = ring.dropLast()
    return open.indices.max { open[$0].distance(to: middle) < open[$1].distance(to: middle) } ?? 0
  }

  /// The ring beginning at another point.
  private static func turned(_ ring: [Point], by first: Int) -> [Point] {
    let open = ring.dropLast()
    return Array(open[first...] + open[..<first]) + [open[first]]
  }

  /// The angle between two directions, 0...pi.
  static func angle(_ a: Vector, _ b: Vector) -> Double { abs(atan2(a.cross(b), a.dot(b))) }

  /// The intersection of two lines, or `corner` where that is farther away than `limit`.
  private static func meeting(
    _ a: (middle: Point, direction: Vector), _ b: (middle: Point, direction: Vector), near corner: Point,
    within limit: Double
  ) -> Point {
    let cross = a.direction.cross(b.direction)
    guard abs(cross) > 0.15 else { return corner }
    let t = (b.middle - a.middle).cross(b.direction) / cross
    let place = a.middle + a.direction * t
    return place.distance(to: corner) <= limit ? place : corner
  }

  // MARK: Crossings

  /// Whether two edges cross that have no corner in common.
  static func crosses(_ corners: [Point], isClosed: Bool) -> Bool {
    let path = isClosed ? corners + corners.prefix(1) : corners
    for i in 0..<(path.count - 1) {
      for j in (i + 2)..<max(i + 2, path.count - 1) where !(isClosed && i == 0 && j == path.count - 2) {
        let (a, b, c, d) = (path[i], path[i + 1], path[j], path[j + 1])
        let (u, v) = (b - a, d - c)
        if u.cross(c - a) * u.cross(d - a) < 0, v.cross(a - c) * v.cross(b - c) < 0 { return true }
      }
    }
    return false
  }
}

/// The best divisions of points into straight edges.
private struct Division {
  private let count: Int
  /// For each number of edges less 1 and each last point, the point where the last edge begins.
  private var starts: [[Int]] = []

  /// The fewest points between two corners.
  private static let least = 3

  init(_ points: [Point], most: Int) {
    count = points.count
    let sums = Sums(points)
    var costs = (0..<count).map { sums.deviation(0, $0) }
    starts.append([Int](repeating: 0, count: count))
    for edges in 2...max(2, most) {
      var (next, from) = ([Double](repeating: .infinity, count: count), [Int](repeating: 0, count: count))
      for j in min(count, edges * Self.least)..<count {
        for i in ((edges - 1) * Self.least)...max((edges - 1) * Self.least, j - Self.least) where costs[i] < next[j] {
          let cost = costs[i] + sums.deviation(i, j)
          if cost < next[j] { (next[j], from[j]) = (cost, i) }
        }
      }
      costs = next
      starts.append(from)
    }
  }

  /// The indices of the points where edges begin and end; nil if there are too few points.
  func cuts(_ edges: Int) -> [Int]? {
    guard edges >= 1, edges <= starts.count, count > edges * Self.least else { return nil }
    var cuts = [count - 1]
    for k in stride(from: edges - 1, through: 0, by: -1) {
      let start = starts[k][cuts[0]]
      cuts.insert(start, at: 0)
    }
    return cuts[0] == 0 ? cuts : nil
  }

  /// Running sums, for the residual of any part in constant time.
  private struct Sums {
    private var x = [0.0], y = [0.0], xx = [0.0], xy = [0.0], yy = [0.0]

    init(_ points: [Point]) {
      let middle = FigureFits.mean(points[...])
      for (i, p) in points.enumerated() {
        let d = p - middle
        x.append(x[i] + d.dx)
        y.append(y[i] + d.dy)
        xx.append(xx[i] + d.dx * d.dx)
        xy.append(xy[i] + d.dx * d.dy)
        yy.append(yy[i] + d.dy * d.dy)
      }
    }

    /// The sum of the squares of the distances of the points `i` to `j` from the line that fits them.
    func deviation(_ i: Int, _ j: Int) -> Double {
      let n = Double(j - i + 1)
      let (sx, sy) = (x[j + 1] - x[i], y[j + 1] - y[i])
      let a = xx[j + 1] - xx[i] - sx * sx / n
      let b = xy[j + 1] - xy[i] - sx * sy / n
      let c = yy[j + 1] - yy[i] - sy * sy / n
      let root = ((a - c) * (a - c) + 4 * b * b).squareRoot()
      return max(0, (a + c - root) / 2)
    }
  }
}
