import Geometry
import Ink

/// The way between two samples, of which perhaps only a part is painted, or with other radii.
struct DabWay {
  /// Its ends, from the local origin.
  var start = Point.zero
  var end = Point.zero
  /// The shares of it between which dabs are painted; nil if none are.
  var shares: ClosedRange<Double>?
  /// The times at its ends, s.
  var startTime = 0.0
  var endTime = 0.0
  /// The factors of the dabs' radii; nil for 1.
  var widths: StrokeWidths?

  /// All dabs are painted.
  static let whole = DabWay(shares: 0...1)

  /// Whether a dab is painted. Its place on the way is the one nearest to it.
  func paints(atX x: Float, y: Float) -> Bool {
    guard let shares else { return false }
    if shares == 0...1 { return true }
    let share = share(atX: x, y: y)
    return (share > shares.lowerBound || shares.lowerBound == 0) && share <= shares.upperBound
  }

  /// The radius with which a dab is painted. Wider dabs are at most as wide as the greatest that are allowed.
  func radius(_ radius: Float, atX x: Float, y: Float) -> Float {
    guard let widths else { return radius }
    let factor = widths.factor(at: startTime + (endTime - startTime) * share(atX: x, y: y))
    return min(radius * Float(factor), max(radius, MyPaintTileSurface.radiusLimit))
  }

  /// The share of it that is nearest to a dab.
  private func share(atX x: Float, y: Float) -> Double {
    let way = end - start
    let square = way.dot(way)
    return square > 0 ? max(0, min(1, (Point(Double(x), Double(y)) - start).dot(way) / square)) : 0
  }
}
