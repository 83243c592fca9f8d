/// The rate and jitter of a device's reports, from the server's times of its motions.
///
/// The server counts whole milliseconds, so a device with 133 reports a second has intervals of 7
/// and 8 ms. A jitter of 1 ms therefore means none.
public struct ReportTiming: Sendable, Hashable {
  /// A pause that separates two movements, ms.
  static let pause: UInt32 = 200
  /// The number of latest intervals that are used.
  static let most = 100
  /// The smallest number of intervals for a result.
  static let fewest = 7

  private var intervals: [UInt32] = []
  private var last: UInt32?

  /// No reports.
  public init() {}

  /// Takes the server's time of a motion, ms, which wraps at 2^32.
  public mutating func add(_ time: UInt32) {
    if let last {
      let interval = time &- last
      if interval > Self.pause { intervals.removeAll(keepingCapacity: true) } else { intervals.append(interval) }
      if intervals.count >= Self.most { intervals.removeFirst() }
    }
    last = time
  }

  private var sum: UInt32 { intervals.reduce(0, +) }

  /// Reports per second; nil before there are enough.
  public var rate: Double? {
    intervals.count >= Self.fewest && sum > 0 ? Double(intervals.count) * 1000 / Double(sum) : nil
  }

  /// The median interval between reports, ms; nil before there are enough.
  public var interval: Double? {
    guard rate != nil else { return nil }
    let sorted = intervals.sorted()
    return Double(sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The spread of intervals, ms, from the 5th to the 95th percentile; nil before there are enough.
  public var jitter: Double? {
    guard rate != nil else { return nil }
    let sorted = intervals.sorted()
    func percentile(_ share: Double) -> UInt32 { sorted[Int((Double(sorted.count - 1) * share).rounded())] }
    return Double(percentile(0.95) - percentile(0.05))
  }
}
