import Geometry
import Ink

/// A stroke's centre line in short straight parts, to measure distances weighted by length.
struct CurveTrace {
  /// A short part of the curve, canvas px.
  struct Piece {
    var start: Point
    /// A place on the curve itself.
    var middle: Point
    var end: Point
    var length: Double
  }

  /// The parts in order along the curve.
  let pieces: [Piece]

  /// The trace of a curve: parts at most `step` px long (but for rounding) and within 0.001 px of
  /// it.
  init(_ segments: [InkSegment], step: Double = 0.5) {
    var pieces: [Piece] = []
    for segment in segments {
      let curve = segment.curve
      let count = max(curve.steps(tolerance: 0.001), Int((curve.length() / step).rounded(.up)))
      var start = curve.p0
      for i in 0..<count {
        let end = curve.point(at: Double(i + 1) / Double(count))
        pieces.append(
          Piece(
            start: start, middle: curve.point(at: (Double(i) + 0.5) / Double(count)), end: end,
            length: start.distance(to: end)))
        start = end
      }
    }
    self.pieces = pieces
  }

  /// The root mean square of `error` over the curve's length; 0 for a curve without length.
  func rootMeanSquare(_ error: (Point) -> Double) -> Double {
    var (sum, length) = (0.0, 0.0)
    for piece in pieces {
      let e = error(piece.middle)
      sum += e * e * piece.length
      length += piece.length
    }
    return length > 0 ? (sum / length).squareRoot() : 0
  }

  /// The largest absolute `error` on the curve; 0 for no curve.
  func largest(_ error: (Point) -> Double) -> Double {
    pieces.reduce(0) { max($0, abs(error($1.start)), abs(error($1.middle)), abs(error($1.end))) }
  }

  /// The distance from a place to the nearest of the curve, px; infinite for no curve.
  func distance(to p: Point) -> Double {
    var least = Double.infinity
    for piece in pieces {
      let way = piece.end - piece.start
      let square = way.lengthSquared
      let t = square > 0 ? max(0, min(1, (p - piece.start).dot(way) / square)) : 0
      least = min(least, (piece.start + way * t - p).lengthSquared)
    }
    return least.squareRoot()
  }
}
