import Document
import Pixels
import Raster

/// A step of drawing layers one after another, lowest first: a layer, or the begin or the end of a group
/// that contains what is drawn between them.
struct LayerStep {
  enum Kind { case layer, begin, end }

  var kind: Kind
  /// The index of the layer or group.
  let layer: Int
  /// Opacity, 0...255, with that of the groups that a layer passes through; 255 for such a group.
  let alpha: UInt32
  /// The blend mode; source over for a group that passes through.
  let blend: CompositeOperator
  /// Whether it is a group that passes through.
  let passesThrough: Bool
}

extension LayerTree {
  /// The steps that draw what shows, as `Compositor` does. Layers without effect, and groups that are
  /// hidden or contain nothing that shows, have no steps. O(count).
  var steps: [LayerStep] {
    // From the top, so that a group comes before what it contains; reversed in the end.
    var steps: [LayerStep] = []
    var groups: [(end: LayerStep, depth: Int, isVisible: Bool, share: Double)] = []
    func close(_ depth: Int) {
      while let last = groups.last, last.depth >= depth {
        groups.removeLast()
        guard last.isVisible else { continue }
        if let end = steps.last, end.kind == .end, end.layer == last.end.layer, end.blend.keepsUnderClear {
          steps.removeLast()
        } else {
          var begin = last.end
          begin.kind = .begin
          steps.append(begin)
        }
      }
    }
    for index in indices.reversed() {
      let layer = self[index]
      close(layer.depth)
      let share = groups.last?.share ?? 1
      let passesThrough = layer.group == .passThrough
      let blend = passesThrough ? .sourceOver : layer.blend
      let alpha = layer.alpha(times: share)
      let isVisible =
        layer.isVisible && groups.last?.isVisible ?? true && (alpha > 0 || !blend.keepsUnderClear)
      let step = LayerStep(
        kind: layer.isGroup ? .end : .layer, layer: index, alpha: passesThrough ? 255 : alpha, blend: blend,
        passesThrough: passesThrough)
      if layer.isGroup {
        groups.append(
          (step, layer.depth, isVisible, passesThrough ? share * Swift.min(1, Swift.max(0, layer.opacity)) : 1))
      }
      if isVisible { steps.append(step) }
    }
    close(0)
    return steps.reversed()
  }
}
