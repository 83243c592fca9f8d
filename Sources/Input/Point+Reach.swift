import Geometry

extension Point {
  /// The nearest place that an X server could mean, whose own coordinates have 16 bits: what is farther out must not overflow
  /// anybody's arithmetic. What is not finite stays as it is.
  var withinReach: Point {
    guard isFinite else { return self }
    let limit = 65536.0
    return Point(min(limit, max(-limit, x)), min(limit, max(-limit, y)))
  }
}
