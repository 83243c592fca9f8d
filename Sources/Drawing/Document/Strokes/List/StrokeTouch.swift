import Geometry

/// A line drawn over strokes, which chooses those whose ink it touches.
public struct StrokeTouch: Sendable, Hashable {
  /// Its corners, px of the present canvas; one for a tap.
  public var line: [Point]
  /// Half of its width, >= 0.
  public var radius: Double

  /// A line by its corners and half of its width, px of the present canvas.
  public init(_ line: [Point], radius: Double) { (self.line, self.radius) = (line, radius) }

  fileprivate var bounds: Rect {
    line.reduce(.null) { $0.union(Rect(minX: $1.x, minY: $1.y, maxX: $1.x, maxY: $1.y)) }
  }
}

extension ListedStroke {
  /// Whether a line touches its ink or that of its copies by a symmetry, as if nothing lay above it. Where a brush
  /// scatters its prints, what counts is where they would be without. O(pieces of the ink * corners of the line).
  func isTouched(by touch: StrokeTouch) -> Bool {
    guard let first = touch.line.first else { return false }
    let pieces = pieces
    let lines = zip(touch.line, touch.line.dropFirst())
    for map in canvasMaps {
      // Circles that a map makes oval count as circles of the same area.
      let scale = abs(map.determinant).squareRoot()
      guard let inverse = map.inverse, scale > 0 else { continue }
      let box = inverse.bounds(of: touch.bounds)
      let room = touch.radius / scale
      for piece in pieces {
        let reach = max(piece.startRadius, piece.endRadius) + room
        guard min(piece.a.x, piece.b.x) - reach <= box.maxX, max(piece.a.x, piece.b.x) + reach >= box.minX,
          min(piece.a.y, piece.b.y) - reach <= box.maxY, max(piece.a.y, piece.b.y) + reach >= box.minY
        else { continue }
        if piece.distance(to: inverse(first), inverse(first)) <= room { return true }
        for (p, q) in lines where piece.distance(to: inverse(p), inverse(q)) <= room { return true }
      }
    }
    return false
  }
}
