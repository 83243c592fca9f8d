import Geometry
import Ink

/// The score of a slow straight line drawn by a shaking hand on a coarse tablet.
struct LineScore {
  /// Root mean square of the curve's distance from the line, canvas px.
  let rootMeanSquare: Double
  /// The largest distance, canvas px.
  let largest: Double

  /// The points of a pen at 200 Hz that moves at 100 px/s for 4 s, with Gaussian noise of a
  /// deviation of 0.5 px in each direction, rounded to whole px.
  static func points(from start: Point, direction: Angle, seed: UInt64) -> [InkPoint] {
    var noise = SeededNoise(seed: seed)
    return (0...800).map { i in
      let p = start + Vector(length: Double(i) * 0.5, direction: direction)
      return InkPoint(
        position: Point((p.x + 0.5 * noise.next()).rounded(), (p.y + 0.5 * noise.next()).rounded()), pressure: 0.5,
        time: Double(i) / 200)
    }
  }

  /// Scores a curve that should be on the line through `start` in a direction, its ends included.
  init(_ segments: [InkSegment], start: Point, direction: Angle) {
    let along = Vector(length: 1, direction: direction)
    let trace = CurveTrace(segments)
    rootMeanSquare = trace.rootMeanSquare { along.cross($0 - start) }
    largest = trace.largest { along.cross($0 - start) }
  }
}
