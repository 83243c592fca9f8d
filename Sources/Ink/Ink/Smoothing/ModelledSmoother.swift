import Geometry

/// The smoother `steady`, and `modelled` of older drawings: they remove shake from slow movements and keep fast ones
/// exact.
///
/// 1. Samples within `spacing` are merged into a knot at their mean: smaller distances are steps of
///    the tablet.
/// 2. `PointFilter` filters each knot once the stroke is the filter's reach beyond it.
/// 3. `SteadyInterpolation` fits the curve to the filtered knots; for `modelled`, `RoundInterpolation`.
///
/// A segment settles the filter's reach and two knots behind the pen. `rest` recomputes the
/// remainder up to the pen's tip. Cost of a sample: O(knots within the reach), independent of the
/// stroke's length.
struct ModelledSmoother: Sendable {
  private let filter: PointFilter
  private let spacing: Double
  private let isSteady: Bool
  /// Knots that later segments depend on, oldest first.
  private var knots: [PointFilter.Knot] = []
  /// Index of the first of `knots` whose filtered point is not in `points` yet.
  private var next = 0
  /// Filtered points that later segments depend on, oldest first; segments before the one that
  /// starts at `at` have settled.
  private var points: [InkPoint] = []
  private var at = 0
  /// Samples that will be the next knot.
  private var cluster = Cluster()
  private var hasKnots = false
  private var restKnots: [PointFilter.Knot] = []
  private var restPoints: [InkPoint] = []

  /// Samples close to each other.
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
      // Relative to the first one, to keep precision far from the origin.
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
  ///   - strength: 0...100; 0 keeps the samples, 100 smooths over 65 px of the input surface on
  ///     each side.
  ///   - inputScale: canvas px per px of the input surface, where shake has its size.
  ///   - isSteady: whether it is `steady`.
  init(strength: Double, inputScale: Double, isSteady: Bool) {
    self.isSteady = isSteady
    let s = max(0, min(100, strength))
    // 13 px at the default of 20, 65 px at 100. The noise of a coarse tablet is 0.8 px: whole px
    // and half a px of shake. Greater strength expects more shake.
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
    while at + 1 + Self.context < points.count {
      settled.append(segment(at, in: points.span))
      at += 1
    }
    forget()
  }

  /// Appends the segments from the last settled one to the end, as if the stroke ended there: at
  /// `tip`, a point that has not been added, or at the last added one. The settled state does not
  /// change.
  mutating func rest(with tip: InkPoint? = nil, to segments: inout [InkSegment]) {
    guard let tip = tip ?? cluster.last else { return }
    restKnots.removeAll(keepingCapacity: true)
    restKnots.append(contentsOf: knots)
    // The direction from the mean of nearby samples to the tip is noise.
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
        segments.append(segment(i, in: restPoints.span))
      }
    }
  }

  private static let context = max(SteadyInterpolation.context, RoundInterpolation.context)

  private func segment(_ k: Int, in points: Span<InkPoint>) -> InkSegment {
    isSteady ? SteadyInterpolation.segment(k, in: points) : RoundInterpolation.segment(k, in: points)
  }

  private mutating func append(_ knot: InkPoint) {
    Self.append(knot, to: &knots)
    hasKnots = true
  }

  private static func append(_ p: InkPoint, to knots: inout [PointFilter.Knot]) {
    let along = knots.last.map { $0.along + $0.point.position.distance(to: p.position) } ?? 0
    knots.append(PointFilter.Knot(point: p, along: along))
  }

  /// Removes knots and points that are no longer needed, 64 at a time. Cost: O(1), amortised.
  private mutating func forget() {
    let lot = 64
    if next > lot, next < knots.count {
      // The first knot also stands for the stroke's start, which matters within the reach only.
      var keep = next
      while keep > 0, knots[next].along - knots[keep].along <= filter.reach { keep -= 1 }
      if keep > lot / 2 {
        knots.removeFirst(keep)
        next -= keep
      }
    }
    let keep = at - Self.context
    if keep > lot {
      points.removeFirst(keep)
      at -= keep
    }
  }
}
