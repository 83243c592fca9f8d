import Geometry
import Raster

/// What the layers of the drawing's file have outside the canvas, see `OutsidePixels`.
extension Document {
  /// The rectangle of the image that a file has of a layer, canvas px: the canvas, with what is outside of it.
  package func fileBounds(ofLayer index: Int) -> PixelRect {
    if outside.isEmpty || isEndless { return bounds }
    let places = outside.places(of: layers[index].id, by: canvasMap).filter { !bounds.contains($0) }
    if places.isEmpty { return bounds }
    let all = places.reduce(bounds) { $0.union($1) }
    // Whole tiles are shared with the layer.
    let mask = ~(Tile.size - 1)
    return PixelRect(minX: all.minX & mask, minY: all.minY & mask, maxX: all.maxX, maxY: all.maxY)
  }

  /// The image that a file has of a layer, in its `fileBounds`.
  package func fileImage(ofLayer index: Int) -> TileGrid {
    let layer = layers[index]
    let rect = fileBounds(ofLayer: index)
    if rect == bounds { return layer.image }
    var image = PixelArrangement(width: width, height: height, resizedTo: rect)(layer.image)
    if let more = outside.image(of: layer.id, by: canvasMap, in: rect, without: bounds) { image.add(more) }
    return image
  }

  /// Adds the pixels that come into a canvas that becomes a rectangle of the present one, px. The layers are
  /// arranged, but the size is still the old one.
  /// - Parameter map: the later `canvasMap`.
  /// - Returns: whether there are any.
  mutating func showOutside(in rect: PixelRect, by map: Affine) -> Bool {
    if outside.isEmpty || bounds.contains(rect) { return false }
    let canvas = PixelRect(x: 0, y: 0, width: rect.width, height: rect.height)
    let old = bounds.offset(dx: -rect.minX, dy: -rect.minY)
    var hasShown = false
    for index in layers.indices {
      guard let more = outside.image(of: layers[index].id, by: map, in: canvas, without: old) else { continue }
      layers[index].image.add(more)
      hasShown = true
    }
    return hasShown
  }
}
