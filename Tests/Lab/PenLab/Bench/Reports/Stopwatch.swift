import Rig

/// Measures durations.
enum Stopwatch {
  /// Seconds that `body` takes once.
  static func time<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
    let start = MonotonicTime.now
    try body()
    return MonotonicTime.now.seconds(since: start)
  }

  /// The durations of several runs of `body`, seconds.
  /// - Parameter warmUp: the number of runs before, which are not counted.
  static func times<Failure: Error>(
    _ count: Int, warmUp: Int = 1, _ body: () throws(Failure) -> Void
  ) throws(Failure) -> Quantiles {
    for _ in 0..<warmUp { try body() }
    var all: [Double] = []
    for _ in 0..<count { all.append(try time(body)) }
    return Quantiles(all)
  }
}
