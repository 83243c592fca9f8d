import Raster

/// How far two drawings of the same strokes may differ and still count as the same picture.
///
/// Cairo fills ink, and its versions round the coverage of a pixel at an edge differently, by up to about 3 levels. Strokes that
/// lie on each other at a pixel may each be off. So a picture that is drawn again from its strokes need not have the very pixels
/// that were stored. A stroke that is missing, elsewhere, of another width or colour differs by far more.
///
/// The rule holds in every tile of every layer, over premultiplied channels:
/// - No channel of a pixel differs by more than `largest`.
/// - Where at least `fewest` pixels are painted, in either picture, they differ by at most `mean` on average. That finds a faint
///   stroke that is missing. A pixel differs by as much as the channel that differs most.
enum InkTolerance {
  /// The largest difference of a channel, levels: eight strokes on each other, each off by 3 levels to the same side.
  static let largest: UInt32 = 24
  /// The largest mean difference of a tile's painted pixels, levels.
  static let mean = 3
  /// Painted pixels from which on a tile has a mean.
  static let fewest = 64

  /// Whether two images of one size count as the same. Tiles that share their memory or are equal cost one comparison.
  static func allows(_ a: TileGrid, _ b: TileGrid) -> Bool {
    guard a.width == b.width, a.height == b.height else { return false }
    return (0..<a.columns * a.rows).allSatisfy { allows(a[$0], b[$0]) }
  }

  /// The same for two tiles; nil is a transparent one.
  static func allows(_ a: Tile?, _ b: Tile?) -> Bool {
    if a == b { return true }
    let none = Tile()
    let (a, b) = (a ?? none, b ?? none)
    let (old, new) = (a.pixels.span, b.pixels.span)
    var (painted, sum) = (0, 0)
    for i in 0..<Tile.count {
      let (p, q) = (old[unchecked: i], new[unchecked: i])
      if p | q == 0 { continue }
      painted += 1
      let distance = Pixel.distance(p, q)
      if distance > largest { return false }
      sum += Int(distance)
    }
    return painted < fewest || sum <= mean * painted
  }
}

extension Document {
  /// Whether it is the same drawing as another, but for pixels that another version of Cairo may have filled otherwise
  /// (`InkTolerance`), for what is drawn on, and for names that a file cannot hold.
  func agrees(with other: Document) -> Bool { matches(other) { InkTolerance.allows($0, $1) } }

  /// The changes that lead from the pixels of this drawing to those of another one with the same layers; empty where they are
  /// the same.
  func corrections(to other: Document) -> [LayerCorrection] {
    layers.compactMap { layer in
      guard let image = other.layer(layer.id)?.image else { return nil }
      let changes = (0..<image.columns * image.rows).compactMap { index -> TileChange? in
        let (old, new) = (layer.image[index], image[index])
        if old == new || (old ?? Tile()) == (new ?? Tile()) { return nil }
        return TileChange(index: index, before: old, after: new)
      }
      if changes.isEmpty { return nil }
      let content = EditContent(changes, stroke: nil)
      content.pack()
      return LayerCorrection(layer: layer.id, content: content)
    }
  }
}

/// What an edit that was drawn again changes in a layer's pixels beyond itself, so that it leads to the stored pixels exactly.
struct LayerCorrection: Sendable {
  /// The layer, which the drawing has after the edit.
  let layer: Layer.ID
  /// The change from what was drawn to what is stored.
  let content: EditContent
}
