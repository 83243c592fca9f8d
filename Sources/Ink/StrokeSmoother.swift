/// The smoother of a brush at work on one stroke, whichever it is.
///
/// 1. `init`, then `add` for every point of the stroke, in order: segments that no later point can change are appended.
/// 2. `rest` at any time: what leads on from there to the pen's tip, as it would be if the pen were lifted now.
/// 3. `rest` once more at the end of the stroke.
///
/// What `add` appends depends on the points alone, not on when `rest` was asked for.
struct StrokeSmoother: Sendable {
  /// At work where the smoother is not the modelled one.
  private var simple: SmootherState
  /// At work where it is.
  private var modelled: ModelledSmoother?

  /// A smoother before its first point; strength and scale are those of `ModelledSmoother` and count for it only.
  init(_ smoother: Smoother, strength: Double, inputScale: Double) {
    simple = SmootherState(smoother)
    modelled = smoother == .modelled ? ModelledSmoother(strength: strength, inputScale: inputScale) : nil
  }

  /// Takes the next point and appends the segments that it settles.
  mutating func add(_ p: InkPoint, to settled: inout [InkSegment]) {
    if modelled != nil { modelled?.add(p, to: &settled) } else { simple.add(p, to: &settled) }
  }

  /// Appends the segments from the last settled one to the stroke's end: at `tip`, a point that has not been added, or else
  /// at the last added one. The stroke can go on as if this had not been asked.
  mutating func rest(with tip: InkPoint? = nil, to segments: inout [InkSegment]) {
    if modelled != nil {
      modelled?.rest(with: tip, to: &segments)
    } else {
      var copy = simple
      if let tip { copy.add(tip, to: &segments) }
      copy.finish(to: &segments)
    }
  }
}
