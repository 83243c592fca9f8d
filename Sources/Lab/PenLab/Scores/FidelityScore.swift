import Geometry
import Ink

/// How near a settled curve stays to where the pen was.
///
/// A point's distance is that to the nearest place of its stroke's whole curve; where a stroke crosses itself that may be
/// another part of it, which can make the distance smaller than the eye would say, never larger.
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
