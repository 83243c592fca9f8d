import Geometry
import Raster

/// The pixels that a painted stroke changed, as they are after it: the stroke's result, which counts
/// more than painting it again.
package struct PaintedPixels: Sendable {
  /// The pixels of a tile after the stroke, in the order of their places.
  enum Pixels: Sendable {
    /// With 8 bits a channel. The tile keeps the depth that it has before.
    case words([UInt32])
    /// With 8 bits a channel; the tile has no others after the stroke, though it was deep before.
    case narrow([UInt32])
    /// With 16 bits a channel; the tile is deep after the stroke.
    case deep([DeepPixel])

    /// The form of tiles in a result without deep tiles.
    var isPlain: Bool { if case .words = self { true } else { false } }
  }

  /// A changed tile.
  struct Change: Sendable {
    var index: Int
    var changed: ChangedPixels
    var pixels: Pixels
  }

  /// The changed tiles, in the order of their indices.
  private(set) var changes: [Change] = []

  init(changes: [Change]) { self.changes = changes }

  /// The differences of some tiles; nil is a transparent tile.
  package init(_ changes: some Sequence<(index: Int, before: Tile?, after: Tile?)>) {
    for (index, before, after) in changes.sorted(by: { $0.index < $1.index }) {
      let change = TileDelta(index: index, before: before, after: after)
      let changed = change.changedPixels
      let isOtherDepth = before.map { old in after.map { $0.isDeep != old.isDeep } ?? false } ?? false
      if changed.isEmpty, !isOtherDepth { continue }
      let tile = after ?? Tile()
      var pixels: Pixels
      if tile.isDeep {
        let all = tile.deepPixels
        pixels = .deep(changed.places.map { all[$0] })
      } else {
        let all = tile.pixels
        let words = changed.places.map { all[$0] }
        pixels = change.isDeep && after != nil ? .narrow(words) : .words(words)
      }
      self.changes.append(Change(index: index, changed: changed, pixels: pixels))
    }
  }

  /// Whether any tile is deep before or after the stroke, so that readers must know of depths.
  var hasDepths: Bool { !changes.allSatisfy { $0.pixels.isPlain } }

  /// An image's tiles with these pixels set; a transparent tile is nil. Returns nil if a tile or a pixel
  /// lies outside the image.
  func tiles(on image: TileGrid) -> [(index: Int, tile: Tile?)]? {
    var result: [(Int, Tile?)] = []
    for change in changes {
      guard change.index < image.slotCount else { return nil }
      let (square, bounds) = (image.bounds(ofTile: change.index), change.changed.bounds)
      guard bounds.maxX <= square.width, bounds.maxY <= square.height else { return nil }
      let tile = change.tile(on: image[change.index] ?? Tile())
      result.append((change.index, tile.isTransparent ? nil : tile))
    }
    return result
  }
}

extension PaintedPixels.Change {
  /// A tile with these pixels set.
  fileprivate func tile(on tile: Tile) -> Tile {
    var tile = tile
    switch pixels {
    case .words(let words):
      // In a deep tile, writing words would leave pixels that differ by less than a level.
      if tile.isDeep { set(words.map { DeepPixel($0) }, in: &tile) } else { set(words, in: &tile) }
    case .narrow(let words):
      if tile.isDeep {
        let rounded = tile.pixels
        tile = Tile()
        tile.withMutablePixels { for i in 0..<Tile.count { $0[i] = rounded[i] } }
      }
      set(words, in: &tile)
    case .deep(let pixels): set(pixels, in: &tile)
    }
    return tile
  }

  private func set<P: TilePixel>(_ pixels: [P], in tile: inout Tile) {
    let places = changed.places
    P.withMutablePixels(of: &tile) { target in
      for (place, pixel) in zip(places, pixels) { target[place] = pixel }
    }
  }
}
