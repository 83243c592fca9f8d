/// Unwraps the X server's clock, whose 32 bits of milliseconds wrap after 49.7 days.
///
/// Events of different devices may be slightly out of order. A time that looks more than a minute
/// older than the newest counts as a wrap, so a pause of weeks does no harm.
struct EventClock {
  private var newest: UInt32?
  private var elapsed: Int64 = 0

  /// The most that an event may be older than the newest one, ms.
  static let tolerance: UInt32 = 60_000

  /// Milliseconds since the start of the server's first cycle. 0, which X uses for "now", is the
  /// newest time so far.
  mutating func milliseconds(_ time: UInt32) -> Int64 {
    guard let newest else {
      self.newest = time
      elapsed = Int64(time)
      return elapsed
    }
    if time == 0 { return elapsed }
    let behind = newest &- time
    if behind <= Self.tolerance { return elapsed - Int64(behind) }
    elapsed += Int64(time &- newest)
    self.newest = time
    return elapsed
  }
}

/// Gives the reports of one device different times where several share a millisecond.
///
/// Each time depends on earlier events only, so that it does not depend on batches: the k-th report
/// (from 0) of a burst is k/m ms late, where m is the size of the previous burst (at least 2).
/// Reports beyond m share the rest of the millisecond in decreasing parts. Times strictly grow, and
/// no report is off by a millisecond or more.
struct BurstSpread {
  private var stamp: Int64?
  private var count = 0
  private var previousCount = 1

  /// Seconds for a report with the time `milliseconds`; a time before the last one counts as equal
  /// to it.
  mutating func seconds(_ milliseconds: Int64) -> Double {
    guard let stamp, milliseconds <= stamp else {
      self.stamp = milliseconds
      previousCount = max(1, count)
      count = 1
      return Double(milliseconds) / 1000
    }
    let k = Double(count)
    let m = Double(max(2, previousCount))
    count += 1
    let part = k < m ? k / m : 1 - 1 / (m * (k - m + 2))
    return (Double(stamp) + part) / 1000
  }
}
