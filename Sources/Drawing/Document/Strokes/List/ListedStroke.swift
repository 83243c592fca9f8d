import Geometry
import Ink
import Paint
import Raster

/// A stroke of a drawing for people and programs: how it was drawn, and where it is now.
public struct ListedStroke: Sendable {
  /// Counts from 1, the oldest stroke first.
  public internal(set) var number: Int
  /// When it was drawn, seconds since 1970; nil if that is unknown.
  public var time: Double?
  /// The name of the layer that has its ink; nil if there is none any more.
  public let layer: String?
  /// The name of its brush.
  public let brush: String
  /// 0xRRGGBB; nil for a stroke that erases.
  public let colour: UInt32?
  /// The width of its brush at full pressure (`Brush.fullWidth`), px of the canvas on which it was drawn.
  public let size: Double
  /// Its opacity, 0...1.
  public let opacity: Double
  /// The strength of its smoothing, 0...100.
  public let smoothing: Double
  /// Its stabiliser; nil for a brush of MyPaint.
  public let stabiliser: Stabiliser?
  /// Whether a symmetry repeats it.
  public let isSymmetric: Bool
  /// What it was drawn on.
  let surface: SurfaceID
  /// The layer that has its ink, or had it last.
  var home: Layer.ID
  /// The map from that canvas to the present one, px. `map` begins at the frame that files show instead.
  var canvasMap: Affine
  /// Whether it has its colour: it does not erase or blend.
  public let hasInk: Bool
  /// The index of its edit among all that are done, the oldest 0.
  var edit: Int
  /// Its index among the strokes of the edit.
  let part: Int
  /// The curves of its centre line on that canvas, which follow one another; none if they were dropped.
  private(set) var curves: [CubicBezier]
  /// Its ink on that canvas; nil if a brush of MyPaint painted it, and where it was dropped.
  private var trace: InkTrace?
  /// Half of the greatest width of its ink, px of that canvas. That of a part may be that of the whole.
  let reach: Double
  /// The maps to the present canvas: of the stroke, then of its copies by a symmetry.
  let maps: [Affine]
  /// The bounds of its centre line and of the line's copies by a symmetry, widened by its ink, px of the
  /// present canvas; nil for a stroke without ink. They may exceed the canvas.
  public let bounds: Rect?

  /// The canvas on which it was drawn, px.
  let canvas: PixelRect

  /// The map from that canvas to the present one.
  var map: Affine { maps[0] }

  /// - Parameters:
  ///   - edit: the index of its edit.
  ///   - part: its index among the strokes of the edit.
  ///   - canvas: the canvas on which it was drawn.
  ///   - map: from that canvas to the present one.
  package init(
    _ record: StrokeRecord, number: Int, edit: Int, part: Int = 0, layer: String?, canvas: PixelRect, map: Affine
  ) {
    (self.number, self.edit, self.part, self.layer, self.canvas) = (number, edit, part, layer, canvas)
    (surface, home, canvasMap) = (record.surface, record.surface.layer, map)
    hasInk = record.hasInk
    (brush, size) = (record.brush.name, record.brush.fullWidth)
    stabiliser = record.brush.paint == nil ? record.brush.stabiliser : nil
    isSymmetric = record.symmetry.isActive
    (opacity, smoothing) = (record.style.exactOpacity, record.brush.strength)
    colour = record.style.laid(by: record.brush).blend == .erase ? nil : record.style.colour
    let model = record.traced()
    curves = record.shown(of: model.path).segments.map(\.curve)
    // A brush of MyPaint has a width of its own.
    reach =
      record.brush.paint == nil
      ? record.brush.reach(ofRadius: model.settled.greatestRadius)
      : record.brush.fullWidth / 2 * (record.widths?.greatest ?? 1)
    trace = record.brush.paint == nil ? model.settled : nil
    maps = [map] + record.symmetry.copies(onCanvas: canvas).map { map * $0 }
    bounds = Self.bounds(of: curves, reach: reach, maps)
  }

  /// The pieces of its ink on the canvas on which it was drawn, px. O(curves).
  var pieces: [InkPiece] { trace?.pieces ?? curves.flatMap { InkPiece.along($0, from: reach, to: reach) } }

  /// The same with less memory: `pieces` are only as wide as the widest.
  var withoutInk: ListedStroke {
    var stroke = self
    stroke.trace = nil
    return stroke
  }

  /// The same without what takes memory: neither its ink nor its centre line is known.
  var withoutCurves: ListedStroke {
    var stroke = withoutInk
    stroke.curves = []
    return stroke
  }

  /// The same with its curves and its ink.
  func completed(by record: StrokeRecord) -> ListedStroke {
    var stroke = ListedStroke(record, number: number, edit: edit, part: part, layer: layer, canvas: canvas, map: map)
    (stroke.time, stroke.home, stroke.canvasMap) = (time, home, canvasMap)
    return stroke
  }

  /// The pixels that have its ink, or had it last; nil if those of its layer were merged into others, which the layer's
  /// mask was not.
  public var place: SurfaceID? {
    surface.plane == .pixels || surface.layer == home ? SurfaceID(home, surface.plane) : nil
  }

  /// Whether it was drawn on the pixels and the canvas that a drawing has now.
  public func isDrawn(onCanvasOf document: borrowing Document) -> Bool {
    canvas == document.bounds && canvasMap == .identity && place == surface
  }

  /// Which stroke it is.
  public var key: StrokeKey { StrokeKey(edit: edit, part: part) }

  /// The maps to the present canvas itself, in the order of `maps`, which begin at the frame that files show.
  var canvasMaps: [Affine] {
    let unframed = canvasMap * (map.inverse ?? .identity)
    return maps.map { unframed * $0 }
  }

  private static func bounds(of curves: [CubicBezier], reach: Double, _ maps: [Affine]) -> Rect? {
    if curves.isEmpty { return nil }
    var bounds = Rect.null
    for map in maps {
      let box = curves.reduce(Rect.null) { $0.union(map($1).bounds) }
      // The greatest distances from its centre of a mapped disc.
      let across = reach * Vector(map.a, map.c).length
      let down = reach * Vector(map.b, map.d).length
      bounds = bounds.union(
        Rect(minX: box.minX - across, minY: box.minY - down, maxX: box.maxX + across, maxY: box.maxY + down))
    }
    return bounds
  }

  /// Its centre line as SVG path data, px of the present canvas; empty for a stroke without ink. Copies
  /// by a symmetry follow as further subpaths. O(curves).
  public var path: String {
    var data = SVGPathData()
    for map in maps { data.append(line: curves.lazy.map { map($0) }) }
    return String(decoding: data.text, as: UTF8.self)
  }
}

extension StrokeRecord {
  /// Whether it has its colour: it does not erase or blend.
  var hasInk: Bool { brush.addsColour && style.laid(by: brush).blend != .erase }
}

extension InkTrace {
  /// The radius of the largest print.
  fileprivate var greatestRadius: Double {
    var radius = end?.radius ?? 0
    for sweep in sweeps { radius = max(radius, sweep.start.radius, sweep.end.radius) }
    for disc in printedDiscs { radius = max(radius, disc.radius) }
    return radius
  }
}
