import Document
import Geometry
import Ink
import Input
import Raster

/// A selection's outline being drawn, as a rectangle or freehand.
final class SelectionDrag: Gesture {
  /// How the new area changes the selection.
  enum Mode { case replace, add, subtract, intersect }

  private let isLasso: Bool
  private let mode: Mode
  /// The pen's positions, canvas px; the two corners of a rectangle.
  private var points: [Point]
  /// Whether Shift was held at the start. It means to add then.
  private let startedWithShift: Bool
  /// Canvas px per window px.
  private let scale: Double

  /// An outline that starts at a canvas position. Shift adds, Alt or Control subtracts, both
  /// intersect.
  init(isLasso: Bool, at start: Point, modifiers: Modifiers, scale: Double) {
    self.isLasso = isLasso
    let subtracts = !modifiers.isDisjoint(with: [.alt, .control])
    startedWithShift = modifiers.contains(.shift)
    mode = startedWithShift ? (subtracts ? .intersect : .add) : (subtracts ? .subtract : .replace)
    points = [start]
    self.scale = scale
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    add(context.view.windowToCanvas(e.sample.position), modifiers: e.modifiers)
    return context.adornmentEffects
  }

  /// Selects the area. A tap selects nothing.
  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    if end == .cancelled || isTap {
      var effects = end == .finished && mode == .replace ? context.deselect() : context.adornmentEffects
      effects.add(context.returnToTool())
      return effects
    }
    context.keepTool()
    return context.select { applied(to: $0.selection, of: $0) }
  }

  /// Adds a canvas position. Shift makes a rectangle a square, unless it was held at the start.
  private func add(_ place: Point, modifiers: Modifiers) {
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

  /// Whether the outline is too small for more than a tap.
  private var isTap: Bool { points.allSatisfy { $0.distance(to: points[0]) < FloatingSelectionDrag.slop * scale } }

  /// The outline so far, a closed polyline.
  var marks: ToolMarks {
    guard !isLasso, let a = points.first, let b = points.last else { return ToolMarks(draft: points) }
    return ToolMarks(draft: [a, Point(b.x, a.y), b, Point(a.x, b.y)])
  }

  /// The pixels inside the outline. A rectangle's sides are rounded to whole px.
  private func mask(width: Int, height: Int) -> Mask {
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

  /// The selection after the drag.
  private func applied(to selected: Mask?, of document: Document) -> Mask {
    let new = mask(width: document.width, height: document.height)
    guard var result = selected, mode != .replace else {
      guard mode == .subtract else { return new }
      // Without a selection everything can be drawn on; subtracting from that leaves the rest.
      var rest = document.mask(of: document.shownBounds.union(document.isEndless ? new.bounds : .empty))
      rest.subtract(new)
      return rest
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
