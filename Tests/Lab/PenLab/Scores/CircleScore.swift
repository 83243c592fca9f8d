import Geometry
import Ink

/// How round a fast circle comes out.
struct CircleScore {
  /// Root mean square of the curve's distance from the circle, canvas px.
  let rootMeanSquare: Double
  /// The largest distance, canvas px.
  let largest: Double

  /// The points of a pen that draws three turns at 200 Hz, `count` points a turn.
  static func points(center: Point, radius: Double, count: Int, turns: Int = 3) -> [InkPoint] {
    (0...(count * turns)).map { i in
      let direction = Angle(radians: 2 * .pi * Double(i) / Double(count))
      return InkPoint(
        position: center + Vector(length: radius, direction: direction), pressure: 0.5, time: Double(i) / 200)
    }
  }

  /// Judges a curve that should be a circle, its ends included.
  init(_ segments: [InkSegment], center: Point, radius: Double) {
    let trace = CurveTrace(segments)
    rootMeanSquare = trace.rootMeanSquare { $0.distance(to: center) - radius }
    largest = trace.largest { $0.distance(to: center) - radius }
  }
}
