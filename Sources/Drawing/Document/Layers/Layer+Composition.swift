import Geometry
import Raster

extension Layer {
  /// Composites the pixels of `rect`, which must be inside the image, onto `target`, including the
  /// floating selection if it belongs to this layer.
  func composite(
    _ rect: PixelRect, over target: inout MutableSpan<UInt32>, start: Int, stride: Int,
    with floating: FloatingSelection? = nil
  ) {
    if isPlain {
      image.composite(rect, over: &target, start: start, stride: stride)
      floating?.composite(rect, over: &target, start: start, stride: stride)
      return
    }
    let alpha = alpha
    if alpha == 0, blend.keepsUnderClear { return }
    target.requireRoom(for: rect, start: start, stride: stride)
    let range = image.tileRange(of: rect)
    for row in range.rows {
      for column in range.columns {
        let index = image.index(column: column, row: row)
        let part = image.bounds(ofTile: index).intersection(rect)
        let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
        guard let tile = shown(index, part, floating) else { continue }
        let from = (part.minY & (Tile.size - 1)) << Tile.shift | (part.minX & (Tile.size - 1))
        let pixels = tile.pixels
        blend.composite(
          pixels.span, from: from, width: part.width, height: part.height, alpha: alpha, over: &target,
          start: first, stride: stride)
      }
    }
  }

  /// A tile with the floating selection in `part`; nil if it would not change the backdrop.
  func shown(_ index: Int, _ part: PixelRect, _ floating: FloatingSelection?) -> Tile? {
    guard let floating, floating.bounds.intersects(part) else {
      return image[index] ?? (blend.keepsUnderClear ? nil : Tile())
    }
    var tile = image[index] ?? Tile()
    let square = image.bounds(ofTile: index)
    tile.withMutablePixels { floating.composite(square, over: &$0, start: 0, stride: Tile.size) }
    return tile
  }

  /// Merges the visible pixels of `upper`. Returns the changed tiles as they were before.
  mutating func merge(_ upper: Layer) -> [(index: Int, tile: Tile?)] {
    var before: [(index: Int, tile: Tile?)] = []
    let alpha = alpha
    // Where neither has a tile, nothing is merged.
    for index in Set(image.tileIndices).union(upper.image.tileIndices).sorted() {
      let old = image[index]
      let isTouched = upper.image[index] != nil || !upper.blend.keepsUnderClear
      guard isTouched && (old != nil || upper.image[index] != nil) || alpha < 255 && old != nil else { continue }
      let square = image.bounds(ofTile: index)
      var tile = old ?? Tile()
      tile.withMutablePixels { pixels in
        if alpha < 255 { for i in 0..<Tile.count { pixels[i] = Pixel.scaled(pixels[i], by: alpha) } }
        upper.composite(square, over: &pixels, start: 0, stride: Tile.size)
      }
      let new = tile.isTransparent ? nil : tile
      if new == old { continue }
      before.append((index, old))
      image[index] = new
    }
    opacity = 1
    return before
  }
}
