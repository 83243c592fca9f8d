/// The time from sending a pen's position until its ink is on the screen.
public struct LatencyReport: Sendable, Hashable, CustomStringConvertible {
  /// Latency of each measured position, in seconds, in ascending order. It is 0 if the ink was
  /// there before the pen (prediction).
  public let latencies: [Double]
  /// Number of positions that the ink never reached.
  public let neverReached: Int
  /// Distance by which the final ink extends beyond the pen (half the brush), px. The latencies are
  /// corrected for it.
  public let reach: Double
  /// Number of times the front of the ink moved.
  public let updates: Int
  /// Time from lifting the pen to the last change, in seconds; 0 if nothing changed after it.
  public let settling: Double

  /// The percentile of the latencies by nearest rank, in seconds; 0.5 is the median. Requires 0 <
  /// part <= 1.
  public func percentile(_ part: Double) -> Double {
    guard !latencies.isEmpty else { return .infinity }
    let rank = Int((part * Double(latencies.count)).rounded(.up))
    return latencies[min(max(rank, 1), latencies.count) - 1]
  }

  /// The report in one line, in milliseconds.
  public var description: String {
    let figures = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1)].map { name, part in
      "\(name) \(Self.milliseconds(percentile(part)))"
    }
    return """
      \(figures.joined(separator: "  ")) ms  (positions \(latencies.count), never reached \(neverReached), \
      reach \(reach) px, updates \(updates), settled \(Self.milliseconds(settling)) ms after lifting)
      """
  }

  private static func milliseconds(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "never" }
    let hundredths = Int((seconds * 1e5).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension LatencyReport {
  struct Sent: Sendable {
    var time: MonotonicTime
    var x: Double
  }

  /// The time and position at which a new front of the ink was seen.
  struct Front: Sendable {
    var time: MonotonicTime
    /// The last column with ink; nil if there is none.
    var x: Int?
  }

  /// Computes a report.
  /// - Parameters:
  ///   - sent: positions in order of time, from left to right.
  ///   - fronts: in order of time.
  ///   - end: where the pen was lifted, px.
  ///   - lift: when the pen was lifted.
  init?(sent: [Sent], fronts: [Front], end: Double, lift: MonotonicTime) {
    // Use the last front, not the farthest: predicted ink may have extended farther and been
    // removed.
    guard let last = fronts.last, let lastX = last.x else { return nil }
    let reach = Double(lastX) - end
    var latencies: [Double] = []
    var neverReached = 0
    var index = 0
    for position in sent {
      // A front that reaches a position has reached all earlier ones, so the search continues where
      // the last one ended.
      while index < fronts.count, (fronts[index].x.map { Double($0) - reach } ?? -.infinity) < position.x - 1 {
        index += 1
      }
      if index == fronts.count {
        neverReached += 1
      } else {
        latencies.append(max(0, fronts[index].time.seconds(since: position.time)))
      }
    }
    self.latencies = latencies.sorted()
    self.neverReached = neverReached
    self.reach = reach
    updates = fronts.count
    settling = max(0, last.time.seconds(since: lift))
  }
}
