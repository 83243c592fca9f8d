import Geometry

/// Tells where a pen will be a few milliseconds from now, so that ink can be shown there before its sample arrives.
///
/// 1. `init`, then `add` for every sample of a stroke, in order. That costs next to nothing.
/// 2. `prediction` at any time: a movement is fitted to the last `window` seconds (`TurningMotion`) and followed as far as it can be
///    trusted. Nothing is told before there are enough samples to see a movement in, nor where the pen stands still,
///    slows down at once, turns at a corner, shakes more than it moves, or goes backwards.
///
/// The result depends on the samples alone.
public struct Predictor: Sendable {
  /// Where the pen will be.
  public struct Prediction: Hashable, Sendable {
    /// The place, in the samples' px.
    public var position: Point
    /// The direction in which it will move, a unit vector.
    public var heading: Vector
    /// The direction in which it moves at the last sample, a unit vector.
    public var startHeading: Vector
    /// How long after the last sample, s; less than was asked for where more could not be trusted.
    public var reach: Double
  }

  /// The farthest that may be looked ahead, s.
  public static let longest = 0.016

  /// How old a sample may be to have a say, s, unless fewer than `enough` are that young.
  private static let window = 0.055
  /// How many observations must be there, and over how long a time, s, before anything is told.
  private static let enough = 5
  private static let enoughTime = 0.016
  /// The same after which a sample has no say in any case, s: five samples at 60 Hz.
  private static let oldest = 0.09
  /// A longer time without a sample is a pause, s; what was before says nothing of what comes after.
  private static let pause = 0.04
  /// Samples within this time are one observation, their mean, s: so that pens of 1000 Hz cost what others do.
  private static let together = 0.0039
  /// A pen that has been at one place for so long stands, s: after one repeated sample, at up to 2000 Hz. (A pen that tells
  /// whole px can repeat one while it moves; then nothing is shown ahead for that sample.)
  private static let standing = 0.0005
  /// A pen that has stood for so long forgets how it came, s.
  private static let rest = 0.012
  /// A pen slows down at once where its speed over the last `recently` s or the last sample falls below `slow` of what it was.
  private static let recently = 0.0039
  private static let slow = 0.5
  /// What samples scatter in each direction, px of the surface that the hand moves on: rounding to whole px is 0.29.
  private static let noise = 0.5
  /// The standard deviation of a place that is still told, px of the surface, and as a share of the way to it.
  private static let trust = 0.9
  private static let trustedShare = 0.5

  /// A mean of samples, times since the stroke's first.
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
  /// When the pen came to the place where it is.
  private var arrival = 0.0

  /// A predictor before its first sample; `inputScale` is that of `StrokeModel`.
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

  /// Where the pen will be up to `horizon` s (0...`longest`; more counts as that) after the last sample; nil where nothing
  /// can be said.
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

  /// How long a movement can be followed until its place is told no better than `trust`, s, 0...`end`.
  private func trustedReach(of motion: TurningMotion, upTo end: Double) -> Double {
    let limit = Self.trust * scale
    if motion.deviation(after: end) <= limit { return end }
    var (good, bad) = (0.0, end)
    // To a 32nd of the way: finer is not seen.
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

  /// The newest group that is `recently` older than the tip.
  private func groupBefore(_ time: Double) -> Int? { groups.lastIndex { time - $0.time >= Self.recently } }

  /// Whether the pen's newest way is much slower than the one before.
  private var slowsDown: Bool {
    guard let last, let i = groupBefore(last.time - origin) else { return true }
    let recent = groups[i]
    // The speed before: over at least twice the time, so that rounding counts for less.
    let span = last.time - origin - recent.time
    guard let earlier = groups[..<i].last(where: { recent.time - $0.time >= min(2 * span, 0.012) }) else { return true }
    let new = last.position.distance(to: recent.position) / span
    let old = recent.position.distance(to: earlier.position) / (recent.time - earlier.time)
    return new < Self.slow * old
  }

  /// Whether a way does not lead back to where the pen came from.
  private func goesOn(_ way: Vector) -> Bool {
    guard let last, let i = groupBefore(last.time - origin) else { return false }
    return way.dot(last.position - groups[i].position) > 0
  }

  /// The time until the pen leaves the paper if its pressure goes on falling as it does, s.
  private func timeToLift(_ now: Double) -> Double {
    guard let last, let i = groupBefore(now) else { return 0 }
    let fall = (groups[i].pressure - last.pressure) / (now - groups[i].time)
    return fall > 0 ? last.pressure / fall : .infinity
  }
}
