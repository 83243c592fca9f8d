import Geometry
import Ink
import Paint
import Raster

/// Finds the layers that consist of strokes only, and their strokes.
///
/// All visible ink of such a layer comes from strokes with an outline (`Brush.Rendering.outline`).
/// Erasures, fills, moved selections, strokes within a selection, grain and spray make a layer an
/// image.
struct VectorLayers {
  indirect enum Item {
    case stroke(StrokeRecord)
    /// `alpha` is an opacity, 0...255.
    case group([Item], alpha: UInt32, blend: CompositeOperator)
  }

  /// The items of each layer; layers that need an image are missing.
  private(set) var items: [Layer.ID: [Item]] = [:]

  init(of document: Document) {
    var walk = HistoryWalk(document)
    for layer in walk.document.layers where layer.image.tileCount == 0 { items[layer.id] = [] }
    while let edit = walk.coming {
      let before = walk.document.layers
      _ = walk.next()
      take(edit, from: before, to: walk.document.layers)
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

  private mutating func take(_ edit: Edit, from before: [Layer], to after: [Layer]) {
    let known = Set(before.map(\.id))
    if let stroke = edit.stroke {
      if stroke.replacesLast, case .stroke = items[stroke.layer]?.last { items[stroke.layer]?.removeLast() }
      if Self.blend(of: stroke) != nil {
        items[stroke.layer]?.append(.stroke(stroke))
      } else if items[stroke.layer]?.isEmpty == false || stroke.style.laid(by: stroke.brush).blend != .erase {
        // Erasing on an empty layer has no effect.
        items[stroke.layer] = nil
      }
    } else if case .mergeDown(let id) = edit.operation, let lower = edit.layer {
      merge(id, lower, before)
    } else if case .duplicate(let id) = edit.operation {
      for layer in after where !known.contains(layer.id) { items[layer.id] = items[id] }
    } else if let id = edit.layer, !edit.tileIndices.isEmpty {
      items[id] = nil
    }
    for layer in after where layer.image.tileCount == 0 { items[layer.id] = [] }
  }

  private mutating func merge(_ id: Layer.ID, _ lower: Layer.ID, _ before: [Layer]) {
    guard let upper = items[id], let under = items[lower], let a = before.first(where: { $0.id == id }),
      let b = before.first(where: { $0.id == lower }), Self.isKnown(a.blend)
    else {
      items[lower] = nil
      return
    }
    items[lower] =
      (b.alpha == 255 ? under : [.group(under, alpha: b.alpha, blend: .sourceOver)])
      + [.group(upper, alpha: a.alpha, blend: a.blend)]
  }
}

extension StrokeRecord {
  /// The outline with its copies by symmetry, canvas px. The brush must have an outline.
  func outline(onCanvas bounds: PixelRect, tolerance: Double) -> Outline {
    var model = StrokeModel(brush: brush, inputScale: inputScale, tolerance: tolerance)
    for sample in samples { model.add(sample) }
    model.finish()
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
