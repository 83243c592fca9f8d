/// The times from a pen's positions to the first changed pixel.
///
/// A change is taken for the answer to the last position before it. Positions without a change before
/// the next one are silent: where dabs are farther apart than positions, they paint nothing. Those
/// beyond the longest silence of the brush itself count as late, until the next change.
struct ChangeLatency {
  /// From each position that is not silent, or is late, to the first change after it, s.
  private(set) var latencies: [Double] = []
  /// Positions after which nothing changed.
  private(set) var unanswered = 0
  /// Changes while the pen moved, for each position.
  private(set) var changesPerPosition = 0.0
  /// From the last position to the last change, s.
  private(set) var settling = 0.0

  /// The share of a stroke's positions that do not count: at first, programs decide whether it is a
  /// stroke.
  private static let uncounted = 0.1

  /// - Parameters:
  ///   - sent: when positions were sent, s, in order.
  ///   - changes: when pixels changed, s, in order.
  ///   - longestSilence: the most positions in a row at which the brush itself paints nothing.
  init(sent: [Double], changes: [Double], longestSilence: Int = 0) {
    let counted = sent.dropFirst(Int(Double(sent.count) * Self.uncounted))
    guard let first = counted.first, let last = counted.last else { return }
    var (index, silence) = (0, 0)
    for (time, next) in zip(counted, counted.dropFirst() + [.infinity]) {
      while index < changes.count, changes[index] < time { index += 1 }
      let change = index < changes.count ? changes[index] : nil
      silence = change.map { $0 < next } ?? false ? 0 : silence + 1
      if silence > 0, silence <= longestSilence { continue }
      if let change { latencies.append(change - time) } else { unanswered += 1 }
    }
    changesPerPosition = Double(changes.count { first...last ~= $0 }) / Double(counted.count)
    settling = max(0, (changes.last ?? last) - last)
  }
}
