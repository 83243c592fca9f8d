import Geometry
import Raster

/// A cache of the composited layers below the active layer, for each tile.
///
/// A stroke changes only the active layer, so its tiles are composited again and again over the
/// same backdrop. The pixels are identical to those of `Document.flatten`.
///
/// A cache belongs to one drawing and one thread. After a change of `stackRevision`, each tile is
/// composited again only if its contributing layers differ.
public final class CompositionCache {
  /// The maximum size of cached pixels, bytes.
  public let limit: Int

  private struct LayerTile: Equatable {
    let tile: Tile?
    let alpha: UInt32
    let blend: CompositeOperator
  }

  private struct Below {
    let ground: UInt32
    /// Layers rounded one by one, below those of the run of covers.
    let rounded: [LayerTile]
    let covers: [Cover]
    var pixels = Pixels.none

    enum Pixels {
      case none
      /// Only the layers in `rounded`.
      case words(Tile)
      /// All layers, `covers` included.
      case channels([PixelChannels])
    }

    func isSame(as other: Below) -> Bool {
      ground == other.ground && rounded == other.rounded && covers == other.covers
    }
  }

  private struct Entry {
    var revision: Int
    var below: Below

    var byteCount: Int {
      switch below.pixels {
      case .none: 0
      case .words: 4 * Tile.count
      case .channels: MemoryLayout<PixelChannels>.stride * Tile.count
      }
    }
  }

  private var entries: [Int: Entry] = [:]
  /// The size of all cached pixels, bytes.
  private var byteCount = 0
  /// The number of composited tiles, for tests. A cached group of layers counts as one.
  private(set) var compositeCount = 0
  private var row = [PixelChannels](repeating: .zero, count: Tile.size)

  /// Creates an empty cache with a limit in bytes.
  public init(limit: Int = 32 << 20) { self.limit = limit }

  /// The number of cached tiles.
  public var tileCount: Int { entries.count }

  /// Removes all tiles, for example when another drawing is opened.
  public func removeAll() {
    entries.removeAll()
    byteCount = 0
  }

  /// Writes the pixels of `part`, a rectangle in one tile, as `Document.flatten` does. Returns
  /// false, without writing, if the cache does not help here.
  func compose(
    _ part: PixelRect, tile index: Int, of document: borrowing Document, keeps: Bool,
    to target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) -> Bool {
    let (active, top, all) = (document.activeLayer, document.coverStart, document.layers.count)
    guard let entry = entry(index, of: document, top: top, keeps: keeps) else { return false }
    switch entry.below.pixels {
    case .none: return false
    case .words(let tile):
      Self.copy(part, of: tile, to: &target, start, stride)
      compositeCount += 1
      if active < top {
        document.composite(active..<top, part, over: &target, start: start, stride: stride)
        for i in active..<top where document.layers[i].isVisible { compositeCount += 1 }
      }
      document.compositeCovers(top..<all, part, over: &target, start: start, stride: stride)
      compositeCount += document.covers(top..<all, tile: index, in: part).count
    case .channels(let kept):
      compose(part, over: kept, document.covers(active..<all, tile: index, in: part), to: &target, start, stride)
    }
    return true
  }

  /// Composites covers over cached channels and rounds once.
  private func compose(
    _ part: PixelRect, over kept: [PixelChannels], _ covers: [Cover], to target: inout MutableSpan<UInt32>,
    _ start: Int, _ stride: Int
  ) {
    target.requireRoom(for: part, start: start, stride: stride)
    compositeCount += 1 + covers.count
    // Move the buffer out of `self` while it is written, to avoid a copy.
    var line: [PixelChannels] = []
    swap(&line, &row)
    defer { swap(&line, &row) }
    var channels = line.mutableSpan
    let kept = kept.span
    for y in part.minY..<part.maxY {
      let to = start + (y - part.minY) * stride
      let from = (y & (Tile.size - 1)) << Tile.shift | (part.minX & (Tile.size - 1))
      for i in 0..<part.width { channels[unchecked: i] = kept[unchecked: from &+ i] }
      for cover in covers { cover.composite(from: from, count: part.width, over: &channels, at: 0) }
      for i in 0..<part.width { target[unchecked: to &+ i] = channels[unchecked: i].pixel }
    }
  }

  private static func copy(
    _ part: PixelRect, of tile: Tile, to target: inout MutableSpan<UInt32>, _ start: Int, _ stride: Int
  ) {
    target.requireRoom(for: part, start: start, stride: stride)
    let pixels = tile.pixels.span
    for y in part.minY..<part.maxY {
      let from = (y & (Tile.size - 1)) << Tile.shift | (part.minX & (Tile.size - 1))
      let to = start + (y - part.minY) * stride
      for i in 0..<part.width { target[unchecked: to &+ i] = pixels[unchecked: from &+ i] }
    }
  }

