import Geometry

/// A line drawn over strokes, which chooses those whose ink it touches.
public struct StrokeTouch: Sendable, Hashable {
  /// Its corners, px of the present canvas; one for a tap.
  public var line: [Point]
  /// Half of its width, >= 0.
  public var radius: Double

  /// A line by its corners and half of its width, px of the present canvas.
  public init(_ line: [Point], radius: Double) { (self.line, self.radius) = (line, radius) }
}

extension ListedStroke {
  /// Whether a line touches its ink or that of its copies by a symmetry, as if nothing lay above it. Flat tips count as
  /// round, and prints that are scattered as if they were not. O(pieces of the ink * corners of the line).
  public func isTouched(by touch: StrokeTouch) -> Bool {
    let line = touch.line
    let (xs, ys) = (line.map(\.x), line.map(\.y))
    guard let minX = xs.min(), let maxX = xs.max(), let minY = ys.min(), let maxY = ys.max() else { return false }
    let pieces = pieces
    for map in canvasMaps {
      // Circles that a map makes oval count as circles of the same area.
      let scale = abs(map.determinant).squareRoot()
      guard scale > 0 else { continue }
      for var piece in pieces {
        (piece.a, piece.b) = (map(piece.a), map(piece.b))
        (piece.startRadius, piece.endRadius) = (piece.startRadius * scale, piece.endRadius * scale)
        let reach = max(piece.startRadius, piece.endRadius) + touch.radius
        guard min(piece.a.x, piece.b.x) - reach <= maxX, max(piece.a.x, piece.b.x) + reach >= minX,
          min(piece.a.y, piece.b.y) - reach <= maxY, max(piece.a.y, piece.b.y) + reach >= minY
        else { continue }
        if piece.distance(to: line[0], line[0]) <= touch.radius { return true }
        for (p, q) in zip(line, line.dropFirst()) where piece.distance(to: p, q) <= touch.radius { return true }
      }
    }
    return false
  }
}
