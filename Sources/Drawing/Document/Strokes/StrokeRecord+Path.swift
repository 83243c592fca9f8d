import Ink

extension StrokeRecord {
  /// The stroke's centre line, canvas px, without the copies of a symmetry. It is identical to that
  /// of the drawn stroke. Empty for a stroke without samples. O(samples).
  public var path: StrokePath {
    var model = StrokeModel(brush: brush, inputScale: inputScale)
    for sample in samples { model.add(sample) }
    model.finish()
    return model.path
  }
}
