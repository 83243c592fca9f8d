import Geometry
import Glibc

/// A stroke prepared for `FigureRecogniser`: points at equal distances along it, without the dwell
/// of a pen that was held still at its ends.
struct StrokeOutline {
  /// The points, at least two, one `spacing` apart.
  let points: [Point]
  /// The distance between points along the stroke.
  let spacing: Double
  /// The length of the stroke.
  let length: Double
  /// The diagonal of the bounding rectangle.
  let size: Double
  /// Whether the stroke returns to its start. `points` then begin and end where it closes.
  let isClosed: Bool

  /// Distance from the last point within which the stroke's end is a dwell, window px.
  static let dwell = 4.0
  /// The greatest distance between the ends of a stroke that closes, relative to its size.
  static let mostGap = 0.25
  /// The most of a stroke that goes beyond the place where it closes. More of it is a spiral.
  static let mostCut = 0.18
  /// The fewest and most points.
  static let counts = 48...256

  /// Prepares a stroke; nil for one that is too short.
  /// - Parameter unit: the length of a window px.
  init?(_ places: [Point], unit: Double) {
    let path = Self.withoutDwell(places, unit: unit)
    guard path.count > 1 else { return nil }
    let length = zip(path, path.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    var box = Rect.null
    for p in path { box = box.union(Rect(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y)) }
    let size = Vector(box.width, box.height).length
    guard length > 0, size > 0, length.isFinite else { return nil }
    let count = max(Self.counts.lowerBound, min(Self.counts.upperBound, Int(48 * length / size)))
    let points = Self.resampled(path, count: count, length: length)
    let closed = Self.closed(points, size: size)
    isClosed = closed != nil
    self.points = closed ?? points
    spacing = length / Double(count - 1)
    self.length = spacing * Double(self.points.count - 1)
    self.size = size
  }

  /// The path without points that are nearer than 1.5 window px to the one before, and with one
  /// point for the dwell at each end.
  private static func withoutDwell(_ places: [Point], unit: Double) -> [Point] {
    guard let first = places.first, let last = places.last else { return [] }
    let end = (places.lastIndex { $0.distance(to: last) > dwell * unit } ?? -1) + 1
    var path = [first]
    for p in places[..<end] {
      guard let before = path.last, p.distance(to: before) >= 1.5 * unit else { continue }
      path.append(p)
    }
    path.append(last)
    return path
  }

  private static func resampled(_ path: [Point], count: Int, length: Double) -> [Point] {
    let step = length / Double(count - 1)
    var result = [path[0]]
    var (along, next) = (0.0, step)
    for (a, b) in zip(path, path.dropFirst()) {
      let part = a.distance(to: b)
      while result.count < count - 1, next <= along + part, part > 0 {
        result.append(a.lerp(to: b, (next - along) / part))
        next += step
      }
      along += part
    }
    if let last = path.last { result.append(last) }
    return result
  }

  /// The points from where a stroke that overlaps itself closes to where it does so again, ends
  /// made equal; nil for an open stroke.
  private static func closed(_ points: [Point], size: Double) -> [Point]? {
    let reach = max(1, points.count / 6)
    var best: (gap: Double, i: Int, j: Int)?
    for i in 0..<reach {
      for j in (points.count - reach)..<points.count {
        // Trimming an end costs, so that parallel ends are not cut short.
        let cut = Double(i + points.count - 1 - j) / Double(points.count)
        if cut > mostCut { continue }
        let gap = points[i].distance(to: points[j]) / size + 0.35 * cut
        if gap < best?.gap ?? .infinity { best = (gap, i, j) }
      }
    }
    guard let best, points[best.i].distance(to: points[best.j]) < mostGap * size else { return nil }
    var ring = Array(points[best.i...best.j])
    ring[ring.count - 1] = ring[0]
    return ring.count > 8 ? ring : nil
  }

  // MARK: Measures

  /// The angle that the points turn about `center`, signed and absolute.
  func turn(about center: Point) -> (net: Double, total: Double) {
    var (net, total) = (0.0, 0.0)
    for (a, b) in zip(points, points.dropFirst()) {
      let (u, v) = (a - center, b - center)
      let step = atan2(u.cross(v), u.dot(v))
      net += step
      total += abs(step)
    }
    return (net, total)
  }
}
