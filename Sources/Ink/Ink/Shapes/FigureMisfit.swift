import Geometry
import Glibc

/// How far a stroke is from a figure, in place and in direction. A wave about a line is near to it
/// everywhere, but does not have its direction.
struct FigureMisfit {
  /// The root mean square distance of the points from the figure.
  let distance: Double
  /// The greatest distance.
  let most: Double
  /// The root mean square angle between the stroke and the figure, radians.
  let turn: Double

  /// Half the length of the chords that show the stroke's direction, relative to its size.
  private static let reach = 0.035

  /// Compares a stroke with the outline of a figure.
  /// - Parameter unit: the length of a window px; tremor turns shorter chords.
  init(_ stroke: StrokeOutline, _ outline: [Point], unit: Double) {
    let (points, last) = (stroke.points, stroke.points.count - 1)
    let window = max(Self.reach * stroke.size, 4 * unit)
    let half = max(1, Int((window / stroke.spacing).rounded()))
    let edges = Edges(outline, isClosed: stroke.isClosed)
    var (sum, most, turns, count) = (0.0, 0.0, 0.0, 0)
    for i in points.indices {
      let (square, at) = edges.nearest(to: points[i])
      sum += square
      most = max(most, square)
      guard let at, stroke.isClosed || (i >= half && i + half <= last) else { continue }
      let (from, to) = stroke.isClosed ? ((i + last - half) % last, (i + half) % last) : (i - half, i + half)
      let error = edges.turn(of: points[to] - points[from], at: at, window: window)
      turns += error * error
      count += 1
    }
    distance = (sum / Double(points.count)).squareRoot()
    self.most = most.squareRoot()
    turn = (turns / Double(max(1, count))).squareRoot()
  }

  /// The edges of an outline with their places along it.
  private struct Edges {
    let points: [Point]
    let isClosed: Bool
    /// The length of the outline up to each point.
    var along = [0.0]
    /// The direction of each edge, radians, without jumps from edge to edge.
    var directions: [Double] = []

    init(_ outline: [Point], isClosed: Bool) {
      (points, self.isClosed) = (outline, isClosed)
      for (a, b) in zip(outline, outline.dropFirst()) {
        let way = b - a
        let before = directions.last ?? 0
        directions.append(before + remainder(way.direction.radians - before, 2 * .pi))
        along.append((along.last ?? 0) + way.length)
      }
    }

    /// The nearest place: the square of the distance, the edge and the length up to it.
    func nearest(to p: Point) -> (square: Double, at: (edge: Int, along: Double)?) {
      var (least, at): (Double, (Int, Double)?) = (.infinity, nil)
      for i in directions.indices {
        let way = points[i + 1] - points[i]
        let square = way.lengthSquared
        let t = square > 0 ? max(0, min(1, (p - points[i]).dot(way) / square)) : 0
        let d = (points[i] + way * t - p).lengthSquared
        if d < least { (least, at) = (d, (i, along[i] + t * square.squareRoot())) }
      }
      return (least, at)
    }

    /// The angle from a direction to the nearest one that the outline has within `window` of a place.
    func turn(of way: Vector, at: (edge: Int, along: Double), window: Double) -> Double {
      let base = directions[at.edge]
      let angle = base + remainder(way.direction.radians - base, 2 * .pi)
      var (low, high) = (base, base)
      func allow(_ direction: Double) { (low, high) = (min(low, direction), max(high, direction)) }
      var i = at.edge
      while i > 0, along[i] > at.along - window {
        i -= 1
        allow(directions[i])
      }
      if i == 0, isClosed, at.along < window, let last = directions.last {
        allow(base + remainder(last - base, 2 * .pi))
      }
      i = at.edge
      while i + 1 < directions.count, along[i + 1] < at.along + window {
        i += 1
        allow(directions[i])
      }
      if i + 1 == directions.count, isClosed, let end = along.last, at.along > end - window {
        allow(base + remainder(directions[0] - base, 2 * .pi))
      }
      return max(0, low - angle, angle - high)
    }
  }
}
