import Geometry
import Input
import Raster

/// The outline of an area that is being drawn, as a rectangle or freehand.
struct AreaDraft {
  let isLasso: Bool
  /// The pen's positions, canvas px; the two corners of a rectangle.
  private var points: [Point]
  /// Whether Shift was held at the start, so that it does not make the rectangle a square.
  let startedWithShift: Bool
  /// Canvas px per window px.
  private let scale: Double

  /// An outline that starts at a canvas position.
  init(isLasso: Bool, at start: Point, modifiers: Modifiers, scale: Double) {
    (self.isLasso, points, self.scale) = (isLasso, [start], scale)
    startedWithShift = modifiers.contains(.shift)
  }

  /// Adds a canvas position. Shift makes a rectangle a square, unless it was held at the start.
  mutating func add(_ place: Point, modifiers: Modifiers) {
    guard place.isFinite else { return }
    if isLasso {
      // Positions nearer than half a window px change nothing that can be seen.
      if let last = points.last, last.distance(to: place) < scale / 2 { return }
      points.append(place)
      return
    }
    var corner = place
    if modifiers.contains(.shift), !startedWithShift {
      let way = place - points[0]
      let side = max(abs(way.dx), abs(way.dy))
      corner = points[0] + Vector(way.dx < 0 ? -side : side, way.dy < 0 ? -side : side)
    }
    points = [points[0], corner]
  }

  /// The place where it began, canvas px.
  var start: Point { points[0] }

  /// Whether it is too small for more than a tap.
  var isTap: Bool { points.allSatisfy { $0.distance(to: points[0]) < FrameDrag.slop * scale } }

  /// The outline so far, a closed polyline.
  var marks: ToolMarks {
    guard !isLasso, let a = points.first, let b = points.last else { return ToolMarks(draft: points) }
    return ToolMarks(draft: [a, Point(b.x, a.y), b, Point(a.x, b.y)])
  }

  /// The pixels inside. A rectangle's sides are rounded to whole px.
  func mask(width: Int, height: Int) -> Mask {
    var mask = Mask(width: width, height: height)
    if isLasso {
      mask.fill(polygon: points)
    } else if let a = points.first, let b = points.last, max(abs(a.x), abs(b.x), max(abs(a.y), abs(b.y))) < 1e9 {
      func px(_ v: Double) -> Int { Int(v.rounded()) }
      mask.fill(
        PixelRect(
          minX: px(min(a.x, b.x)), minY: px(min(a.y, b.y)), maxX: px(max(a.x, b.x)), maxY: px(max(a.y, b.y))))
    }
    return mask
  }
}
