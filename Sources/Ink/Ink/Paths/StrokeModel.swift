import Geometry

/// A stroke in progress: fits a path to the pen's samples and computes what the brush prints along
/// it.
///
/// 1. `init` with a brush.
/// 2. `add` for each sample, in order. `path` and `settled` grow by the parts that no later sample
///    can change.
/// 3. `tail(into:)` whenever the stroke is shown: the ink from the end of `settled` to the pen's
///    tip, as if the pen were lifted now, and optionally predicted ink beyond it. It replaces the
///    previous tail. Predicted ink never settles.
/// 4. `finish` once: settles everything, up to the point of lifting.
///
/// The settled ink depends on the samples alone, not on calls of `tail` or batches of samples. Cost
/// of a sample: independent of the stroke's length.
public struct StrokeModel: Sendable {
  /// The brush.
  public let brush: Brush
  /// Greatest distance of the settled shape from the true one, canvas px.
  public let tolerance: Double
  /// The centre line: the settled segments, and after `tail(into:)` those of the tail.
  public private(set) var path = StrokePath()
  /// The settled ink.
  public private(set) var settled = InkTrace()
  /// Whether `finish` was called.
  public private(set) var isFinished = false

  /// How far beyond the pen's tip the tail may extend, s; 0 for not at all.
  public let prediction: Double

  private var smoother: StrokeSmoother
  /// Nil for a brush without a stabiliser.
  private var stabiliser: StabiliserState?
  private var stabilised: [InkPoint] = []
  /// How long the pen has rested since its last sample, s.
  private var rested = 0.0
  private var predictor: Predictor
  /// Whether prediction is off until the next sample.
  private var isPredictionWithdrawn = false
  private var tracer: InkTracer
  /// The last sample, which following samples at the same place are merged into.
  private var last: InkPoint?
  private var hook = HookGuard()
  private var segments: [InkSegment] = []
  private var released: [InkPoint] = []

  /// Samples nearer than this, canvas px, are merged. The merged sample keeps the greatest
  /// pressure, so that a tap is as wide as its hardest moment.
  public static let stillness = 1.0 / 64

  /// Samples farther than this from the origin in x or y, canvas px, are ignored as errors of a
  /// device or a file. A rasteriser can compute curves through the others.
  public static let reach = 1_048_576.0

  /// The default `tolerance`, canvas px.
  public static let standardTolerance = 0.04

  /// The longest `prediction`, s.
  public static let longestPrediction = Predictor.longest

  /// A stroke before its first sample.
  /// - Parameters:
  ///   - brush: the brush.
  ///   - inputScale: canvas px per px of the input surface (1 / zoom of the view), > 0: shake has a
  ///     size on that surface.
  ///   - tolerance: > 0, canvas px; divide by the factor of a later enlargement.
  ///   - prediction: how far beyond the pen's tip the tail may extend, s, clamped to
  ///     0...`longestPrediction`.
  ///   - part: the part of the stroke whose ink is traced; nil for all. `path` is that of the whole stroke.
  ///   - widths: the factors of the radius along the stroke; nil for 1. `path` does not depend on them.
  public init(
    brush: Brush, inputScale: Double = 1, tolerance: Double = StrokeModel.standardTolerance, prediction: Double = 0,
    part: StrokePart? = nil, widths: StrokeWidths? = nil
  ) {
    self.brush = brush
    stabiliser = StabiliserState(brush.stabiliser, inputScale: inputScale)
    // Guided ink is behind the pen.
    self.prediction = prediction > 0 && stabiliser == nil ? min(Self.longestPrediction, prediction) : 0
    predictor = Predictor(inputScale: inputScale)
    self.tolerance = tolerance
    smoother = StrokeSmoother(brush.smoother, strength: brush.strength, inputScale: inputScale)
    tracer = InkTracer(brush, inputScale: inputScale, tolerance: tolerance, part: part, widths: widths)
    tracer.begin(&settled)
  }

  /// Takes the next sample. Samples after `finish`, not finite or beyond `reach` are ignored.
  public mutating func add(_ sample: PenSample) {
    // False also for NaN.
    let (x, y) = (abs(sample.position.x), abs(sample.position.y))
    guard !isFinished, x <= Self.reach, y <= Self.reach else { return }
    isPredictionWithdrawn = false
    rested = 0
    released.removeAll(keepingCapacity: true)
    hook.add(brush.held(sample), releasing: &released)
    for p in released {
      guard stabiliser != nil else {
        take(p)
        continue
      }
      stabilised.removeAll(keepingCapacity: true)
      stabiliser?.add(p, to: &stabilised)
      for q in stabilised { take(q) }
    }
  }

