import Geometry

/// The segments of a wet tail as they were shown, so that those which hardly move stay just as they are.
///
/// A sample moves the whole tail, as a smoother weighs it with what came before, but a few samples behind the pen by less than anybody
/// sees. What draws a tail draws anew what is another than before: where the segments are the same to the bit, nothing.
struct ShownTail {
  private var segments: [InkSegment] = []
  /// How many segments had settled when they were shown, and how many have by now.
  private var start = 0
  private var settledCount = 0

  /// So many segments have settled.
  mutating func settle(_ count: Int) { settledCount += count }

  /// Replaces those of a tail's segments by the shown ones that are nowhere farther from them than `slack`, canvas px, in place
  /// and radius: all but the last one, which ends at the tip. Remembers what is shown now.
  mutating func steady(_ tail: inout [InkSegment], slack: Double, _ brush: Brush) {
    // Those that have settled since are gone from the beginning.
    let gone = settledCount - start
    var i = 0
    while i < tail.count - 1, i + gone < segments.count {
      if tail[i].isNear(segments[i + gone], within: slack, brush) { tail[i] = segments[i + gone] }
      i += 1
    }
    segments.removeAll(keepingCapacity: true)
    segments.append(contentsOf: tail)
    start = settledCount
  }
}

extension InkSegment {
  /// Whether no control point is farther than `reach`, canvas px, from that of another segment, in place and radius: then no point of
  /// the one curve is farther from that of the other at the same parameter (convex hull of the differences).
  fileprivate func isNear(_ other: InkSegment, within reach: Double, _ brush: Brush) -> Bool {
    func isNear(_ a: InkPoint, _ b: InkPoint) -> Bool {
      let distance = a.position.distance(to: b.position)
      guard distance <= reach else { return false }
      return a.pressure == b.pressure || distance + abs(brush.radius(at: a) - brush.radius(at: b)) <= reach
    }
    return isNear(p0, other.p0) && isNear(p1, other.p1) && isNear(p2, other.p2) && isNear(p3, other.p3)
  }
}
