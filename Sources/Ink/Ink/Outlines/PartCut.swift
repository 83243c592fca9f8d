import Geometry

/// Cuts a part out of what a brush prints along a stroke.
///
/// 1. `begin` for each trace.
/// 2. `advance` for each segment, then `part` for its sweeps, or `mark` and `place` for its discs.
struct PartCut: Sendable {
  private var walk: PartWalk
  /// The parameters of the last segment between which it is printed.
  private var shown: ClosedRange<Double>?
  /// The print at the end of the last sweep.
  private var last: Disc?
  /// Where the part begins and ends after the last disc, until the next disc is known.
  private var start, end: Point?
  /// Whether these are known in the trace of the settled ink, or the stroke's own.
  private var hasStarted = false
  private var hasStopped = false

  init(_ part: StrokePart) { walk = PartWalk(part) }

  /// Says which dabs of a trace are printed, which continues with the next disc.
  func begin(_ trace: inout InkTrace) {
    trace.discSpan.start = hasStarted ? -.infinity : .infinity
    trace.discSpan.end = hasStopped ? -.infinity : .infinity
  }

  mutating func advance(along segment: InkSegment) { shown = walk.advance(along: segment) }

  // MARK: sweeps

  /// What is printed of a sweep between two parameters of the segment; nil if nothing is.
  mutating func part(of sweep: Sweep, from t0: Double, to t1: Double) -> Sweep? {
    guard let shown,
      let part = sweep.part(
        from: (shown.lowerBound - t0) / (t1 - t0), to: (shown.upperBound - t0) / (t1 - t0))
    else { return nil }
    last = part.end
    return part
  }

  /// The print at the end of the part; nil if it has no ink.
  /// - Parameter tip: the print at the end of the whole stroke so far.
  func end(_ tip: Disc) -> Disc? { last == nil || walk.hasEnded ? last : tip }

  // MARK: discs

  /// Takes the stroke's first disc, on the last segment.
  mutating func beginDiscs(_ trace: inout InkTrace) {
    hasStarted = walk.hasBegun && walk.beginning == nil
    begin(&trace)
  }

  /// Notes the limits that are after a parameter of the segment, or at its start, up to another one.
  mutating func mark(on curve: CubicBezier, from t0: Double, to t1: Double) {
    func place(_ limit: Double?) -> Point? {
      guard let limit, limit > t0 || t0 == 0, limit <= t1 else { return nil }
      return curve.point(at: limit)
    }
    start = place(walk.beginning) ?? start
    end = place(walk.ending) ?? end
  }

  /// Finds the places of the limits that were noted on the way to the next disc; nil if no disc follows.
  mutating func place(before disc: Disc?, _ trace: inout InkTrace) {
    guard start != nil || end != nil, let last = trace.discs.last else { return }
    func place(_ limit: Point) -> Double {
      let way = disc.map { $0.center - last.center } ?? .zero
      let square = way.dot(way)
      let share = square > 0 ? max(0, min(1, (limit - last.center).dot(way) / square)) : 0
      return Double(trace.discs.count - 1) + share
    }
    if let start, !hasStarted { (trace.discSpan.start, hasStarted) = (place(start), true) }
    if let end, !hasStopped { (trace.discSpan.end, hasStopped) = (place(end), true) }
    (start, end) = (nil, nil)
  }
}
