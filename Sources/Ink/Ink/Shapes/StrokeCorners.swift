import Geometry
import Glibc

/// The corners of a stroke with straight edges.
///
/// Corners are those of a simplified path (D. Douglas, T. Peucker, "Algorithms for the reduction of
/// the number of points required to represent a digitized line", 1973). Each edge is then the line
/// that fits the points between its corners best, and corners move to where edges meet.
struct StrokeCorners {
  /// The corners in order; the first one is not repeated for a closed stroke.
  let corners: [Point]
  /// The root mean square distance of points from their edge's own line, relative to what a hand
  /// is allowed, of the worst edge: up to 1 for straight edges.
  let roughness: Double
  /// The length of the shortest edge.
  let shortest: Double
  /// How much of the turn between two edges happens close to their corner, on average: near 1 for
  /// sharp corners, near 1/2 for chords of a curve.
  let sharpness: Double

  /// The allowed distance of points from their edge, root mean square, relative to its length.
  private static let roughest = 0.026
  /// The most corners that are looked for.
  static let most = 9

  /// Finds corners; nil for a stroke with too many.
  /// - Parameter tolerance: distance up to which a point is on an edge.
  /// - Parameter unit: the length of a window px; hands round off corners by a few of them.
  init?(_ stroke: StrokeOutline, tolerance: Double, unit: Double) {
    var points = stroke.points
    if stroke.isClosed { points = Self.startingAtCorner(points) }
    var at = [0] + Self.split(points, 0, points.count - 1, tolerance) + [points.count - 1]
    guard at.count <= Self.most + 2 else { return nil }
    Self.removeFlat(&at, points, isClosed: stroke.isClosed)
    guard at.count > 2 else { return nil }

    var edges: [(middle: Point, direction: Vector)] = []
    var (worst, shortest) = (0.0, Double.infinity)
    for (i, j) in zip(at, at.dropFirst()) {
      // Hands round corners off, so the ends of an edge do not count.
      let cut = max(0, min((j - i) / 6, (j - i - 3) / 2))
      guard let fit = FigureFits.line(points[(i + cut)...(j - cut)]) else { return nil }
      let way = points[j] - points[i]
      edges.append((fit.middle, fit.direction.dot(way) < 0 ? -fit.direction : fit.direction))
      worst = max(worst, fit.deviation / (Self.roughest * way.length + 0.6 * unit))
      shortest = min(shortest, way.length)
    }
    var corners: [Point] = []
    for (k, edge) in edges.enumerated() {
      if k == 0, !stroke.isClosed {
        corners.append(edge.middle + edge.direction * (points[0] - edge.middle).dot(edge.direction))
      } else {
        let before = edges[(k + edges.count - 1) % edges.count]
        corners.append(Self.meeting(before, edge, near: points[at[k]], within: 3 * tolerance))
      }
    }
    if !stroke.isClosed, let edge = edges.last, let end = points.last {
      corners.append(edge.middle + edge.direction * (end - edge.middle).dot(edge.direction))
    }
    self.corners = corners
    (roughness, self.shortest) = (worst, shortest)
    sharpness = Self.sharpness(at, points, edges.map(\.direction), stroke, unit: unit)
  }

  /// Compares the turn from just before a corner to just after it with that between its edges.
  private static func sharpness(
    _ at: [Int], _ points: [Point], _ directions: [Vector], _ stroke: StrokeOutline, unit: Double
  ) -> Double {
    let last = points.count - 1
    func place(_ i: Int) -> Point {
      guard stroke.isClosed else { return points[max(0, min(last, i))] }
      return points[((i % last) + last) % last]
    }
    var (turns, near) = (0.0, 0.0)
    for k in (stroke.isClosed ? 0 : 1)..<directions.count {
      let before = (k + directions.count - 1) % directions.count
      let shorter = min(at[before + 1] - at[before], at[k + 1] - at[k])
      let gap = max(1, Int((max(0.1 * Double(shorter), 3 * unit / stroke.spacing)).rounded()))
      let reach = max(gap + 1, min(3 * gap, shorter))
      let come = place(at[k] - gap) - place(at[k] - reach)
      let go = place(at[k] + reach) - place(at[k] + gap)
      let turn = angle(directions[before], directions[k])
      turns += turn
      // A noisy direction must not make up for a round corner elsewhere.
      near += min(turn * 1.1, angle(come, go))
    }
    return near / max(turns, 1e-9)
  }

  /// The ring of points from the one that is farthest from the middle, which is a corner if there
  /// are any.
  private static func startingAtCorner(_ ring: [Point]) -> [Point] {
    let middle = FigureFits.mean(ring[...])
    let open = ring.dropLast()
    guard let first = open.indices.max(by: { open[$0].distance(to: middle) < open[$1].distance(to: middle) }) else {
      return ring
    }
    return Array(open[first...] + open[..<first]) + [open[first]]
  }

  /// The indices between `i` and `j` that Douglas and Peucker keep, in order.
  private static func split(_ points: [Point], _ i: Int, _ j: Int, _ tolerance: Double) -> [Int] {
    guard j - i > 1 else { return [] }
    let way = points[j] - points[i]
    let length = way.length
    var (most, at) = (0.0, i)
    for k in (i + 1)..<j {
      let offset = points[k] - points[i]
      let d = length > 1e-9 ? abs(way.cross(offset)) / length : offset.length
      if d > most { (most, at) = (d, k) }
    }
    guard most > tolerance else { return [] }
    return split(points, i, at, tolerance) + [at] + split(points, at, j, tolerance)
  }

  /// The least turn at a corner.
  private static let leastTurn = Angle(degrees: 24).radians

  /// Removes corners at which the path hardly turns, the flattest first.
  private static func removeFlat(_ at: inout [Int], _ points: [Point], isClosed: Bool) {
    while at.count > 2 {
      var flattest: (turn: Double, index: Int)?
      for k in 1..<(at.count - 1) {
        let turn = angle(points[at[k]] - points[at[k - 1]], points[at[k + 1]] - points[at[k]])
        if turn < flattest?.turn ?? .infinity { flattest = (turn, k) }
      }
      guard let flattest, flattest.turn < leastTurn else { return }
      at.remove(at: flattest.index)
    }
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
}
