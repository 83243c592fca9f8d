import Geometry

/// Predicts a pen's position a few milliseconds ahead, so that ink is shown before its sample
/// arrives.
///
/// 1. `init`, then `add` for every sample of a stroke, in order. Cost: O(1), amortised.
/// 2. `prediction` at any time: fits a movement to the last `window` seconds (`TurningMotion`) and
///    follows it as far as its uncertainty allows. Cost: O(observations in the window).
///
/// There is no prediction with too few samples, nor where the pen stands still, brakes, turns at a
/// corner, shakes more than it moves, or goes backwards. The result depends on the samples alone.
public struct Predictor: Sendable {
  /// A predicted position.
  public struct Prediction: Hashable, Sendable {
    /// Position, px of the samples' space.
    public var position: Point
    /// Direction of movement there, a unit vector.
    public var heading: Vector
    /// Direction of movement at the last sample, a unit vector.
    public var startHeading: Vector
    /// Time after the last sample, s; less than requested where the uncertainty is too great.
    public var reach: Double
  }

  /// The longest horizon, s.
  public static let longest = 0.016

  /// Age up to which samples count, s, unless fewer than `enough` are that young.
  private static let window = 0.055
  /// The least number of observations and the least time that they span, s.
  private static let enough = 5
  private static let enoughTime = 0.016
  /// Age up to which samples count in any case, s: five samples at 60 Hz.
  private static let oldest = 0.09
  /// A longer time without a sample is a pause, s; samples before it do not count.
  private static let pause = 0.04
  /// Samples within this time, s, are merged into one observation, to limit the cost at 1000 Hz.
  private static let together = 0.0039
  /// A pen at one place for this long stands still, s: one repeated sample at up to 2000 Hz. A pen
  /// that reports whole px may repeat one while moving; that sample has no prediction.
  private static let standing = 0.0005
  /// After standing for this long, s, earlier samples do not count.
  private static let rest = 0.012
  /// A pen brakes where its speed over the last `recently` s or the last sample is below `slow` of
  /// its earlier speed.
  private static let recently = 0.0039
  private static let slow = 0.5
  /// Standard deviation of a sample in each direction, px of the input surface; rounding to whole
  /// px alone is 0.29.
  private static let noise = 0.5
  /// The greatest standard deviation of a prediction, px of the input surface and as a share of its
  /// distance.
  private static let trust = 0.9
  private static let trustedShare = 0.5

  /// The mean of several samples; times since the stroke's first sample.
  private struct Group {
    var time: Double
    var position: Point
    var pressure: Double
    var count: Double
    var first: Double
  }

  private let scale: Double
  private var groups: [Group] = []
  private var observations: [TurningMotion.Observation] = []
  private var last: InkPoint?
  private var origin = 0.0
  /// Time at which the pen came to its current place.
  private var arrival = 0.0

  /// A predictor before its first sample; `inputScale` as for `StrokeModel`.
  public init(inputScale: Double = 1) { scale = inputScale }

  /// Takes the next sample.
  public mutating func add(_ p: InkPoint) {
    guard let last else {
      origin = p.time
      return begin(p)
    }
    let time = p.time - origin
    guard p.time.isFinite, p.time >= last.time, p.time - last.time < Self.pause else { return begin(p) }
    if p.position.distance(to: last.position) < StrokeModel.stillness {
      if time - arrival >= Self.rest { return begin(p) }
    } else {
      arrival = time
    }
    self.last = p
    if let group = groups.last, time - group.first < Self.together {
      let n = group.count + 1
      groups[groups.count - 1] = Group(
        time: group.time + (time - group.time) / n, position: group.position.lerp(to: p.position, 1 / n),
        pressure: group.pressure + (p.pressure - group.pressure) / n, count: n, first: group.first)
      return
    }
    groups.append(Group(time: time, position: p.position, pressure: p.pressure, count: 1, first: time))
    while let first = groups.first, time - first.time > (groups.count > Self.enough ? Self.window : Self.oldest) {
      groups.removeFirst()
    }
  }

  /// The position up to `horizon` s after the last sample, clamped to 0...`longest`; nil where
  /// there is no prediction.
  public mutating func prediction(horizon: Double) -> Prediction? {
    guard let tip = last, let first = groups.first, groups.count >= Self.enough else { return nil }
    let now = tip.time - origin
    guard now - first.time >= Self.enoughTime, now - arrival < Self.standing, !slowsDown else { return nil }
    observations.removeAll(keepingCapacity: true)
    for g in groups {
      observations.append(TurningMotion.Observation(time: g.time - now, position: g.position, count: g.count))
    }
    guard let motion = TurningMotion(observations.span, noise: Self.noise * scale) else { return nil }
    let reach = trustedReach(of: motion, upTo: min(horizon, Self.longest, timeToLift(now)))
    let (position, heading) = motion.place(after: reach)
    let way = position - tip.position
    guard reach > 0, motion.deviation(after: reach) <= Self.trustedShare * way.length, way.dot(motion.heading) > 0,
      goesOn(way)
    else { return nil }
    return Prediction(position: position, heading: heading, startHeading: motion.heading, reach: reach)
  }

  /// The longest time, s, 0...`end`, at which the standard deviation is at most `trust`.
  private func trustedReach(of motion: TurningMotion, upTo end: Double) -> Double {
    let limit = Self.trust * scale
    if motion.deviation(after: end) <= limit { return end }
    var (good, bad) = (0.0, end)
    // A precision of 1/32 is enough.
    for _ in 0..<5 {
      let middle = (good + bad) / 2
      if motion.deviation(after: middle) <= limit { good = middle } else { bad = middle }
    }
    return good
  }

  private mutating func begin(_ p: InkPoint) {
    last = p
    arrival = p.time - origin
    groups.removeAll(keepingCapacity: true)
    groups.append(Group(time: arrival, position: p.position, pressure: p.pressure, count: 1, first: arrival))
  }

  /// The newest group at least `recently` older than the tip.
  private func groupBefore(_ time: Double) -> Int? { groups.lastIndex { time - $0.time >= Self.recently } }

  /// Whether the newest movement is much slower than the one before.
  private var slowsDown: Bool {
    guard let last, let i = groupBefore(last.time - origin) else { return true }
    let recent = groups[i]
    // Over at least twice the time, to reduce the effect of rounding.
    let span = last.time - origin - recent.time
    guard let earlier = groups[..<i].last(where: { recent.time - $0.time >= min(2 * span, 0.012) }) else { return true }
    let new = last.position.distance(to: recent.position) / span
    let old = recent.position.distance(to: earlier.position) / (recent.time - earlier.time)
    return new < Self.slow * old
  }

  /// Whether a vector does not point back to where the pen came from.
  private func goesOn(_ way: Vector) -> Bool {
    guard let last, let i = groupBefore(last.time - origin) else { return false }
    return way.dot(last.position - groups[i].position) > 0
  }

  /// The time until pressure reaches 0 if it keeps falling at the same rate, s.
  private func timeToLift(_ now: Double) -> Double {
    guard let last, let i = groupBefore(now) else { return 0 }
    let fall = (groups[i].pressure - last.pressure) / (now - groups[i].time)
    return fall > 0 ? last.pressure / fall : .infinity
  }
}
