import Pixels

/// A step of the program that composites a drawing's layers (`Compositor`).
struct CompositionInstruction: Sendable {
  enum Kind {
    case layer, begin, end
    /// Hides what was composited in the group so far by the layer's mask.
    case mask
  }

  let kind: Kind
  /// The indices of the layer, or of all that is composited between a begin and its end.
  let layers: ClosedRange<Int>
  /// The index of the layer; for a begin or an end, of the group, the base of clipped layers or the masked
  /// layer.
  let layer: Int
  /// Opacity, 0...255, with that of the groups that a layer passes through.
  var alpha: UInt32 = 255
  var blend = CompositeOperator.sourceOver
  /// Whether the backdrop keeps its alpha: a clipped layer on its base.
  var keepsAlpha = false
}

/// Compiles layers into instructions, lowest first.
///
/// An isolated group becomes a begin, what it contains, and an end. So does a base with the layers that
/// are clipped to it: the base at full opacity, or what it contains; the clipped layers, which keep its
/// alpha; and an end with the opacity and the mode of the base. A mask comes last in its group, or directly
/// after the base; a layer with a mask is a group by itself.
struct CompositionCompiler {
  /// What contains the layers that are being compiled.
  private struct Container {
    /// The index of the group, or of the base of clipped layers.
    let layer: Int
    /// The index of the highest layer in it.
    let top: Int
    /// The depth of the layers that are not in it. One less for a base that is not reached yet, since
    /// the layers that are clipped to it have its depth.
    var depth: Int
    let isVisible: Bool
    let isIsolated: Bool
    /// What the opacity of its layers is multiplied by, 0...1.
    let share: Double
  }

  /// From the top, so that a group comes before what it contains, and a clipped layer before its base.
  private var reversed: [CompositionInstruction] = []
  private var containers: [Container] = []
  /// Whether an operator can make the ground transparent.
  private(set) var clears = false

  /// The instructions, lowest first.
  var instructions: [CompositionInstruction] { reversed.reversed() }

  init(_ layers: LayerTree) {
    let clippingBases = layers.clippingBases
    let bases = Set(clippingBases.values)
    for index in layers.indices.reversed() {
      close(layers[index].depth, above: index)
      if let base = clippingBases[index] {
        addClipped(index, to: base, layers)
      } else if let last = containers.last, last.layer == index {
        // The base of the clipped layers above. Their end already has its opacity and its mode.
        containers[containers.count - 1].depth += 1
        if layers[index].isMasked { add(.mask, index...index, index) }
        if layers[index].isPaint { add(.layer, index...index, index) }
      } else {
        addLayer(layers[index], index, isBase: bases.contains(index))
      }
    }
    close(0, above: -1)
  }

  /// Ends the containers that a layer of a depth is not in. All above `index` has been added.
  private mutating func close(_ depth: Int, above index: Int) {
    while let last = containers.last, last.depth >= depth {
      containers.removeLast()
      if last.isVisible, last.isIsolated { add(.begin, index + 1...last.top, last.layer) }
    }
  }

  private mutating func add(
    _ kind: CompositionInstruction.Kind, _ layers: ClosedRange<Int>, _ layer: Int, alpha: UInt32 = 255,
    _ blend: CompositeOperator = .sourceOver, keepsAlpha: Bool = false
  ) {
    reversed.append(
      CompositionInstruction(
        kind: kind, layers: layers, layer: layer, alpha: alpha, blend: blend, keepsAlpha: keepsAlpha))
    // What is cleared in a group shows what is below it.
    if kind != .begin, [.destinationIn, .destinationOut, .destinationAtop].contains(blend),
      !containers.contains(where: \.isIsolated)
    {
      clears = true
    }
  }

  private mutating func addLayer(_ layer: Layer, _ index: Int, isBase: Bool) {
    let share = containers.last?.share ?? 1
    let alpha = layer.alpha(times: share)
    let isVisible = isVisible(layer, alpha)
    switch layer.content {
    case .paint: if isVisible { addPaint(layer, index, alpha: alpha) }
    case .group(let group):
      let isIsolated = isBase || group == .isolated || layer.isMasked
      if isVisible, isIsolated { add(.end, index...index, index, alpha: alpha, layer.mode) }
      if isVisible, layer.isMasked { add(.mask, index...index, index) }
      open(index, top: index, layer.depth, isVisible: isVisible, share: isIsolated ? nil : share * layer.opacity)
    }
  }

  /// Adds a layer with paint, with its mask in a group of its own.
  private mutating func addPaint(_ layer: Layer, _ index: Int, alpha: UInt32, keepsAlpha: Bool = false) {
    let only = index...index
    guard layer.isMasked else {
      return add(.layer, only, index, alpha: alpha, layer.blend, keepsAlpha: keepsAlpha)
    }
    add(.end, only, index, alpha: alpha, layer.blend, keepsAlpha: keepsAlpha)
    add(.mask, only, index)
    add(.layer, only, index)
    add(.begin, only, index)
  }

  /// Adds a layer that is clipped to a base. The first of them that shows begins the group with the base.
  private mutating func addClipped(_ index: Int, to base: Int, _ layers: LayerTree) {
    let layer = layers[index]
    var isVisible = layer.isVisible && layer.alpha > 0
    if isVisible, containers.last?.layer != base {
      let alpha = layers[base].alpha(times: containers.last?.share ?? 1)
      isVisible = self.isVisible(layers[base], alpha)
      if isVisible {
        add(.end, base...index, base, alpha: alpha, layers[base].mode)
        open(base, top: index, layer.depth - 1, isVisible: true, share: nil)
      }
    }
    switch layer.content {
    case .paint: if isVisible { addPaint(layer, index, alpha: layer.alpha, keepsAlpha: true) }
    case .group:
      if isVisible {
        add(.end, index...index, index, alpha: layer.alpha, layer.mode, keepsAlpha: true)
        if layer.isMasked { add(.mask, index...index, index) }
      }
      open(index, top: index, layer.depth, isVisible: isVisible, share: nil)
    }
  }

  /// Whether a layer shows in the container. Without opacity, only a mode that clears does.
  private func isVisible(_ layer: Layer, _ alpha: UInt32) -> Bool {
    layer.isVisible && (alpha > 0 || !layer.mode.keepsUnderClear) && containers.last?.isVisible ?? true
  }

  /// Opens a container; `share` is nil for an isolated one.
  private mutating func open(_ layer: Int, top: Int, _ depth: Int, isVisible: Bool, share: Double?) {
    containers.append(
      Container(
        layer: layer, top: top, depth: depth, isVisible: isVisible, isIsolated: share == nil,
        share: share.map { min(1, max(0, $0)) } ?? 1))
  }
}
