import Geometry

/// Fude's own smoother at work on one stroke: calm where the hand is slow, true where it is fast.
///
/// 1. Samples that follow each other within `spacing` are joined to a knot at their mean: what is so close tells of the
///    tablet's steps, not of the hand.
/// 2. `PointFilter` takes the shake out of each knot once the stroke has gone on by the filter's reach.
/// 3. `RoundInterpolation` lays the curve through the filtered knots.
///
/// A segment is settled once nothing that can still come has a say in it: the filter's reach and two knots behind the pen. What
/// is between there and the pen, `rest` computes anew each time, up to the pen's very tip, so that nothing lags.
/// The cost of a sample follows from how many knots lie within the reach, not from the stroke's length.
struct ModelledSmoother: Sendable {
  private let filter: PointFilter
  private let spacing: Double
  /// Knots that still have a say, oldest first.
  private var knots: [PointFilter.Knot] = []
  /// The first of `knots` whose filtered point is not in `points` yet.
  private var next = 0
  /// Filtered points that still have a say, oldest first; the segments up to the one that starts at `at` are settled.
  private var points: [InkPoint] = []
  private var at = 0
  /// Samples that will be the next knot.
  private var cluster = Cluster()
  private var hasKnots = false
  private var restKnots: [PointFilter.Knot] = []
  private var restPoints: [InkPoint] = []

  /// Samples that lie close together.
  private struct Cluster {
    var first: InkPoint?
    var last: InkPoint?
    var sum = Vector.zero
    var pressure = 0.0
    var lean = Vector.zero
    var roll = Vector.zero
    var count = 0.0

    mutating func begin(_ p: InkPoint) {
      self = Cluster()
      first = p
      add(p)
    }

    mutating func add(_ p: InkPoint) {
      guard let first else { return }
      last = p
      // Summed from the first one, so that many samples far from the origin lose no digits.
      sum = sum + (p.position - first.position)
      pressure += p.pressure
      lean = lean + p.lean
      roll = roll + p.roll
      count += 1
    }

    var mean: InkPoint? {
      guard let first, let last else { return nil }
      return InkPoint(
        position: first.position + sum / count, pressure: pressure / count, lean: lean / count, roll: roll / count,
        time: last.time)
    }
  }

  /// A smoother before its first point.
  /// - Parameters:
  ///   - strength: 0 leaves the samples as they are; 100 smooths over 65 px of the hand's way each side.
  ///   - inputScale: canvas px per px of the surface that the hand moved on: shake has a size on the tablet, not on the canvas.
  init(strength: Double, inputScale: Double) {
    let s = max(0, min(100, strength))
    // From nothing over 13 px at 20, the default, to 65 px at 100. The noise is that of a coarse tablet, whole px and half a
    // px of shake (0.8 px in all), with room for chance; who asks for more strength means a shakier hand.
    let reach = 0.65 * s
    filter = PointFilter(reach: reach * inputScale, noise: max(1.25, reach / 10.4) * inputScale)
    spacing = filter.reach / 12
  }

  /// Takes the next point and appends the segments that it settles.
  mutating func add(_ p: InkPoint, to settled: inout [InkSegment]) {
    if let first = cluster.first, first.position.distance(to: p.position) < spacing {
      cluster.add(p)
      return
    }
    // The stroke starts where the pen touched, not at the mean of its first samples.
    if let knot = hasKnots ? cluster.mean : cluster.first { append(knot) }
    cluster.begin(p)

    guard let end = knots.last?.along else { return }
    while next < knots.count, end - knots[next].along >= filter.reach {
      points.append(filter.filtered(next, in: knots.span))
      next += 1
    }
    let context = RoundInterpolation.context
    while at + 1 + context < points.count {
      settled.append(RoundInterpolation.segment(at, in: points.span))
      at += 1
    }
    forget()
  }

  /// Appends the segments from the last settled one to the last point, as they are if the stroke ends there: at `tip`,
  /// a point that has not been added, or at the last added one. Adding and appending go on as if this had not been asked.
  mutating func rest(with tip: InkPoint? = nil, to segments: inout [InkSegment]) {
    guard let tip = tip ?? cluster.last else { return }
    restKnots.removeAll(keepingCapacity: true)
    restKnots.append(contentsOf: knots)
    // The tip stands for samples that lie close to it: between it and their mean, which way the hand went is chance.
    let opening = hasKnots ? cluster.mean : cluster.first
    if let opening, !hasKnots || opening.position.distance(to: tip.position) > max(spacing, 1e-6) {
      Self.append(opening, to: &restKnots)
    }
    Self.append(tip, to: &restKnots)
    restPoints.removeAll(keepingCapacity: true)
    restPoints.append(contentsOf: points)
    for i in next..<restKnots.count { restPoints.append(filter.filtered(i, in: restKnots.span)) }
    if restPoints.count == 1, !hasKnots {
      segments.append(InkSegment(lineFrom: restPoints[0], to: restPoints[0]))
    } else {
      for i in at..<max(at, restPoints.count - 1) {
        segments.append(RoundInterpolation.segment(i, in: restPoints.span))
      }
    }
  }

  private mutating func append(_ knot: InkPoint) {
    Self.append(knot, to: &knots)
    hasKnots = true
  }

  private static func append(_ p: InkPoint, to knots: inout [PointFilter.Knot]) {
    let along = knots.last.map { $0.along + $0.point.position.distance(to: p.position) } ?? 0
    knots.append(PointFilter.Knot(point: p, along: along))
  }

  /// Drops what has no say any more, in lots, so that it costs next to nothing a sample.
  private mutating func forget() {
    let lot = 64
    if next > lot, next < knots.count {
      // The filter looks at knots within its reach; the first knot also stands for the stroke's start, which matters only
      // nearer than the reach.
      var keep = next
      while keep > 0, knots[next].along - knots[keep].along <= filter.reach { keep -= 1 }
      if keep > lot / 2 {
        knots.removeFirst(keep)
        next -= keep
      }
    }
    let keep = at - RoundInterpolation.context
    if keep > lot {
      points.removeFirst(keep)
      at -= keep
    }
  }
}
