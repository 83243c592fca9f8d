/// How long it took from sending a pen's position to its ink being on the screen.
public struct LatencyReport: Sendable, Hashable, CustomStringConvertible {
  /// Of each measured position, in seconds, smallest first. 0 where the ink was there before the
  /// pen (prediction).
  public let latencies: [Double]
  /// How many positions the ink never reached.
  public let neverReached: Int
  /// How far the ink reaches beyond the pen when all is drawn (the brush's own size), px; taken off
  /// above.
  public let reach: Double
  /// How often the front of the ink was seen to move.
  public let updates: Int
  /// From lifting the pen to the last change, in seconds; 0 where nothing changed after it.
  public let settling: Double

  /// The latency that a part of the positions kept within: 0.5 for the median. 0 < part <= 1, the
  /// nearest rank; seconds.
  public func percentile(_ part: Double) -> Double {
    guard !latencies.isEmpty else { return .infinity }
    let rank = Int((part * Double(latencies.count)).rounded(.up))
    return latencies[min(max(rank, 1), latencies.count) - 1]
  }

  /// In one line, in milliseconds.
  public var description: String {
    let figures = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1)].map { name, part in
      "\(name) \(Self.milliseconds(percentile(part)))"
    }
    return """
      \(figures.joined(separator: "  ")) ms  (positions \(latencies.count), never reached \(neverReached), \
      reach \(reach) px, updates \(updates), settled \(Self.milliseconds(settling)) ms after lifting)
      """
  }

  /// Two decimals.
  private static func milliseconds(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "never" }
    let hundredths = Int((seconds * 1e5).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension LatencyReport {
  /// A position that the pen was sent to.
  struct Sent: Sendable {
    var time: MonotonicTime
    var x: Double
  }

  /// Where the front of the ink was first seen.
  struct Front: Sendable {
    var time: MonotonicTime
    /// The last column with ink; nil where there is none.
    var x: Int?
  }

  /// Reckons a report from what was sent and seen.
  /// - Parameters:
  ///   - sent: in order of time, to the right.
  ///   - fronts: in order of time.
  ///   - end: where the pen was lifted, px.
  ///   - lift: when.
  init?(sent: [Sent], fronts: [Front], end: Double, lift: MonotonicTime) {
    // The last front, not the farthest: prediction may have been beyond and taken back.
    guard let last = fronts.last, let lastX = last.x else { return nil }
    let reach = Double(lastX) - end
    var latencies: [Double] = []
    var neverReached = 0
    var index = 0
    for position in sent {
      // What reaches a position has reached all before it, so the search goes on where the last one
      // ended.
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
