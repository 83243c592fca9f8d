import Geometry

/// Polylines of the canvas as a window shows them: what lies beside it and what is too small to be seen is left out.
public struct SeenLines {
  private let toWindow: Affine
  /// The window with a margin for the lines' width, px.
  private let window: Rect

  /// - Parameter toWindow: from canvas px to window px.
  public init(_ toWindow: Affine, width: Int, height: Int) {
    self.toWindow = toWindow
    window = Rect(x: 0, y: 0, width: Double(width), height: Double(height)).insetBy(-8)
  }

  /// The lines near the window, px of the window. A point nearer than `least` px to the one before is left out, but for the
  /// last one.
  public func lines(_ all: some Sequence<some Collection<Point>>, least: Double) -> [[Point]] {
    all.compactMap { line in
      var points: [Point] = []
      var bounds = Rect.null
      for (index, place) in line.enumerated() {
        let point = toWindow(place)
        if index > 0, index < line.count - 1, let last = points.last, last.distance(to: point) < least { continue }
        points.append(point)
        bounds = bounds.union(Rect(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y))
      }
      return bounds.intersects(window) ? points : nil
    }
  }

  /// The most points of outlines that are drawn with their specks.
  static let mostPoints = 20_000
  /// The sides of a speck, px of the window.
  private static let speck = 4.0

  /// Closed outlines near the window, px of the window.
  ///
  /// A selection of noise has an outline around each grain. Where there are more than `mostPoints`, grains below 4 px are left
  /// out, and others have corners 2 px apart: drawing 400,000 points would take longer than finding them.
  public func outlines(_ all: [[Point]]) -> [[Point]] {
    let seen = lines(all, least: 0)
    guard seen.reduce(0, { $0 + $1.count }) > Self.mostPoints else { return seen }
    return seen.compactMap { line in
      var bounds = Rect.null
      var points: [Point] = []
      for p in line {
        bounds = bounds.union(Rect(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y))
        if points.last.map({ $0.distance(to: p) >= Self.speck / 2 }) ?? true { points.append(p) }
      }
      return max(bounds.width, bounds.height) < Self.speck ? nil : points
    }
  }
}
