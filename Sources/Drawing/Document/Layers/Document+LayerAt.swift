import Geometry
import Pixels
import Raster

extension Document {
  /// The least opacity of a pixel that is found at once, 0...255. A fainter one is found if no other layer
  /// has any, so that the edge of a soft stroke does not hide what is below it.
  private static let leastFound: UInt32 = 32

  /// The highest layer that shows and has a pixel at a place, px; nil if there is none. Floating pixels are
  /// those of the active layer.
  public func layer(atX x: Int, y: Int) -> Layer.ID? {
    guard bounds.contains(x: x, y: y) else { return nil }
    var hidden: [Int] = []
    var faint: Layer.ID?
    let bases = layers.clippingBases
    /// Whether what a layer is clipped to has a pixel there.
    func showsBase(of index: Int) -> Bool {
      guard let base = bases[index] else { return true }
      let branch = layers.branch(at: base)
      return layers[base].isVisible
        && branch.contains { unmasked(layers[$0].image[x, y] >> 24, of: $0, x, y) > 0 }
    }
    for index in layers.indices.reversed() {
      let layer = layers[index]
      while let last = hidden.last, last >= layer.depth { hidden.removeLast() }
      if layer.isGroup, hidden.isEmpty, !layer.isVisible || layer.alpha == 0 { hidden.append(layer.depth) }
      guard hidden.isEmpty, layer.purpose.isInk, layer.has(.pixels), layer.isVisible, layer.alpha > 0,
        showsBase(of: index)
      else {
        continue
      }
      var alpha = layer.image[x, y] >> 24
      if index == activeLayer, activePlane == .pixels, let floating {
        var pixel: [UInt32] = [0]
        var span = pixel.mutableSpan
        floating.composite(PixelRect(x: x, y: y, width: 1, height: 1), over: &span, start: 0, stride: 1)
        // Of a pixel that is selected in part, one part floats.
        alpha = min(255, alpha + pixel[0] >> 24)
      }
      alpha = unmasked(alpha, of: index, x, y)
      if alpha >= Self.leastFound { return layer.id }
      if alpha > 0, faint == nil { faint = layer.id }
    }
    return faint
  }

  /// Whether a layer shows: it and the groups around it are visible.
  public func isShown(_ id: Layer.ID) -> Bool {
    guard let index = layers.index(of: id) else { return false }
    return ([index] + layers.ancestors(of: index)).allSatisfy { layers[$0].isVisible && layers[$0].alpha > 0 }
  }

  /// What the masks of a layer and of the groups around it show of an alpha at a place, 0...255.
  private func unmasked(_ alpha: UInt32, of index: Int, _ x: Int, _ y: Int) -> UInt32 {
    if alpha == 0 { return 0 }
    var shown = Double(alpha)
    for index in [index] + layers.ancestors(of: index) where layers[index].isMasked {
      if let mask = layers[index].mask { shown *= Double(MaskShare.of(mask[x, y])) / 255 }
    }
    return UInt32(shown.rounded())
  }
}
