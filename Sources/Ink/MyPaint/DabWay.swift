import Geometry

/// The way between two samples, of which perhaps only a part is painted.
struct DabWay {
  /// Its ends, from the local origin.
  var start = Point.zero
  var end = Point.zero
  /// The shares of it between which dabs are painted; nil if none are.
  var shares: ClosedRange<Double>?

  /// All dabs are painted.
  static let whole = DabWay(shares: 0...1)

  /// Whether a dab is painted. Its place on the way is the one nearest to it.
  func paints(atX x: Float, y: Float) -> Bool {
    guard let shares else { return false }
    if shares == 0...1 { return true }
    let way = end - start
    let square = way.dot(way)
    let share = square > 0 ? max(0, min(1, (Point(Double(x), Double(y)) - start).dot(way) / square)) : 0
    return (share > shares.lowerBound || shares.lowerBound == 0) && share <= shares.upperBound
  }
}
