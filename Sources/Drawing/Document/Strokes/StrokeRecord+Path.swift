import Ink

extension StrokeRecord {
  /// The stroke's centre line, the same to the bit as when it was drawn: settled as a whole, canvas px, without the copies that
  /// a symmetry makes. Empty for a stroke without samples. Cost: that of drawing without pixels, O(samples).
  public var path: StrokePath {
    var model = StrokeModel(brush: brush, inputScale: inputScale)
    for sample in samples { model.add(sample) }
    model.finish()
    return model.path
  }
}
