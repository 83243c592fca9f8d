/// The smoother of a brush, applied incrementally to one stroke.
///
/// 1. `init`, then `add` for every point, in order: appends the segments that no later point can
///    change.
/// 2. `rest` at any time: the segments from there to the pen's tip, as if the pen were lifted now.
/// 3. `rest` once more at the end of the stroke.
///
/// The result of `add` depends on the points alone, not on calls of `rest`.
struct StrokeSmoother: Sendable {
  /// Used if there is no other.
  private var simple: SmootherState
  /// Used for `modelled` and `steady`.
  private var modelled: ModelledSmoother?

  /// A smoother before its first point; strength and scale are for `ModelledSmoother`.
  init(_ smoother: Smoother, strength: Double, inputScale: Double) {
    simple = SmootherState(smoother)
    modelled =
      smoother == .modelled || smoother == .steady
      ? ModelledSmoother(strength: strength, inputScale: inputScale, isSteady: smoother == .steady) : nil
  }

  /// Takes the next point and appends the segments that it settles.
  mutating func add(_ p: InkPoint, to settled: inout [InkSegment]) {
    if modelled != nil { modelled?.add(p, to: &settled) } else { simple.add(p, to: &settled) }
  }

  /// Appends the segments from the last settled one to the end: at `tip`, a point that has not been
  /// added, or at the last added one. The stroke can continue unchanged.
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
