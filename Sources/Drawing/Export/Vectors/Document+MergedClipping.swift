import Document
import Pixels
import Raster

extension Document {
  /// The drawing with each masked layer or group, and each base with the layers that are clipped to it, as one
  /// layer of pixels, which has the opacity and the mode of that layer or base: SVG and PDF are written
  /// without clipping and masks. The new layers have new IDs. The drawing itself if there is none.
  func mergingClippedAndMasked() -> Document {
    var merged = self
    // What is merged has no further mask nor clipped layer, so this ends.
    while let (base, top) = merged.layers.highestMerge() {
      let first = merged.layers.branch(at: base).lowerBound
      var layer = merged.layers[base]
      let isPassing = layer.group == .passThrough
      layer.image = merged.pixels(of: first..<top + 1)
      (layer.content, layer.blend) = (.paint, isPassing ? .sourceOver : layer.blend)
      layer.mask = nil
      layer = merged.named(layer)
      let place = merged.layers.place(of: base)
      var tree = merged.layers
      for id in merged.layers[first...top].filter({ $0.depth == layer.depth }).map(\.id) {
        if let index = tree.index(of: id) { tree.remove(at: index) }
      }
      tree.insert([layer], at: place)
      merged.setStack(tree, active: 0, plane: .pixels, paper: paper, isPaperShown: isPaperShown)
    }
    return merged
  }

  /// What a base and its clipped layers show, without the opacity and the mode of the base.
  private func pixels(of range: Range<Int>) -> TileGrid {
    let indices = layers[range].reduce(into: Set<Int>()) { $0.formUnion($1.image.tileIndices) }
    let depth = layers[range].map(\.depth).min() ?? 0
    var tree = LayerTree()
    var branch: [Layer] = []
    for var layer in layers[range] {
      layer.depth -= depth
      branch.append(layer)
      guard layer.depth == 0 else { continue }
      tree.insert(branch, at: LayerPlace(position: .max))
      branch = []
    }
    if let base = tree.indices.first(where: { tree[$0].depth == 0 }) {
      (tree[base].isVisible, tree[base].opacity, tree[base].blend) = (true, 1, .sourceOver)
    }
    var alone = self
    alone.setStack(tree, active: 0, plane: .pixels, paper: paper, isPaperShown: false)
    return alone.flattened(tiles: indices)
  }
}

extension LayerTree {
  /// The highest base that has clipped layers, and the highest of these, or the highest layer with a mask
  /// twice, as indices; nil without any.
  fileprivate func highestMerge() -> (base: Int, top: Int)? {
    let clipped = clippingBases.max { $0.key < $1.key }.map { ($0.value, $0.key) }
    guard let masked = lastIndex(where: \.isMasked), masked > clipped?.1 ?? -1 else { return clipped }
    return (masked, masked)
  }
}
