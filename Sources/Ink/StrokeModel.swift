import Geometry

/// A stroke that is being drawn: takes the pen's samples, lays a path of Bézier curves through them, and finds what the brush
/// prints along the path.
///
/// 1. `init` with a brush. The stroke has no ink.
/// 2. `add` for each sample, in order. `path` and `settled` grow by what no later sample can change; what is in them stays as it is,
///    so that ink drawn from it need never be drawn again.
/// 3. `tail(into:)`, whenever the stroke is shown: the ink from the end of `settled` to the pen's tip, along the curve that would be if
///    the pen were lifted now, and, where that is wanted, on to where the pen will probably be a moment later. It replaces that
///    of the call before; where it would hardly differ from that it is the same. Predicted ink never settles.
/// 4. `finish` once: everything is settled, up to the point of lifting.
///
/// What settles depends on the samples alone, not on when `tail` is asked for or how samples come in batches. The cost
/// of a sample does not depend on how many came before it.
public struct StrokeModel: Sendable {
  /// What the stroke is drawn with.
  public let brush: Brush
  /// How far the shape that settles may be from the true one, canvas px.
  public let tolerance: Double
  /// The centre line: the curves that have settled, and after a call of `tail(into:)` those of the tail.
  public private(set) var path = StrokePath()
  /// The ink that stays as it is.
  public private(set) var settled = InkTrace()
  /// Whether `finish` was called.
  public private(set) var isFinished = false

  /// How far beyond the pen's tip the tail may reach, s; 0 not at all.
  public let prediction: Double

  private var smoother: StrokeSmoother
  private var predictor: Predictor
  /// Whether the tail ends at the tip until the next sample.
  private var isPredictionWithdrawn = false
  private var tracer: InkTracer
  /// The last sample: another one at the same place would still be merged into it.
  private var last: InkPoint?
  private var hook = HookGuard()
  private var segments: [InkSegment] = []
  private var released: [InkPoint] = []

  /// Samples nearer than this, in canvas px, count as the pen standing still: the later one's pressure is kept where it
  /// is the greater, so that a tap is as wide as its hardest moment.
  public static let stillness = 1.0 / 64

  /// Samples farther than this from the origin in x or y, canvas px, are on no canvas and far from every window: they are
  /// errors of a device or a file. Curves through the others stay where a rasteriser can still compute with them.
  public static let reach = 1_048_576.0

  /// How far the drawn shape may be from the true one where nothing else is said, canvas px.
  public static let standardTolerance = 0.04

  /// The longest `prediction`, s: a frame of a screen of 60 Hz. Farther ahead is guessing.
  public static let longestPrediction = Predictor.longest

  /// A stroke before its first sample.
  /// - Parameters:
  ///   - brush: what it is drawn with.
  ///   - inputScale: canvas px per px of the surface that the hand moves on (1 / zoom of the view), > 0: shake has a size
  ///     there, not on the canvas.
  ///   - tolerance: > 0, canvas px; for a drawing that is later enlarged by a factor, divide by it.
  ///   - prediction: how far beyond the pen's tip the tail may reach, s, 0...`longestPrediction`; clamped.
  public init(
    brush: Brush, inputScale: Double = 1, tolerance: Double = StrokeModel.standardTolerance, prediction: Double = 0
  ) {
    self.brush = brush
    self.prediction = prediction > 0 ? min(Self.longestPrediction, prediction) : 0
    predictor = Predictor(inputScale: inputScale)
    self.tolerance = tolerance
    smoother = StrokeSmoother(brush.smoother, strength: brush.strength, inputScale: inputScale)
    tracer = InkTracer(brush, inputScale: inputScale, tolerance: tolerance)
  }

  /// Takes the next sample. Samples after `finish` and samples that are nowhere or beyond `reach` are ignored.
  public mutating func add(_ sample: PenSample) {
    // NaN is in no range.
    let (x, y) = (abs(sample.position.x), abs(sample.position.y))
    guard !isFinished, x <= Self.reach, y <= Self.reach else { return }
    isPredictionWithdrawn = false
    released.removeAll(keepingCapacity: true)
    hook.add(brush.held(sample), releasing: &released)
    for p in released { take(p) }
  }

  /// Ends the stroke: the rest of it settles. A hook that the pen made while it was lifted is left out.
  public mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    segments.removeAll(keepingCapacity: true)
    smoother.rest(with: last, to: &segments)
    settle()
    tracer.end(segments, &settled)
  }

  /// Takes back what was predicted, until the next sample: for a pen of which nothing has been heard for a while.
  public mutating func withdrawPrediction() { isPredictionWithdrawn = true }

  /// Replaces `trace` by the ink of the unsettled end of the stroke: from the end of the settled ink to the tip, or as far beyond it as
  /// `prediction` allows. Discs start with the last settled one. Returns whether it ends beyond the tip. Empty once the stroke is
  /// finished or before its first sample.
  @discardableResult
  public mutating func tail(into trace: inout InkTrace) -> Bool {
    trace.removeAll()
    guard !isFinished, let last else { return false }
    segments.removeAll(keepingCapacity: true)
    smoother.rest(with: last, to: &segments)
    path.replaceTail(by: segments)
    let beyond = predicted(after: segments.last)
    if let beyond { segments.append(beyond) }
    if let joint = settled.discs.last { trace.discs.append(joint) }
    var tracer = tracer
    tracer.append(segments, to: &trace)
    tracer.end(segments, &trace)
    return beyond != nil
  }

  /// The segment on from the tip, where the curve up to it ends with `segment`, to where the pen will probably be; nil
  /// where nothing is known or wanted.
  private mutating func predicted(after segment: InkSegment?) -> InkSegment? {
    // A pen that seems to be lifted has left the tip.
    guard prediction > 0, !isPredictionWithdrawn, !hook.isHolding, let tip = segment?.p3 else { return nil }
    guard let p = predictor.prediction(horizon: prediction) else { return nil }
    let way = p.position - tip.position
    guard way.length > Self.stillness else { return nil }
    // On as the curve runs; where that is not the pen's way, it is of chance.
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
