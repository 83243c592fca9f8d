/// How often a device reports, and how evenly, from the server's times of its movements.
///
/// The server counts whole milliseconds, so a device of 133 reports a second has intervals of 7 and 8 ms: a jitter of 1 ms is
/// none.
public struct ReportTiming: Sendable, Hashable {
  /// A pause that parts two movements, ms.
  static let pause: UInt32 = 200
  /// The reports of the latest movement that are looked at.
  static let most = 100
  /// Fewer intervals than this tell nothing.
  static let fewest = 7

  /// Intervals of the latest movement, ms, the oldest first.
  private var intervals: [UInt32] = []
  private var last: UInt32?

  /// Nothing known yet.
  public init() {}

  /// The device moved at this time of the server's, ms, which wraps at 2^32.
  public mutating func add(_ time: UInt32) {
    if let last {
      let interval = time &- last
      if interval > Self.pause { intervals.removeAll(keepingCapacity: true) } else { intervals.append(interval) }
      if intervals.count >= Self.most { intervals.removeFirst() }
    }
    last = time
  }

  private var sum: UInt32 { intervals.reduce(0, +) }

  /// Reports per second; nil before enough of a movement was seen.
  public var rate: Double? {
    intervals.count >= Self.fewest && sum > 0 ? Double(intervals.count) * 1000 / Double(sum) : nil
  }

  /// The median interval between reports, ms; nil before enough of a movement was seen.
  public var interval: Double? {
    guard rate != nil else { return nil }
    let sorted = intervals.sorted()
    return Double(sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// How far intervals differ, ms: from the 5th to the 95th percentile; nil before enough of a movement was seen.
  public var jitter: Double? {
    guard rate != nil else { return nil }
    let sorted = intervals.sorted()
    func percentile(_ share: Double) -> UInt32 { sorted[Int((Double(sorted.count - 1) * share).rounded())] }
    return Double(percentile(0.95) - percentile(0.05))
  }
}
