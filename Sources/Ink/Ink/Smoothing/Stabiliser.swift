import Geometry

/// How the ink follows the pen at a distance, for strokes steadier than a hand.
///
/// A stabiliser moves samples before the smoother sees them (`StabiliserState`). Without one the ink is under
/// the pen.
public enum Stabiliser: Hashable, Sendable {
  /// The ink is under the pen.
  case none
  /// The ink is pulled by a rope: it moves only while the rope is taut, and then towards the pen.
  /// - length: window px, within `lengths`. The ink is at most that far behind, and 1/4 px.
  /// - endsAtPen: whether the ink goes on to the pen when that is lifted.
  case rope(length: Double, endsAtPen: Bool)
  /// The ink is at the mean of the pen's positions of the last `time` s, within `times`. At a
  /// constant speed it is half of that time behind. It catches up while the pen rests.
  /// - endsAtPen: whether the ink goes on to the pen when that is lifted.
  case average(time: Double, endsAtPen: Bool)

  /// The lengths of a rope, window px.
  public static let lengths = 1.0...500.0
  /// The times of an average, s.
  public static let times = 0.01...2.0

  /// The stabiliser with its values clamped; `none` where one is not finite.
  public var clamped: Stabiliser {
    func clamp(_ value: Double, _ range: ClosedRange<Double>) -> Double? {
      value.isFinite ? max(range.lowerBound, min(range.upperBound, value)) : nil
    }
    switch self {
    case .none: return .none
    case .rope(let length, let endsAtPen):
      return clamp(length, Self.lengths).map { .rope(length: $0, endsAtPen: endsAtPen) } ?? .none
    case .average(let time, let endsAtPen):
      return clamp(time, Self.times).map { .average(time: $0, endsAtPen: endsAtPen) } ?? .none
    }
  }

  /// Whether it is a rope.
  public var isRope: Bool { if case .rope = self { true } else { false } }
}

/// A stabiliser, applied incrementally to one stroke.
///
/// 1. `add` for each sample, in order: appends the points that the ink reaches.
/// 2. `rest` at any time: appends the points that follow if the pen rests, or is lifted.
///
/// The points of `add` depend on the samples alone, not on calls of `rest`.
struct StabiliserState: Sendable {
  private var rope: RopeStabiliser?
  private var average: AverageStabiliser?

  /// The state before the first sample; nil for no stabiliser.
  /// - Parameter inputScale: canvas px per window px.
  init?(_ stabiliser: Stabiliser, inputScale: Double) {
    switch stabiliser.clamped {
    case .none: return nil
    case .rope(let length, let endsAtPen):
      rope = RopeStabiliser(length: length * inputScale, slack: 0.25 * inputScale, endsAtPen: endsAtPen)
    case .average(let time, let endsAtPen): average = AverageStabiliser(time: time, endsAtPen: endsAtPen)
    }
  }

  /// Takes the next sample and appends the points that the ink reaches.
  mutating func add(_ p: InkPoint, to points: inout [InkPoint]) {
    rope?.add(p, to: &points)
    average?.add(p, to: &points)
  }

  /// Appends the points that follow after a rest.
  /// - Parameters:
  ///   - time: how long the pen has rested at its last sample, s, >= 0.
  ///   - isEnd: whether the pen is lifted then.
  func rest(for time: Double, isEnd: Bool, to points: inout [InkPoint]) {
    rope?.rest(isEnd: isEnd, to: &points)
    average?.rest(for: time, isEnd: isEnd, to: &points)
  }

  /// Whether the ink still moves while the pen has rested for `time` s.
  func isMoving(after time: Double) -> Bool { average?.isMoving(after: time) ?? false }
}

/// The end of a rope that a pen pulls over the paper. Its path is a curve of pursuit (a tractrix for
/// a pen that moves straight on), so it has no sudden turns.
private struct RopeStabiliser: Sendable {
  /// Canvas px.
  let length: Double
  /// By how much the rope is stretched before the ink moves, canvas px: less would be noise.
  let slack: Double
  let endsAtPen: Bool
  private var end: InkPoint?
  private var pen: InkPoint?

  init(length: Double, slack: Double, endsAtPen: Bool) {
    (self.length, self.slack, self.endsAtPen) = (length, slack, endsAtPen)
  }

  mutating func add(_ p: InkPoint, to points: inout [InkPoint]) {
    pen = p
    guard let end else {
      self.end = p
      points.append(p)
      return
    }
    let way = p.position - end.position
    let distance = way.length
    var q = p
    if distance > length + slack {
      q.position = end.position + way * ((distance - length) / distance)
    } else {
      // The ink rests, and keeps its greatest pressure, so that a tap is as wide as its hardest
      // moment.
      q.position = end.position
    }
    self.end = q
    points.append(q)
  }

  func rest(isEnd: Bool, to points: inout [InkPoint]) {
    guard isEnd, endsAtPen, let pen, let end, pen.position != end.position else { return }
    // In steps, so that the smoother before them does not bend the way to the pen.
    let steps = max(1, min(64, Int(pen.position.distance(to: end.position) / max(4, length / 16))))
    for i in 1...steps { points.append(end.lerp(to: pen, Double(i) / Double(steps))) }
  }
}
