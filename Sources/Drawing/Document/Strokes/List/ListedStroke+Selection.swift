import Geometry
import Raster

extension ListedStroke {
  /// Whether the ends of the curves of its centre line are selected, apart from those beside the canvas. Of a stroke that
  /// has none on the canvas, its ink counts.
  func lies(in selection: Mask) -> Bool {
    var isThere = false
    for point in curves.lazy.flatMap({ [$0.p0, $0.p3] }) {
      let place = canvasMap(point)
      guard place == selection.nearest(to: place) else { continue }
      guard selection.contains(place) else { return false }
      isThere = true
    }
    return isThere || reaches(selection)
  }

  /// Whether its ink, with that of its copies by a symmetry, reaches the canvas, and only selected pixels of the edge. A
  /// curve may also cross the canvas. O(length of the centre line / width of the ink).
  private func reaches(_ selection: Mask) -> Bool {
    var isThere = false
    for map in canvasMaps {
      let reach = reach * max(Vector(map.a, map.c).length, Vector(map.b, map.d).length)
      for curve in curves.lazy.map({ map($0) }) {
        for point in curve.points(atMost: max(1, reach / 8)) {
          let nearest = selection.nearest(to: point)
          guard (point - nearest).length < reach else { continue }
          guard selection.contains(nearest) else { return false }
          isThere = true
        }
      }
    }
    return isThere
  }
}

extension Mask {
  /// The place on the canvas that is nearest to a point.
  fileprivate func nearest(to point: Point) -> Point {
    Point(max(0, min(Double(width).nextDown, point.x)), max(0, min(Double(height).nextDown, point.y)))
  }

  fileprivate func contains(_ place: Point) -> Bool { share(x: Int(place.x), y: Int(place.y)) >= 128 }
}

extension CubicBezier {
  /// The most points of a curve.
  private static let mostPoints = 2048.0

  /// Points from its start to its end that are so far apart at most, as long as they are not too many.
  fileprivate func points(atMost distance: Double) -> [Point] {
    // None of its derivatives is greater.
    let speed = 3 * max((p1 - p0).length, (p2 - p1).length, (p3 - p2).length)
    guard speed.isFinite else { return [] }
    let count = Int(max(1, min(Self.mostPoints, (speed / distance).rounded(.up))))
    return (0...count).map { point(at: Double($0) / Double(count)) }
  }
}
