/// Unwraps the X server's clock, whose 32 bits of milliseconds wrap after 49.7 days.
///
/// Events of different devices may be told out of order by a little; whatever looks older than a minute is taken as
/// a wrap instead, so that a pause of weeks does no harm.
struct EventClock {
  private var newest: UInt32?
  private var elapsed: Int64 = 0

  /// How far back an event may be from the newest one, ms.
  static let tolerance: UInt32 = 60_000

  /// Milliseconds since the start of the server's first round, for the time of an event; 0, which X uses for "now",
  /// is the newest time so far.
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

/// Gives the reports of one device times of their own where several share a millisecond.
///
/// A server that reads several reports at once stamps them with one time, and a device of more than 1000 reports per
/// second must share. How many will share cannot be known at the first of them, and waiting for the rest would cost
/// latency, or would let the result depend on how events fall into batches. So the times are a function of the events
/// so far, nothing else: the k-th report (from 0) of a burst is k/m ms late, m being the size of the burst before it
/// (at least 2). A steady stream is spread evenly; reports beyond m get the rest of the millisecond in ever smaller
/// parts. Times strictly grow, and no report is a millisecond late or early by its own stamp.
struct BurstSpread {
  private var stamp: Int64?
  private var count = 0
  private var previousCount = 1

  /// Seconds for a report stamped `milliseconds`; a stamp that lies before the last one counts as equal to it.
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
