import Geometry
import Raster

/// What lies under the layer that is being drawn on, composed once, tile by tile.
///
/// A stroke changes the same tiles again and again, and what is under it stays. Only tiles are kept where that is more than one
/// plain layer on paper, and `limit` of them at most. Nothing is kept of the layers above: their modes need what is under them,
/// and composing them in advance would round differently, so that a drawing's pixels depended on which layer is active.
///
/// Its life: belongs to one drawing, as a variable beside it. It notices by the drawing's `stackRevision` when it is out of date;
/// `removeAll` where the drawing is another one. One thread uses it.
public final class CompositionCache {
  /// The most tiles that are kept: 16 MiB.
  public static let limit = 1024

  private var tiles: [Int: Tile] = [:]
  private var revision = -1

  /// A cache of nothing yet.
  public init() {}

  /// Number of tiles that are kept.
  public var tileCount: Int { tiles.count }

  /// Forgets everything.
  public func removeAll() { tiles.removeAll() }

  /// What is under the active layer in a tile; nil where that is not kept and not to be kept.
  func under(_ index: Int, of document: borrowing Document, keeps: Bool) -> Tile? {
    if revision != document.stackRevision {
      tiles.removeAll(keepingCapacity: true)
      revision = document.stackRevision
    }
    if let tile = tiles[index] { return tile }
    guard keeps, document.isWorthKeeping(index) else { return nil }
    if tiles.count >= Self.limit { tiles.removeAll(keepingCapacity: true) }
    var tile = Tile(filledWith: document.ground)
    let square = document.activeImage.bounds(ofTile: index)
    let below = 0..<document.activeLayer
    for i in below where document.layers[i].isVisible {
      tile.withMutablePixels { document.layers[i].lay(square, over: &$0, start: 0, stride: Tile.size) }
    }
    tiles[index] = tile
    return tile
  }
}

/// A drawing as a view's source, with what a cache keeps of it. Its pixels are those of the drawing, to the bit.
public struct CachedDocument: PixelSource {
  private let document: Document
  private let cache: CompositionCache
  private let keeps: Bool

  /// A drawing with its cache. `keeps` is whether what is composed is to be kept: while a stroke is drawn.
  public init(_ document: Document, _ cache: CompositionCache, keeps: Bool) {
    (self.document, self.cache, self.keeps) = (document, cache, keeps)
  }

  /// The canvas, px.
  public var bounds: PixelRect { document.bounds }
  /// The paper's pixel.
  public var blank: UInt32 { document.blank }
  /// Whether nothing was ever painted in the tiles that `rect` touches, and there is paper.
  public func isBlank(_ rect: PixelRect) -> Bool { document.isBlank(rect) }

  /// Writes the pixels as `Document.compose` does.
  public func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    guard document.activeLayer > 0 else { return document.compose(rect, to: &target, start: start, stride: stride) }
    target.requireRoom(for: rect, start: start, stride: stride)
    let image = document.activeImage
    let (active, all) = (document.activeLayer, document.layers.count)
    image.forEachTile(in: rect) { index in
      let part = image.bounds(ofTile: index).intersection(rect)
      let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
      guard let under = cache.under(index, of: document, keeps: keeps) else {
        return document.compose(part, to: &target, start: first, stride: stride)
      }
      let pixels = under.pixels.span
      for y in part.minY..<part.maxY {
        let from = (y & (Tile.size - 1)) << Tile.shift | (part.minX & (Tile.size - 1))
        let to = first + (y - part.minY) * stride
        for i in 0..<part.width { target[unchecked: to &+ i] = pixels[unchecked: from &+ i] }
      }
      document.lay(active..<all, part, over: &target, start: first, stride: stride)
      if document.hasAlpha { document.layChecks(under: part, &target, first, stride) }
    }
  }
}

extension Document {
  /// Whether what is under the active layer in a tile costs more to compose than to copy.
  func isWorthKeeping(_ index: Int) -> Bool {
    var cost = 0
    for i in 0..<activeLayer where layers[i].isVisible {
      let layer = layers[i]
      if layer.image[index] != nil || !layer.blend.keepsUnderClear { cost += layer.isPlain ? 1 : 2 }
    }
    return cost > 1
  }
}
