import Geometry

/// The mean of a pen's state over a window of time that ends now: the integral of the polygon
/// through its samples. Before the first sample the pen counts as resting there.
///
/// Cost of a sample: O(`resolution`).
struct AverageStabiliser: Sendable {
  /// The length of the window, s.
  let time: Double
  let endsAtPen: Bool
  /// The samples of the window and the one before it, oldest first, with times of `clock`.
  private var samples: [InkPoint] = []
  /// The time since the first sample, s, without the parts of pauses that are longer than the
  /// window.
  private var clock = 0.0
  /// The time of the last sample.
  private var newest = 0.0

  /// The longest time between two points that are computed, s.
  static let step = 0.01
  /// The most samples of a window that count; closer ones are left out.
  static let resolution = 256

  init(time: Double, endsAtPen: Bool) { (self.time, self.endsAtPen) = (time, endsAtPen) }

  /// Takes the next sample and appends the means from the last one up to it, at most `step` apart.
  mutating func add(_ p: InkPoint, to points: inout [InkPoint]) {
    guard !samples.isEmpty else {
      newest = p.time
      samples.append(p)
      samples[0].time = 0
      points.append(p)
      return
    }
    let before = clock
    clock += max(0, min(p.time - newest, time + 2 * Self.step))
    newest = max(newest, p.time)
    var q = p
    q.time = clock
    let count = samples.count
    if count > 1, samples[count - 1].time - samples[count - 2].time < time / Double(Self.resolution) {
      samples[count - 1] = q
    } else {
      samples.append(q)
    }
    let steps = Int(((clock - before) / Self.step).rounded(.up))
    for i in 1..<max(1, steps) { points.append(mean(before + Double(i) * Self.step)) }
    points.append(mean(clock))
    forget(before: clock - time)
  }

  /// Appends the means while the pen rests after its last sample. At the end of a stroke that ends
  /// at the pen, they go all the way.
  func rest(for rested: Double, isEnd: Bool, to points: inout [InkPoint]) {
    let most = isEnd && endsAtPen ? time : min(time, rested)
    guard let last = samples.last, most > 0, isMoving(after: 0) else { return }
    let steps = Int((most / Self.step).rounded(.up))
    for i in 1..<max(1, steps) { points.append(mean(clock + Double(i) * Self.step)) }
    var end = most >= time ? last : mean(clock + most)
    end.time = newest + most
    points.append(end)
  }

  /// Whether the mean changes after the pen has rested for `rested` s.
  func isMoving(after rested: Double) -> Bool {
    guard let last = samples.last, rested < time else { return false }
    return samples.contains { $0.position.distance(to: last.position) > StrokeModel.stillness }
  }

  /// The mean of the window that ends at a time. After the last sample the pen rests there.
  private func mean(_ now: Double) -> InkPoint {
    let start = now - time
    // Relative to the last sample, to keep precision far from the origin.
    guard let first = samples.first, let origin = samples.last else {
      return InkPoint(position: .zero, pressure: 0)
    }
    var sum = Sum()
    if first.time > start { sum.add(first, first, min(first.time, now) - start, origin) }
    for (a, b) in zip(samples, samples.dropFirst()) {
      guard b.time > start, a.time < now, b.time > a.time else { continue }
      let (from, to) = (max(a.time, start), min(b.time, now))
      let whole = b.time - a.time
      sum.add(a.lerp(to: b, (from - a.time) / whole), a.lerp(to: b, (to - a.time) / whole), to - from, origin)
    }
    if origin.time < now { sum.add(origin, origin, now - max(origin.time, start), origin) }
    return sum.mean(over: time, origin, at: newest + now - clock)
  }

  private mutating func forget(before start: Double) {
    // One sample at the window's start or before it is needed. In lots, to be cheap on average.
    let keep = samples.lastIndex { $0.time <= start } ?? 0
    if keep > 32 { samples.removeFirst(keep) }
  }

  /// An integral over time.
  private struct Sum {
    private var position = Vector.zero
    private var pressure = 0.0
    private var lean = Vector.zero
    private var roll = Vector.zero

    /// Adds the line from `a` to `b`, which takes `duration` s.
    mutating func add(_ a: InkPoint, _ b: InkPoint, _ duration: Double, _ origin: InkPoint) {
      let half = duration / 2
      position = position + ((a.position - origin.position) + (b.position - origin.position)) * half
      pressure += (a.pressure + b.pressure) * half
      lean = lean + (a.lean + b.lean) * half
      roll = roll + (a.roll + b.roll) * half
    }

    func mean(over time: Double, _ origin: InkPoint, at now: Double) -> InkPoint {
      InkPoint(
        position: origin.position + position / time, pressure: max(0, min(1, pressure / time)), lean: lean / time,
        roll: roll / time, time: now)
    }
  }
}
