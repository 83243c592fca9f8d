import Geometry
import Ink

/// The centre line of a stroke's part as a polyline on the present canvas, px, with the times and the widths of the stroke
/// there. Places on it count from 0 at its start by corners: 2.5 is the middle between the third corner and the fourth.
struct StrokeLine {
  private(set) var points: [Point] = []
  /// The stroke's times, s.
  private(set) var times: [Double] = []
  /// Half of the widths of its ink.
  private(set) var radii: [Double] = []

  /// The greatest distance of the polyline from the line, px of the canvas on which it was drawn.
  private static let tolerance = 0.05

  /// - Parameters:
  ///   - map: from the canvas on which it was drawn to the present one.
  ///   - isWhole: whether the line is that of the whole stroke, although only a part of it is painted.
  init(of record: StrokeRecord, _ map: Affine, isWhole: Bool = false) {
    var whole = record
    if isWhole { whole.part = nil }
    let model = whole.traced()
    // A brush of MyPaint has a width of its own.
    var pieces = (record.brush.paint == nil ? model.settled.pieces : [])[...]
    let reach = record.brush.fullWidth / 2
    func add(_ p: InkPoint) {
      // Both go along the same line.
      while let first = pieces.first, let next = pieces.dropFirst().first,
        next.distanceOfLine(to: p.position) <= first.distanceOfLine(to: p.position)
      {
        pieces.removeFirst()
      }
      points.append(map(p.position))
      times.append(p.time)
      radii.append(
        (pieces.first?.radius(nearestTo: p.position) ?? reach * (record.widths?.factor(at: p.time) ?? 1))
          * map.lengthScale)
    }
    for segment in whole.shown(of: model.path).segments {
      if points.isEmpty { add(segment.p0) }
      let count = segment.curve.steps(tolerance: Self.tolerance)
      for step in 1...max(1, count) {
        add(step == count ? segment.p3 : segment.point(at: Double(step) / Double(count)))
      }
    }
  }

  /// The last place.
  var end: Double { Double(max(0, points.count - 1)) }

  func point(at place: Double) -> Point { value(points, at: place) { $0.lerp(to: $1, $2) } }
  func time(at place: Double) -> Double { value(times, at: place) { $0 + ($1 - $0) * $2 } }
  func radius(at place: Double) -> Double { value(radii, at: place) { $0 + ($1 - $0) * $2 } }

  private func value<V>(_ values: [V], at place: Double, _ between: (V, V, Double) -> V) -> V {
    let index = max(0, min(points.count - 2, Int(place)))
    if points.count == 1 || place <= 0 { return values[0] }
    return between(values[index], values[index + 1], min(1, place - Double(index)))
  }

  /// The place nearest to a point, and how far it is from it; nil for a line without corners.
  func nearest(to point: Point) -> (at: Double, distance: Double)? {
    guard let first = points.first else { return nil }
    var best = (at: 0.0, distance: first.distance(to: point))
    for index in points.indices.dropLast() {
      let t = point.share(nearestOn: points[index], points[index + 1])
      let distance = point.distance(to: points[index].lerp(to: points[index + 1], t))
      if distance < best.distance { best = (Double(index) + t, distance) }
    }
    return best
  }

  /// The first place after which times are later than a time.
  func place(after time: Double) -> Double {
    guard let index = times.firstIndex(where: { $0 > time }) else { return end }
    if index == 0 { return 0 }
    let (before, after) = (times[index - 1], times[index])
    return Double(index - 1) + (after > before ? max(0, time - before) / (after - before) : 1)
  }

  /// The direction at a place; zero for a line without a length.
  func direction(at place: Double) -> Vector {
    var index = max(0, min(points.count - 2, Int(place)))
    while index > 0, points[index] == points[index + 1] { index -= 1 }
    return points.count > 1 ? (points[index + 1] - points[index]).normalized ?? .zero : .zero
  }

  /// The place at a distance along the line from another one, px; negative towards the start.
  func place(at place: Double, along distance: Double) -> Double {
    let lengths = lengths
    let index = max(0, min(points.count - 1, Int(place)))
    let wanted = lengths[index] + points[index].distance(to: point(at: place)) + distance
    if wanted <= 0 { return 0 }
    guard let next = lengths.firstIndex(where: { $0 > wanted }) else { return end }
    return Double(next - 1) + (wanted - lengths[next - 1]) / (lengths[next] - lengths[next - 1])
  }

  /// The length of the line up to each corner, px.
  var lengths: [Double] {
    var lengths = [0.0]
    for (a, b) in zip(points, points.dropFirst()) { lengths.append(lengths[lengths.count - 1] + a.distance(to: b)) }
    return lengths
  }
}

extension Point {
  /// The share of the way between two points at which it is nearest to this one, 0...1.
  func share(nearestOn a: Point, _ b: Point) -> Double {
    let way = b - a
    let square = way.dot(way)
    return square > 0 ? max(0, min(1, (self - a).dot(way) / square)) : 0
  }
}

extension InkPiece {
  /// The distance of a point from its centre line, px.
  fileprivate func distanceOfLine(to point: Point) -> Double {
    point.distance(to: a.lerp(to: b, point.share(nearestOn: a, b)))
  }

  fileprivate func radius(nearestTo point: Point) -> Double {
    startRadius + (endRadius - startRadius) * point.share(nearestOn: a, b)
  }
}
