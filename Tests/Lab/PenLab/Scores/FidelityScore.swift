import Geometry
import Ink

/// The score of a settled curve: its distance from the pen's positions.
///
/// The distance of a point is that to the nearest position on its stroke's whole curve. Where a
/// stroke crosses itself, that may be another part, so the distance may be too small, never too
/// large.
struct FidelityScore {
  /// The distance of each point from its stroke's curve, canvas px, by rank.
  let distances: Quantiles

  /// Judges the curves of strokes.
  init(_ strokes: [(points: [InkPoint], curve: [InkSegment])]) {
    var all: [Double] = []
    for stroke in strokes {
      let trace = CurveTrace(stroke.curve, step: 4)
      for p in stroke.points { all.append(trace.distance(to: p.position)) }
    }
    distances = Quantiles(all)
  }
}
