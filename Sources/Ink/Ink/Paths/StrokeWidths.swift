import Glibc

/// The width along a stroke: factors of its ink's radius, by the time of its samples.
///
/// Factors are linear between knots, and constant before the first and after the last.
public struct StrokeWidths: Hashable, Sendable {
  /// A factor at a time.
  public struct Knot: Hashable, Sendable {
    /// Time, s on the samples' clock.
    public let time: Double
    /// Factor of the radius.
    public let factor: Double

    /// A knot by its values.
    public init(time: Double, factor: Double) { (self.time, self.factor) = (time, factor) }
  }

  /// The knots, at least one, with ascending times.
  public let knots: [Knot]

  /// The factors that a knot can have.
  public static let factors = 0.05...20.0
  /// The times that a knot can have, s.
  public static let times = -1e300...1e300
  /// The greatest number of knots.
  public static let mostKnots = 4096

  /// Nil without knots, with more than `mostKnots`, if one is out of range, or if the times do not ascend.
  public init?(_ knots: [Knot]) {
    guard (1...Self.mostKnots).contains(knots.count),
      knots.allSatisfy({ Self.times.contains($0.time) && Self.factors.contains($0.factor) }),
      zip(knots, knots.dropFirst()).allSatisfy({ $0.time < $1.time })
    else { return nil }
    self.knots = knots
  }

  /// The greatest factor. O(knots).
  public var greatest: Double { knots.reduce(0) { max($0, $1.factor) } }

  /// The factor at a time. O(log knots).
  public func factor(at time: Double) -> Double {
    // Also for a time that is no number.
    guard time > knots[0].time else { return knots[0].factor }
    let next = firstIndex(after: time)
    guard next < knots.count else { return knots[next - 1].factor }
    let (a, b) = (knots[next - 1], knots[next])
    return a.factor + (b.factor - a.factor) * ((time - a.time) / (b.time - a.time))
  }

  /// The index of the first knot after a time, or the number of knots.
  func firstIndex(after time: Double) -> Int {
    var (low, high) = (0, knots.count)
    while low < high {
      let middle = (low + high) / 2
      if knots[middle].time > time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension StrokeWidths {
  /// The widths after a change by a factor between two times. The change rises and falls smoothly within `soft` seconds
  /// before and after them. A change by the inverse factor takes it back, except where a factor was clamped to `factors`.
  ///
  /// Returns nil for factors of 1, and `old` if a number is not finite, the factor is not positive, or `to` is before
  /// `from`. O(knots log knots).
  /// - Parameters:
  ///   - old: the widths before; nil for none.
  ///   - soft: the duration of the slope before them, s, at least a microsecond.
  ///   - softAfter: that of the slope after them; nil for the same.
  public static func widened(
    _ old: StrokeWidths?, by factor: Double, from: Double, to: Double, soft: Double, softAfter: Double? = nil
  ) -> StrokeWidths? {
    if factor == 1 { return old }
    let (slope, slopeAfter) = (max(1e-6, soft), max(1e-6, softAfter ?? soft))
    let (start, end) = (from - slope, to + slopeAfter)
    guard factor > 0, factor.isFinite, soft.isFinite, slopeAfter.isFinite, from <= to, times.contains(start),
      times.contains(end)
    else {
      return old
    }
    let steps = (0...slopeSteps).map { Double($0) / Double(slopeSteps) }
    let slopes = steps.map { start + slope * $0 } + steps.map { to + slopeAfter * $0 }
    var knots: [Knot] = []
    for time in (slopes + (old?.knots.map(\.time) ?? [])).sorted() where knots.last?.time != time {
      let share = time < from ? (time - start) / slope : time > to ? (end - time) / slopeAfter : 1
      let changed = (old?.factor(at: time) ?? 1) * pow(factor, smoothStep(max(0, min(1, share))))
      knots.append(Knot(time: time, factor: max(factors.lowerBound, min(factors.upperBound, changed))))
    }
    var tolerance = 1e-9
    var fewer = simplified(knots, tolerance)
    while fewer.count > mostKnots {
      tolerance *= 4
      fewer = simplified(knots, tolerance)
    }
    return fewer.allSatisfy { abs($0.factor - 1) <= 1e-8 } ? nil : StrokeWidths(fewer)
  }

  /// The parts of a slope, each of which is linear.
  private static let slopeSteps = 8

  /// Rises from 0 to 1, without a slope at both ends.
  private static func smoothStep(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  /// The knots without those that differ by at most a tolerance from what the others give. Not empty.
  private static func simplified(_ knots: [Knot], _ tolerance: Double) -> [Knot] {
    var kept = [knots[0]]
    // The slopes from the last one kept that pass all knots since.
    var (least, most) = (-Double.infinity, Double.infinity)
    for (last, knot) in zip(knots, knots.dropFirst()) {
      func slope(_ factor: Double) -> Double {
        let start = kept[kept.count - 1]
        return (factor - start.factor) / (knot.time - start.time)
      }
      if slope(knot.factor) < least || slope(knot.factor) > most {
        kept.append(last)
        (least, most) = (-.infinity, .infinity)
      }
      (least, most) = (max(least, slope(knot.factor - tolerance)), min(most, slope(knot.factor + tolerance)))
    }
    if let last = knots.last, knots.count > 1 { kept.append(last) }
    // Beyond the ends factors are constant.
    func isLevel(_ a: Knot, _ b: Knot) -> Bool { abs(a.factor - b.factor) <= tolerance }
    if kept.count > 1, isLevel(kept[kept.count - 2], kept[kept.count - 1]) { kept.removeLast() }
    if kept.count > 1, isLevel(kept[0], kept[1]) { kept.removeFirst() }
    return kept
  }
}

extension StrokeWidths {
  /// The parameters of a segment at its knots, ascending, each in 0..<1, at most 64. Between them factors are linear in time
  /// if there were not more knots. Empty where time stands still.
  func parameters(on segment: InkSegment) -> [Double] {
    let (start, end) = (segment.p0.time, segment.p3.time)
    let (first, last) = (firstIndex(after: min(start, end)), firstIndex(after: max(start, end)))
    guard first < last else { return [] }
    let stride = (last - first + Self.mostParameters - 1) / Self.mostParameters
    let parameters = Swift.stride(from: first, to: last, by: stride).map { index in
      var (low, high) = (0.0, 1.0)
      for _ in 0..<40 {
        let middle = (low + high) / 2
        if (segment.point(at: middle).time > knots[index].time) == (end > start) { high = middle } else { low = middle }
      }
      return high
    }
    // Knots that rounding joins are one. Time may go back within the segment.
    var ascending: [Double] = []
    for t in parameters.sorted() where t < 1 && t > (ascending.last ?? 0) + 1e-9 { ascending.append(t) }
    return ascending
  }

  private static let mostParameters = 64
}
