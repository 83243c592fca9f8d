import Geometry
import Raster

/// A circle of the canvas that nothing of the overlay reaches into, window px.
struct Clearance {
  var center: Point
  var radius: Double
}

/// Most of what a pen does is far from any panel. There one look at a circle tells so, where asking each panel for each event
/// and each rectangle of a frame would be most of what a report of the pen costs: their places are scattered about the memory.
extension Overlay {
  /// How far a place must be from where it was last looked before it is worth looking anew, px.
  private static let step = 16.0

  /// Whether no panel, popup or message, their shadows included, is shown nearer to a place than `reach`, window px. It may
  /// be so where this says no, never the other way round.
  func isClear(_ p: Point, by reach: Double = 0) -> Bool {
    if let clearance {
      let way = p.distance(to: clearance.center)
      if way + reach < clearance.radius { return true }
      if way < Self.step { return false }
    }
    let radius = clearRadius(around: p)
    clearance = Clearance(center: p, radius: radius)
    return reach < radius
  }

  /// Whether none reaches into a rectangle, as far as is known.
  func isClear(_ rect: PixelRect) -> Bool {
    guard let clearance else { return false }
    let box = Rect(rect)
    let (dx, dy) = (
      max(clearance.center.x - box.minX, box.maxX - clearance.center.x),
      max(clearance.center.y - box.minY, box.maxY - clearance.center.y)
    )
    return (dx * dx + dy * dy).squareRoot() < clearance.radius
  }

  /// How far it is to the nearest that is shown, window px; 0 where nothing but a dialog may be used.
  private func clearRadius(around p: Point) -> Double {
    var least = Double.infinity
    for surface in surfaces where !surface.isHidden {
      if surface.isModal { return 0 }
      let box = surface.reach
      if !box.isEmpty { least = min(least, Rect(box).distance(to: p)) }
    }
    return least
  }
}

extension Rect {
  /// How far a place is from its nearest point; 0 inside.
  func distance(to p: Point) -> Double {
    Vector(max(minX - p.x, p.x - maxX, 0), max(minY - p.y, p.y - maxY, 0)).length
  }
}