  // MARK: Cached tiles

  /// Returns the up-to-date entry of a tile; nil if the tile is not cached.
  private func entry(_ index: Int, of document: borrowing Document, top: Int, keeps: Bool) -> Entry? {
    let revision = document.stackRevision
    let known = entries[index]
    if let known, known.revision == revision { return known }
    if known == nil, !keeps { return nil }
    let active = document.activeLayer
    let square = document.activeImage.bounds(ofTile: index)
    var new = Entry(
      revision: revision,
      below: Below(
        ground: document.ground, rounded: Self.layerTiles(document, 0..<min(active, top), index),
        covers: document.covers(top..<max(active, top), tile: index, in: square)))
    if let known, known.below.isSame(as: new.below) { new.below = known.below }
    if keeps { makeBelow(&new.below, of: document, min(active, top), square) }
    byteCount -= known?.byteCount ?? 0
    if byteCount + new.byteCount > limit { removeAll() }
    byteCount += new.byteCount
    entries[index] = new.byteCount > 0 ? new : nil
    return new.byteCount > 0 ? new : nil
  }

  private func makeBelow(_ below: inout Below, of document: borrowing Document, _ count: Int, _ square: PixelRect) {
    guard case .none = below.pixels else { return }
    // A mode other than opaque source over costs more than a copy, so one such layer is enough.
    let cost = below.rounded.reduce(0) { $0 + ($1.blend == .sourceOver && $1.alpha == 255 ? 1 : 2) }
    guard cost > 1 || below.covers.count > 1 else { return }
    var tile = Tile(filledWith: below.ground)
    tile.withMutablePixels { document.composite(0..<count, square, over: &$0, start: 0, stride: Tile.size) }
    compositeCount += below.rounded.count
    if below.covers.count <= 1 {
      below.pixels = .words(tile)
      return
    }
    var channels = tile.pixels.map { PixelChannels(pixel: $0) }
    composite(below.covers, over: &channels)
    below.pixels = .channels(channels)
  }

  private func composite(_ covers: [Cover], over channels: inout [PixelChannels]) {
    var span = channels.mutableSpan
    for cover in covers { cover.composite(from: 0, count: Tile.count, over: &span, at: 0) }
    compositeCount += covers.count
  }

  private static func layerTiles(_ document: borrowing Document, _ indices: Range<Int>, _ index: Int) -> [LayerTile] {
    var layerTiles: [LayerTile] = []
    for i in indices where document.layers[i].isVisible {
      let (tile, alpha, blend) = (document.layers[i].image[index], document.layers[i].alpha, document.layers[i].blend)
      if blend.keepsUnderClear, tile == nil || alpha == 0 { continue }
      layerTiles.append(LayerTile(tile: tile, alpha: alpha, blend: blend))
    }
    return layerTiles
  }
}

/// A drawing with its cache, as a view's source. The pixels are identical to those of the drawing.
public struct CachedDocument: PixelSource {
  private let document: Document
  private let cache: CompositionCache
  private let keeps: Bool

  /// Combines a drawing and its cache. `keeps` is whether to cache new tiles.
  public init(_ document: Document, _ cache: CompositionCache, keeps: Bool) {
    (self.document, self.cache, self.keeps) = (document, cache, keeps)
  }

  /// The rectangle of the canvas, px.
  public var bounds: PixelRect { document.bounds }
  /// The pixel of the paper.
  public var blank: UInt32 { document.blank }
  /// Whether the paper is visible and no tile that `rect` touches contains ink.
  public func isBlank(_ rect: PixelRect) -> Bool { document.isBlank(rect) }

  /// Writes the same pixels as `Document.compose`.
  public func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    // A floating selection moves as a whole, so there is no stroke that a cache could help.
    guard document.layers.count > 1, document.floating == nil else {
      return document.compose(rect, to: &target, start: start, stride: stride)
    }
    target.requireRoom(for: rect, start: start, stride: stride)
    let image = document.activeImage
    image.forEachTile(in: rect) { index in
      let part = image.bounds(ofTile: index).intersection(rect)
      let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
      guard
        cache.compose(
          part, tile: index, of: document, keeps: keeps, to: &target, start: first, stride: stride)
      else { return document.compose(part, to: &target, start: first, stride: stride) }
      if document.hasAlpha { document.drawChecks(under: part, &target, first, stride) }
    }
  }
}
