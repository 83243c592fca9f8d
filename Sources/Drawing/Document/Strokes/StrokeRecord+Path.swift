import Ink

extension StrokeRecord {
  /// The stroke's centre line, canvas px, without the copies of a symmetry. It is identical to that
  /// of the drawn stroke. Empty for a stroke without samples. O(samples).
  public var path: StrokePath { shown(of: traced().path) }

  /// The stroke's ink, without the copies of a symmetry, and the path of the whole stroke. O(samples).
  /// - Parameter tolerance: as for `StrokeModel`.
  package func traced(tolerance: Double = StrokeModel.standardTolerance) -> StrokeModel {
    var model = StrokeModel(brush: brush, inputScale: inputScale, tolerance: tolerance, part: part, widths: widths)
    for sample in samples { model.add(sample) }
    model.finish()
    return model
  }

  /// The samples of its part, and the one before and after it.
  var shownSamples: ArraySlice<PenSample> {
    guard let part else { return samples[...] }
    let first = part.from.flatMap { from in samples.lastIndex { $0.time <= from } } ?? 0
    let last = part.to.flatMap { to in samples.firstIndex { $0.time > to } } ?? samples.count - 1
    return samples[min(first, max(0, last + 1))..<max(0, last + 1)]
  }

  /// The part of the whole stroke's path that is painted.
  func shown(of path: StrokePath) -> StrokePath { part.map { path.part($0) } ?? path }
}
