import Geometry

extension Point {
  /// The point clamped to +-65536, beyond what X's 16-bit coordinates can mean, so that later
  /// arithmetic cannot overflow. A point that is not finite is returned unchanged.
  var withinReach: Point {
    guard isFinite else { return self }
    let limit = 65536.0
    return Point(min(limit, max(-limit, x)), min(limit, max(-limit, y)))
  }
}
