import Document
import Geometry
import Ink
import Paint
import Pixels
import Raster

/// Finds the layers that consist of strokes only, and their strokes.
///
/// All visible ink of such a layer comes from strokes with an outline (`Brush.Rendering.outline`).
/// Erasures, fills, covered pixels, moved selections, strokes within a selection, grain and spray make a layer an
/// image.
struct VectorLayers {
  /// A stroke and where it is now.
  struct Stroke {
    let record: StrokeRecord
    /// The canvas on which it was drawn.
    let canvas: PixelRect
    /// The map from that canvas to the present one.
    var map = Affine.identity
  }

  indirect enum Item {
    case stroke(Stroke)
    /// `alpha` is an opacity, 0...255.
    case group([Item], alpha: UInt32, blend: CompositeOperator)
  }

  /// The items of each layer; layers that need an image are missing.
  private(set) var items: [SurfaceID: [Item]] = [:]
  /// The layers before the oldest edit.
  let first: Set<Layer.ID>
  /// Layers of which ink was cut off. It would show again on a larger canvas.
  private var cropped: Set<SurfaceID> = []
  /// The number of strokes of the last edit, whose place the next one may take.
  private var lastStrokes = 0

  init(of document: Document) {
    var walk = HistoryWalk(document.withoutChanges)
    first = Set(walk.document.layers.map(\.id))
    for layer in walk.document.layers where layer.isBlank { items[SurfaceID(layer.id)] = [] }
    while let edit = walk.coming {
      let (before, canvas) = (walk.document.layers, walk.document.bounds)
      _ = walk.next()
      take(edit, from: before, to: walk.document.layers, on: canvas)
    }
  }

  static func isKnown(_ blend: CompositeOperator) -> Bool {
    switch blend {
    case .plus, .destinationIn, .destinationOut, .sourceAtop, .destinationAtop: false
    default: true
    }
  }

  /// The blend mode of a stroke; nil if SVG and PDF do not support it or the stroke has no outline.
  static func blend(of stroke: StrokeRecord) -> CompositeOperator? {
    guard stroke.selection == nil, stroke.brush.rendering == .outline else { return nil }
    switch stroke.style.laid(by: stroke.brush).blend {
    case .over: return .sourceOver
    case .multiply: return .multiply
    case .erase: return nil
    }
  }

  /// Moves all strokes with the canvas.
  private mutating func take(_ operation: CanvasOperation, _ before: LayerTree, on canvas: PixelRect) {
    if case .resize(let rect) = operation {
      for layer in before {
        if cropped.contains(SurfaceID(layer.id)), !canvas.contains(rect) { items[SurfaceID(layer.id)] = nil }
        if !rect.contains(layer.image.paintedBounds) { cropped.insert(SurfaceID(layer.id)) }
      }
    }
    let map = operation.map(from: (canvas.width, canvas.height))
    for id in items.keys { items[id] = items[id]?.map { $0.moved(by: map) } }
  }

  private mutating func take(_ edit: Edit, from before: LayerTree, to after: LayerTree, on canvas: PixelRect) {
    // A stroke shows only where there was ink.
    if edit.isStroke, let surface = edit.surface,
      before.index(of: surface.layer).map({ before[$0].isAlphaLocked }) ?? false
    {
      items[surface] = nil
    }
    let operation = edit.operation
    defer { lastStrokes = operation?.strokes.count ?? 0 }
    switch operation {
    case .stroke(let record): add(record, on: canvas)
    case .strokes(let series): for record in series.strokes { add(record, on: canvas) }
    case .shape(let shape): add(shape.stroke, on: canvas)
    case .replacement(let operation):
      let strokes = operation.strokes
      if let surface = strokes.first?.surface {
        for _ in 0..<max(1, lastStrokes) {
          if case .stroke = items[surface]?.last { items[surface]?.removeLast() }
        }
        for stroke in strokes { add(stroke, on: canvas) }
      }
    case .layer(.mergeDown(let id)): if let lower = edit.surface { merge(id, lower, before) }
    case .layer(.flatten(let id)): if let new = edit.surface { flatten(id, new, before) }
    case .layer(.duplicate(let id, _)):
      let known = Set(before.map(\.id))
      let originals = before.index(of: id).map { before.branch(at: $0).map { before[$0].id } } ?? []
      for (layer, original) in zip(after.filter({ !known.contains($0.id) }), originals) {
        items[SurfaceID(layer.id)] = items[SurfaceID(original)]
        if cropped.contains(SurfaceID(original)) { cropped.insert(SurfaceID(layer.id)) }
      }
    case .canvas where edit.hasImages: items = [:]
    case .canvas(let operation): return take(operation, before, on: canvas)
    case .omitted, .change: break
    case .fill, .clear, .cover, .gradient, .place, .select, .layer, .pixels, nil:
      if let id = edit.surface, !edit.tileIndices.isEmpty { items[id] = nil }
    }
    // An edit of pixels can blank no other layer.
    if !edit.changesLayers, edit.otherTiles.isEmpty {
      guard let id = edit.surface?.layer, let index = after.index(of: id) else { return }
      if after[index].isBlank { items[SurfaceID(id)] = [] }
      return
    }
    for layer in after where layer.isBlank { items[SurfaceID(layer.id)] = [] }
  }

