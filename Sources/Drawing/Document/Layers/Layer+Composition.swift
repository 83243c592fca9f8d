import Geometry
import Raster

extension Layer {
  /// Merges the visible pixels of `upper`. Returns the changed tiles as they were before.
  /// - Parameter isClipped: whether this is the base to which `upper` is clipped. It then keeps its opacity,
  ///   and its pixels their alpha.
  mutating func merge(_ upper: Layer, isClipped: Bool) -> [(index: Int, tile: Tile?)] {
    var before: [(index: Int, tile: Tile?)] = []
    let alpha = isClipped ? 255 : alpha
    let square = PixelRect(x: 0, y: 0, width: Tile.size, height: Tile.size)
    var rows = RowCompositor()
    // Where neither has a tile, nothing is merged.
    for index in Set(image.tileIndices).union(upper.image.tileIndices).sorted() {
      let old = image[index]
      if isClipped, old == nil { continue }
      let isTouched = upper.image[index] != nil || !upper.blend.keepsUnderClear && !isClipped
      guard isTouched && (old != nil || upper.image[index] != nil) || alpha < 255 && old != nil else { continue }
      let plates = [
        Plate(tile: old, alpha: alpha, blend: .sourceOver),
        Plate(tile: upper.image[index], alpha: upper.alpha, blend: upper.blend, keepsAlpha: isClipped),
      ]
      var tile = Tile()
      tile.withMutablePixels { rows.compose(square, plates, over: 0, to: &$0, start: 0, stride: Tile.size) }
      let new = tile.isTransparent ? nil : tile
      if new == old { continue }
      before.append((index, old))
      image[index] = new
    }
    if !isClipped { opacity = 1 }
    return before
  }
}
