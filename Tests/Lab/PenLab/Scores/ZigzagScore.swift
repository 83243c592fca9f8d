import Geometry
import Ink

/// The score of a zigzag: how well it keeps its corners.
struct ZigzagScore {
  /// The largest distance of a corner's tip from the curve, canvas px.
  let largestMiss: Double

  /// The tips of a zigzag along x whose arms of `arm` px enclose `angle` at each corner; the first
  /// and the last of the `count` + 2 are its ends.
  static func tips(angle: Angle, arm: Double = 200, count: Int = 6) -> [Point] {
    let half = angle.radians / 2
    let step = Vector(length: arm, direction: Angle(radians: .pi / 2 - half))
    return (0..<(count + 2)).map { i in
      Point(1000 + Double(i) * step.dx, 1000 + (i.isMultiple(of: 2) ? 0 : step.dy))
    }
  }

  /// The points of a pen at 200 Hz that goes along the arms, `spacing` px from point to point; each
  /// tip is one of them.
  static func points(tips: [Point], spacing: Double) -> [InkPoint] {
    var places: [Point] = []
    for (a, b) in zip(tips, tips.dropFirst()) {
      let count = max(1, Int((a.distance(to: b) / spacing).rounded()))
      for i in 0..<count { places.append(a.lerp(to: b, Double(i) / Double(count))) }
    }
    if let last = tips.last { places.append(last) }
    return places.enumerated().map { i, p in InkPoint(position: p, pressure: 0.5, time: Double(i) / 200) }
  }

  /// Scores the curve of a zigzag. Its ends are no corners.
  init(_ segments: [InkSegment], tips: [Point]) {
    let trace = CurveTrace(segments)
    largestMiss = tips.dropFirst().dropLast().reduce(0) { max($0, trace.distance(to: $1)) }
  }
}
