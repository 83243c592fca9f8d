import Geometry

/// A stroke in the making: takes the pen's samples and tells where ink is, as a chain of discs.
///
/// 1. `init` with a brush. The stroke has no ink.
/// 2. `add` for each sample, in order. `settled` grows by what no later sample can change; the discs already in it stay
///    as they are for ever, so that ink drawn from them need never be drawn again.
/// 3. `tail(into:)`, whenever the stroke is shown: the discs from the last settled one up to the pen's tip, along the curve that
///    would be if the pen were lifted now (with fewer discs, as it is gone at the next sample), and, where that is wanted,
///    on to where the pen will probably be a moment later. They replace those of the call before; where they would hardly differ
///    from these they are the same. What was predicted never settles.
/// 4. `finish` once: everything is settled, up to the point of lifting.
///
/// What settles depends on the samples alone, not on when `tail` is asked for or how samples come in batches. The cost
/// of a sample does not depend on how many came before it.
public struct StrokeModel: Sendable {
  /// What the stroke is drawn with.
  public let brush: Brush
  /// How far the shape that settles may be from the true one, canvas px.
  public let tolerance: Double
  /// The ink that stays as it is: consecutive discs, with the hull of each pair.
  public private(set) var settled: [Disc] = []
  /// The centre line of what has settled: once the stroke is finished, all of it.
  public private(set) var path = StrokePath()
  /// Whether `finish` was called.
  public private(set) var isFinished = false

  /// How far beyond the pen's tip the tail may reach, s; 0 not at all.
  public let prediction: Double

  /// How far the centre line of the tail may be from the curve, canvas px, where the width follows pressure alone.
  private let tailFlatness: Double
  /// How far the tail may stay behind the curve, canvas px, where nothing else has to change; nil for not at all.
  private let tailSlack: Double?
  private var shown = ShownTail()

  private var smoother: StrokeSmoother
  private var predictor: Predictor
  /// Whether the tail ends at the tip until the next sample.
  private var isPredictionWithdrawn = false
  private var tracer: DiscTracer
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

  /// How far the centre line of the tail may be from the curve, px of the surface that the hand moves on. A tail is drawn anew with every
  /// sample, and what it costs goes by its discs; nobody sees a tenth of a px in what is gone at the next sample.
  static let shownFlatness = 0.1

  /// How far the tail may stay behind the curve as the next samples move it, px of the surface that the hand moves on: half of what
  /// nobody sees.
  static let shownSlack = shownFlatness / 2

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
    tailFlatness = max(tolerance, Self.shownFlatness * inputScale)
    // How wide other brushes are follows from all of the way up to there.
    tailSlack = tailFlatness > tolerance && brush.followsPressureAlone ? Self.shownSlack * inputScale : nil
    smoother = StrokeSmoother(brush.smoother, strength: brush.strength, inputScale: inputScale)
    tracer = DiscTracer(brush, inputScale: inputScale, tolerance: tolerance)
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

  /// Replaces `discs` by the unsettled end of the stroke: starts with the last settled disc (if any), ends at the tip or as far
  /// beyond it as `prediction` allows. Returns whether it ends beyond. Empty once the stroke is finished or before its first sample.
  @discardableResult
  public mutating func tail(into discs: inout [Disc], scratch: inout [InkSegment]) -> Bool {
    discs.removeAll(keepingCapacity: true)
    guard !isFinished, let last else { return false }
    scratch.removeAll(keepingCapacity: true)
    smoother.rest(with: last, to: &scratch)
    if let tailSlack { shown.steady(&scratch, slack: tailSlack, brush) }
    let beyond = predicted(after: scratch.last)
    if let beyond { scratch.append(beyond) }
    if let joint = settled.last { discs.append(joint) }
    var tracer = tracer
    tracer.flatness = tailFlatness
    tracer.append(scratch, to: &discs)
    tracer.end(scratch, &discs)
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
    tracer.append(segments, to: &settled)
    path.settle(segments)
    shown.settle(segments.count)
  }
}