  private mutating func add(_ stroke: StrokeRecord, on canvas: PixelRect) {
    if Self.blend(of: stroke) != nil {
      items[stroke.surface]?.append(.stroke(Stroke(record: stroke, canvas: canvas)))
    } else if items[stroke.surface]?.isEmpty == false || stroke.style.laid(by: stroke.brush).blend != .erase {
      // Erasing on an empty layer has no effect.
      items[stroke.surface] = nil
    }
  }

  private mutating func merge(_ id: Layer.ID, _ lower: SurfaceID, _ before: LayerTree) {
    if cropped.contains(SurfaceID(id)) { cropped.insert(lower) }
    guard let upper = items[SurfaceID(id)], let under = items[lower], let a = before.first(where: { $0.id == id }),
      let b = before.first(where: { $0.id == lower.layer }), Self.isKnown(a.blend), !a.isClipped, !b.isClipped,
      !a.isMasked, !b.isMasked
    else {
      items[lower] = nil
      return
    }
    set(
      (b.alpha == 255 ? under : [.group(under, alpha: b.alpha, blend: .sourceOver)])
        + [.group(upper, alpha: a.alpha, blend: a.blend)], lower)
  }

  /// Gives the layer that a group became what the group showed.
  private mutating func flatten(_ id: Layer.ID, _ new: SurfaceID, _ before: LayerTree) {
    guard let index = before.index(of: id) else { return }
    let branch = before.branch(at: index)
    guard !before[branch].contains(where: { $0.isClipped || $0.isMasked }) else { return }
    if before[branch].contains(where: { cropped.contains(SurfaceID($0.id)) }) { cropped.insert(new) }
    var alone = LayerTree()
    alone.insert(branch.map { before[$0] }, at: LayerPlace(position: 0))
    let last = alone.count - 1
    (alone[last].isVisible, alone[last].opacity, alone[last].blend) = (true, 1, .sourceOver)
    // The items of the groups that have begun, the innermost last.
    var open: [[Item]] = [[]]
    for step in alone.steps {
      guard Self.isKnown(step.blend) else { return }
      let parts: [Item]
      switch step.kind {
      case .begin:
        open.append([])
        continue
      case .end: parts = open.removeLast()
      case .layer:
        guard let items = items[SurfaceID(alone[step.layer].id)] else { return }
        parts = items
      }
      let isFlat =
        step.passesThrough || step.alpha == 255 && step.blend == .sourceOver && parts.allSatisfy(\.isOver)
      open[open.count - 1] += isFlat ? parts : [.group(parts, alpha: step.alpha, blend: step.blend)]
    }
    set(open[0], new)
  }

  /// The largest number of groups inside one another in a layer; one with more needs an image.
  private static let mostDepth = 12

  private mutating func set(_ new: [Item], _ surface: SurfaceID) {
    items[surface] = new.allSatisfy { $0.depth <= Self.mostDepth } ? new : nil
  }
}

extension Layer {
  /// Whether it has no tile.
  fileprivate var isBlank: Bool { image.isEmpty(image.bounds) }
}

extension VectorLayers.Item {
  /// Whether it is composited without a blend mode.
  var isOver: Bool {
    switch self {
    case .stroke(let stroke): stroke.record.style.laid(by: stroke.record.brush).blend == .over
    case .group(_, _, let blend): blend == .sourceOver
    }
  }

  /// The number of groups inside one another.
  fileprivate var depth: Int {
    switch self {
    case .stroke: 0
    case .group(let items, _, _): 1 + (items.map(\.depth).max() ?? 0)
    }
  }
}

extension VectorLayers.Item {
  /// The item after a change of the canvas.
  fileprivate func moved(by map: Affine) -> VectorLayers.Item {
    switch self {
    case .stroke(var stroke):
      stroke.map = map * stroke.map
      return .stroke(stroke)
    case .group(let items, let alpha, let blend):
      return .group(items.map { $0.moved(by: map) }, alpha: alpha, blend: blend)
    }
  }
}

extension VectorLayers.Stroke {
  /// The contours on the present canvas, canvas px, with copies by symmetry.
  /// - Parameters:
  ///   - tolerance: the greatest distance of the outline from the swept shape, px of the old
  ///     canvas.
  ///   - simplification: the greatest distance of the contours from the outline, likewise.
  func contours(tolerance: Double, simplification: Double) -> [Outline.Contour] {
    let contours = record.outline(onCanvas: canvas, tolerance: tolerance)
      .contours(simplifiedWithin: simplification)
    if map == .identity { return contours }
    return contours.map { Outline.Contour(curves: $0.curves.map { map($0) }) }
  }
}

extension StrokeRecord {
  /// The outline with its copies by symmetry, canvas px. The brush must have an outline.
  func outline(onCanvas bounds: PixelRect, tolerance: Double) -> Outline {
    let model = traced(tolerance: tolerance)
    var outline = Outline(tip: brush.tip, tolerance: tolerance)
    outline.append(model.settled)
    if symmetry.isActive {
      for map in symmetry.copies(onCanvas: bounds) {
        var copy = InkTrace()
        copy.append(model.settled, sweep: { map($0) }, disc: { map($0) })
        outline.append(copy)
      }
    }
    return outline
  }
}

extension Outline {
  fileprivate mutating func append(_ trace: InkTrace) {
    for sweep in trace.sweeps { append(sweep) }
    if let end = trace.end { appendEnd(end) }
    end()
  }
}