  /// Tells how long the pen has rested since its last sample, s; the ink of some stabilisers moves on
  /// meanwhile. For the tail only: the settled ink depends on samples.
  public mutating func rest(for time: Double) { rested = max(0, time) }

  /// Whether `tail` still changes although the pen rests.
  public var isCatchingUp: Bool { !isFinished && stabiliser?.isMoving(after: rested) ?? false }

  /// Ends the stroke: everything settles, except a hook from lifting the pen.
  public mutating func finish() {
    guard !isFinished else { return }
    if stabiliser != nil {
      stabilised.removeAll(keepingCapacity: true)
      stabiliser?.rest(for: 0, isEnd: true, to: &stabilised)
      for q in stabilised { take(q) }
    }
    isFinished = true
    segments.removeAll(keepingCapacity: true)
    smoother.rest(with: last, to: &segments)
    settle()
    tracer.end(segments, &settled)
  }

  /// Withdraws the prediction until the next sample: for a pen that has been silent for a while.
  public mutating func withdrawPrediction() { isPredictionWithdrawn = true }

  /// Replaces `trace` by the unsettled ink: from the end of the settled ink to the tip, or beyond
  /// it by `prediction`. Discs start with the last settled one. Empty once the stroke is finished
  /// and before its first sample. Returns whether it ends beyond the tip. Cost: O(unsettled
  /// samples).
  @discardableResult
  public mutating func tail(into trace: inout InkTrace) -> Bool {
    trace.removeAll()
    guard !isFinished, let last else { return false }
    segments.removeAll(keepingCapacity: true)
    stabilised.removeAll(keepingCapacity: true)
    if rested > 0 { stabiliser?.rest(for: rested, isEnd: false, to: &stabilised) }
    if let tip = stabilised.last {
      var smoother = smoother
      smoother.add(last, to: &segments)
      for q in stabilised.dropLast() { smoother.add(q, to: &segments) }
      smoother.rest(with: tip, to: &segments)
    } else {
      smoother.rest(with: last, to: &segments)
    }
    path.replaceTail(by: segments)
    let beyond = predicted(after: segments.last)
    if let beyond { segments.append(beyond) }
    if let joint = settled.discs.last { trace.discs.append(joint) }
    var tracer = tracer
    tracer.begin(&trace)
    tracer.append(segments, to: &trace)
    tracer.end(segments, &trace)
    return beyond != nil
  }

  /// The predicted segment from the tip, where the curve ends with `segment`; nil where there is no
  /// prediction.
  private mutating func predicted(after segment: InkSegment?) -> InkSegment? {
    // A pen that is being lifted has left the tip.
    guard prediction > 0, !isPredictionWithdrawn, !hook.isHolding, let tip = segment?.p3 else { return nil }
    guard let p = predictor.prediction(horizon: prediction) else { return nil }
    let way = p.position - tip.position
    guard way.length > Self.stillness else { return nil }
    // In the curve's direction, unless that differs much from the pen's.
    var start = p.startHeading
    if let direction = segment?.curve.endDirection, direction.dot(start) > 0.5 { start = direction }
    guard way.dot(start) > 0 else { return nil }
    var end = tip
    end.position = p.position
    end.time = tip.time + p.reach
    let curve = CubicBezier(
      hermiteFrom: tip.position, velocity: start * way.length, to: end.position, velocity: p.heading * way.length)
    return InkSegment(along: curve, from: tip, to: end)
  }

  private mutating func take(_ p: InkPoint) {
    if prediction > 0 { predictor.add(p) }
    guard var previous = last else {
      last = p
      return
    }
    if previous.position.distance(to: p.position) < Self.stillness {
      if p.pressure > previous.pressure { previous.pressure = p.pressure }
      previous.time = p.time
      last = previous
      return
    }
    segments.removeAll(keepingCapacity: true)
    smoother.add(previous, to: &segments)
    settle()
    last = p
  }

  private mutating func settle() {
    path.settle(segments)
    tracer.append(segments, to: &settled)
  }
}
