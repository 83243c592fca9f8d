import Geometry
import Pixels
import Raster

extension Layer {
  /// Merges the visible pixels of `upper`, and removes the mask, which then hides nothing. Returns the
  /// changed tiles as they were before.
  /// - Parameter isClipped: whether this is the base to which `upper` is clipped. It then keeps its opacity,
  ///   and its pixels their alpha.
  mutating func merge(_ upper: Layer, isClipped: Bool) -> [(index: Int, tile: Tile?)] {
    var before: [(index: Int, tile: Tile?)] = []
    let alpha = isClipped ? 255 : alpha
    var rows = RowCompositor()
    // Where neither has a tile, nothing is merged.
    for index in Set(image.tileIndices).union(upper.image.tileIndices).sorted() {
      let old = image[index]
      if isClipped, old == nil { continue }
      let isTouched = upper.image[index] != nil || !upper.blend.keepsUnderClear && !isClipped
      let isHidden = isMasked && mask?[index] != nil
      guard isTouched && (old != nil || upper.image[index] != nil) || (alpha < 255 || isHidden) && old != nil
      else { continue }
      let plates =
        plates(ofTile: index, alpha: alpha, blend: .sourceOver)
        + upper.plates(ofTile: index, alpha: upper.alpha, blend: upper.blend, keepsAlpha: isClipped)
      let new = rows.tile(plates)
      if new == old { continue }
      before.append((index, old))
      image[index] = new
    }
    if !isClipped { properties.opacity = 1 }
    mask = nil
    return before
  }

  /// Hides the pixels by the mask, and removes the mask. Returns the changed tiles as they were before.
  mutating func applyMask() -> [(index: Int, tile: Tile?)] {
    guard let mask else { return [] }
    var before: [(index: Int, tile: Tile?)] = []
    for index in image.tileIndices {
      guard let old = image[index], let hiding = mask[index] else { continue }
      let new = MaskShare.hidden(old, by: hiding)
      if new == old { continue }
      before.append((index, old))
      image[index] = new
    }
    self.mask = nil
    return before
  }

  /// What composites a tile of the layer.
  private func plates(
    ofTile index: Int, alpha: UInt32, blend: CompositeOperator, keepsAlpha: Bool = false
  ) -> [Plate] {
    let tile = image[index]
    guard isMasked, let mask = mask?[index], tile != nil else {
      return [Plate(tile: tile, alpha: alpha, blend: blend, keepsAlpha: keepsAlpha)]
    }
    return [
      .begin, Plate(tile: tile, alpha: 255, blend: .sourceOver), Plate(mask: mask),
      Plate(endOf: alpha, blend, keepsAlpha: keepsAlpha),
    ]
  }
}
