import Geometry
import Input
import Raster

/// A selection's edge being drawn.
struct SelectionDrag {
  /// What becomes of what is selected already.
  enum Mode { case replace, add, subtract, intersect }

  let isLasso: Bool
  let mode: Mode
  /// Where the pen was, canvas px; for a rectangle the two corners.
  private(set) var points: [Point]
  /// Whether Shift was held at the start, where it means to add.
  private let startedWithShift: Bool
  /// Canvas px per window px.
  private let scale: Double

  /// An edge that starts at a canvas place. Shift adds, Alt or Ctrl subtracts, both keep what is in both.
  init(isLasso: Bool, at start: Point, modifiers: Modifiers, scale: Double) {
    self.isLasso = isLasso
    let subtracts = !modifiers.isDisjoint(with: [.alt, .control])
    startedWithShift = modifiers.contains(.shift)
    mode = startedWithShift ? (subtracts ? .intersect : .add) : (subtracts ? .subtract : .replace)
    points = [start]
    self.scale = scale
  }

  /// The pen went to a canvas place. Shift that was not held at the start makes a rectangle a square.
  mutating func add(_ place: Point, modifiers: Modifiers) {
    guard place.isFinite else { return }
    if isLasso {
      // What a lasso's corners are nearer than is no corner: half a window px.
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

  /// Whether it is so small that a tap was meant.
  var isTap: Bool { points.allSatisfy { $0.distance(to: points[0]) < FloatingSelectionDrag.slop * scale } }

  /// Its edge so far, a closed polyline, canvas px.
  var outline: [Point] {
    guard !isLasso, let a = points.first, let b = points.last else { return points }
    return [a, Point(b.x, a.y), b, Point(a.x, b.y)]
  }

  /// The pixels that it goes round, in a mask of some size. A rectangle goes along whole px.
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

  /// What is selected once this is done on top of what was.
  func applied(to selected: Mask?, width: Int, height: Int) -> Mask {
    let new = mask(width: width, height: height)
    guard var result = selected, mode != .replace else {
      // Where nothing is selected, everything can be drawn on: taking away from that leaves the rest.
      return mode == .subtract ? new.inverted : new
    }
    switch mode {
    case .replace: return new
    case .add: result.formUnion(new)
    case .subtract: result.subtract(new)
    case .intersect: result.formIntersection(new)
    }
    return result
  }
}
