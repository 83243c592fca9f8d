import Geometry
import Ink
import Paint
import Raster

/// Which layers of a drawing are only lines, and which lines these are.
///
/// A layer is that where all that can be seen of it comes from strokes whose ink has an outline (`Brush.Rendering.outline`), laid on
/// each other; as it came to be does not matter: emptied layers begin anew, copies and merged layers keep their lines. Erasures,
/// fills, moved pieces, strokes within a selection, grain and spray make pixels of a layer.
struct VectorLayers {
  /// Something that can be drawn without pixels.
  indirect enum Item {
    case stroke(StrokeRecord)
    /// Several as one thing. `alpha`/255 of it is seen.
    case group([Item], alpha: UInt32, blend: CompositeOperator)
  }

  /// What each layer consists of; none for one that is not only lines.
  private(set) var items: [Layer.ID: [Item]] = [:]

  /// Those of a drawing.
  init(of document: Document) {
    var walk = HistoryWalk(document)
    for layer in walk.document.layers where layer.image.tileCount == 0 { items[layer.id] = [] }
    while let edit = walk.coming {
      let before = walk.document.layers
      _ = walk.next()
      take(edit, from: before, to: walk.document.layers)
    }
  }

  /// Whether SVG and PDF have a blend mode.
  static func isKnown(_ blend: CompositeOperator) -> Bool {
    switch blend {
    case .plus, .destinationIn, .destinationOut, .sourceAtop, .destinationAtop: false
    default: true
    }
  }

  /// How a stroke's ink is combined with what is under it; nil where SVG and PDF cannot say that, or the stroke has no outline.
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
      if Self.blend(of: stroke) != nil {
        items[stroke.layer]?.append(.stroke(stroke))
      } else if items[stroke.layer]?.isEmpty == false || stroke.style.laid(by: stroke.brush).blend != .erase {
        // What erases nothing does nothing.
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
  /// The ink's outline on a canvas, px, with all its images in a symmetry; for a brush that has one.
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
  /// Appends the ink of a whole stroke.
  fileprivate mutating func append(_ trace: InkTrace) {
    for sweep in trace.sweeps { append(sweep) }
    if let end = trace.end { appendEnd(end) }
    end()
  }
}
