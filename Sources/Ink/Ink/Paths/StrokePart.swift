/// A part of a stroke: the ink between two times of its samples. The rest of the stroke is hidden, but what is drawn
/// depends on it as if it were not.
///
/// A limit is the place on the stroke's line after which times are later than the limit. Where several samples have that
/// time, it is the last of them. Where times go back, it is the first place of that kind. Two parts that have a
/// limit in common meet there.
///
/// The first place of a stroke is in a part that begins at its time, or before.
public struct StrokePart: Hashable, Sendable {
  /// Where it begins, s on the samples' clock; nil where the stroke does.
  public let from: Double?
  /// Where it ends, likewise; later than `from`.
  public let to: Double?

  /// Nil without limits, if one is not finite, or if they are not in order.
  public init?(from: Double? = nil, to: Double? = nil) {
    guard from != nil || to != nil, from?.isFinite ?? true, to?.isFinite ?? true else { return nil }
    if let from, let to, from >= to { return nil }
    (self.from, self.to) = (from, to)
  }
}

/// Finds where a part of a stroke begins and ends, along the ways that the stroke consists of.
package struct PartWalk: Sendable {
  private let start, end: Double
  private var isAtStart = true
  /// Whether the part has begun, and whether it has ended, at the end of the last way.
  package private(set) var hasBegun = false
  package private(set) var hasEnded = false
  /// The shares of the last way at which it begins and ends, 0...1; nil where it does not.
  package private(set) var beginning: Double?
  package private(set) var ending: Double?

  /// A stroke before its first way.
  package init(_ part: StrokePart) { (start, end) = (part.from ?? -.infinity, part.to ?? .infinity) }

  /// Goes on along a way, which begins where the one before ended. Returns the shares of it between which it belongs to
  /// the part; nil if nothing does.
  /// - Parameters:
  ///   - from: the time at its start, s.
  ///   - to: the time at its end.
  ///   - share: the share of the way at which times become later than a time.
  package mutating func advance(
    from: Double, to: Double, _ share: (_ time: Double) -> Double
  ) -> ClosedRange<Double>? {
    let isInside = hasBegun || isAtStart && start <= from
    (isAtStart, beginning, ending) = (false, nil, nil)
    if !isInside, to > start { beginning = from > start ? 0 : share(start) }
    if !hasEnded, to > end { ending = from > end ? 0 : share(end) }
    hasBegun = isInside || beginning != nil
    guard hasBegun, !hasEnded else { return nil }
    hasEnded = ending != nil
    let (first, last) = (beginning ?? 0, ending ?? 1)
    return first < last ? first...last : nil
  }
}

extension PartWalk {
  /// Goes on along the next segment of a stroke's line. Returns the parameters between which it belongs to the part.
  mutating func advance(along segment: InkSegment) -> ClosedRange<Double>? {
    advance(from: segment.p0.time, to: segment.p3.time) { segment.parameter(after: $0) }
  }
}

extension InkSegment {
  /// The parameter after which times are later than a time, which is not later than that at the start and before that at
  /// the end.
  fileprivate func parameter(after time: Double) -> Double {
    if p0.time >= time { return 0 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if point(at: middle).time > time { high = middle } else { low = middle }
    }
    return high
  }
}

extension StrokePath {
  /// The part of the path between two times; a settled path. Cost: O(n).
  public func part(_ part: StrokePart) -> StrokePath {
    var walk = PartWalk(part)
    return StrokePath(
      segments.compactMap { segment in
        guard let shown = walk.advance(along: segment) else { return nil }
        let end = shown.upperBound < 1 ? segment.split(at: shown.upperBound).0 : segment
        return shown.lowerBound > 0 ? end.split(at: shown.lowerBound / shown.upperBound).1 : end
      })
  }
}
