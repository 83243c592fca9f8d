import Document
import Geometry
import Input
import Raster

/// The outline of an area that is being drawn, as a rectangle, an ellipse or freehand.
struct AreaDraft {
  enum Kind { case rectangle, ellipse, lasso }

  let kind: Kind
  /// The pen's positions, canvas px; the two corners of a rectangle.
  private var points: [Point]
  /// The keys that were held at the start, which then have another meaning.
  private let held: Modifiers
  /// Canvas px per window px.
  private let scale: Double

  /// The place where it began, canvas px.
  let start: Point

  /// An outline that starts at a canvas position.
  init(_ kind: Kind, at start: Point, modifiers: Modifiers, scale: Double) {
    (self.kind, points, held, self.scale) = (kind, [start], modifiers, scale)
    self.start = start
  }

  /// Adds a canvas position. Shift makes a rectangle a square and an ellipse a circle, and Alt has it begin at its middle,
  /// unless they were held at the start.
  mutating func add(_ place: Point, modifiers: Modifiers) {
    guard place.isFinite else { return }
    if kind == .lasso {
      // Positions nearer than half a window px change nothing that can be seen.
      if let last = points.last, last.distance(to: place) < scale / 2 { return }
      points.append(place)
      return
    }
    var way = place - start
    if modifiers.contains(.shift), !held.contains(.shift) {
      let side = max(abs(way.dx), abs(way.dy))
      way = Vector(way.dx < 0 ? -side : side, way.dy < 0 ? -side : side)
    }
    points = [modifiers.contains(.alt) && !held.contains(.alt) ? start - way : start, start + way]
  }

  /// Whether it is too small for more than a tap.
  var isTap: Bool { points.allSatisfy { $0.distance(to: start) < FrameDrag.slop * scale } }

  /// The outline so far, a closed polyline.
  var marks: ToolMarks {
    guard let a = points.first, let b = points.last else { return ToolMarks() }
    switch kind {
    case .lasso: return ToolMarks(draft: points)
    case .rectangle: return ToolMarks(draft: [a, Point(b.x, a.y), b, Point(a.x, b.y)])
    case .ellipse:
      let (middle, half) = (a.lerp(to: b, 0.5), (b - a) * 0.5)
      return ToolMarks(
        draft: (0..<96).map { step in
          let angle = Angle(degrees: Double(step) * 3.75)
          return middle + Vector(half.dx * angle.cosine, half.dy * angle.sine)
        })
    }
  }

  /// What is inside. A rectangle's sides are rounded to whole px.
  var shape: SelectionRecipe.Shape {
    guard let a = points.first, let b = points.last, kind != .lasso,
      max(abs(a.x), abs(b.x), max(abs(a.y), abs(b.y))) < Self.farthest
    else { return .polygon(points) }
    let rect = Rect(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
    if kind == .ellipse { return .ellipse(rect) }
    func px(_ v: Double) -> Int { Int(v.rounded()) }
    return .rectangle(PixelRect(minX: px(rect.minX), minY: px(rect.minY), maxX: px(rect.maxX), maxY: px(rect.maxY)))
  }

  /// The farthest place of a shape, px.
  private static let farthest = 1e7
}
