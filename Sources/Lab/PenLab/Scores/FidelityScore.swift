import Geometry
import Ink

/// Measures how near a settled curve stays to the pen's positions.
///
/// The distance is to the nearest point of the stroke's whole curve. Where a stroke crosses itself,
/// this may be another part, so the distance is a lower bound.
struct FidelityScore {
  /// The distance of each point from its stroke's curve, canvas px.
  let distances: Quantiles

  init(_ strokes: [(points: [InkPoint], curve: [InkSegment])]) {
    var all: [Double] = []
    for stroke in strokes {
      let trace = CurveTrace(stroke.curve, step: 4)
      for p in stroke.points { all.append(trace.distance(to: p.position)) }
    }
    distances = Quantiles(all)
  }
}
