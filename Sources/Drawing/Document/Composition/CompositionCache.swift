import Geometry
import Raster

/// What lies under and over the layer that is being drawn on, composed once, tile by tile.
///
/// A stroke changes the same tiles again and again, and what is under and over it stays. A pixel of the stroke then costs three
/// layers at most, however many the drawing has: what is kept below, the active layer, what is kept above. Below anything can be
/// kept, above the run of layers at the top that just cover what is under them (`Cover`); layers with other modes between that and
/// the active one need what is under them and are composed each time. What one layer alone makes is not kept: it is there already.
///
/// Pixels are those of `Document.flatten`, to the bit: what is kept of a run of covers has the precision of which rounding leaves
/// nothing to see, and the rare pixel where it might be otherwise is composed anew.
///
/// Its life: belongs to one drawing, as a variable beside it. Each tile knows of what it is made. Where the drawing's
/// `stackRevision` has changed, tiles are compared with that before they are used, and only those that are made of something else
/// are made anew: after a stroke on one layer those under it. `removeAll` where the drawing is another one. One thread uses it.
public final class CompositionCache {
  /// The most memory for pixels that are kept, bytes.
  public let limit: Int

  /// What a layer contributes to a tile. A tile shares the layer's memory.
  private struct Sheet: Equatable {
    let tile: Tile?
    let alpha: UInt32
    let blend: CompositeOperator
  }

  /// What is kept of the layers below, and what it is made of.
  private struct Below {
    let ground: UInt32
    /// The layers that are rounded each, and those of the run of covers.
    let rounded: [Sheet]
    let covers: [Cover]
    var pixels = Pixels.none

    enum Pixels {
      case none
      /// The rounded ones alone.
      case words(Tile)
      /// All.
      case channels([PixelChannels])
    }

    func isSame(as other: Below) -> Bool {
      ground == other.ground && rounded == other.rounded && covers == other.covers
    }
  }

  /// What is kept of the layers above, and what it is made of.
  private struct Above {
    let covers: [Cover]
    var channels: [PixelChannels] = []
  }

  private struct Entry {
    var revision: Int
    var below: Below
    var above: Above

    var byteCount: Int {
      let size = MemoryLayout<PixelChannels>.stride * Tile.count
      let under =
        switch below.pixels {
        case .none: 0
        case .words: 4 * Tile.count
        case .channels: size
        }
      return under + (above.channels.isEmpty ? 0 : size)
    }
  }

  private var entries: [Int: Entry] = [:]
  /// Bytes of pixels that are kept.
  private var byteCount = 0
  /// How many tiles of a layer, or of several that were composed before, were laid on something.
  private(set) var layCount = 0
  private var row = [PixelChannels](repeating: .zero, count: Tile.size)

  /// A cache of nothing yet, with the most memory for pixels that are kept, bytes.
  public init(limit: Int = 32 << 20) { self.limit = limit }

  /// Number of places of which something is kept.
  public var tileCount: Int { entries.count }

  /// Forgets everything.
  public func removeAll() {
    entries.removeAll()
    byteCount = 0
  }

  /// Writes the pixels of `part`, which lies in one tile, as `Document.flatten` does; `keeps` says whether what is composed for it is to be kept.
  /// Returns false where there is nothing to gain, and nothing was written.
  func compose(
    _ part: PixelRect, tile index: Int, of document: borrowing Document, keeps: Bool,
    to target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) -> Bool {
    let (active, top, all) = (document.activeLayer, document.coverStart, document.layers.count)
    guard let entry = entry(index, of: document, top: top, keeps: keeps) else { return false }
    let (below, above) = (entry.below, entry.above)
    // What is rounded each.
    if case .channels = below.pixels {
      // It is in there.
    } else if case .words(let tile) = below.pixels {
      Self.copy(part, of: tile, to: &target, start, stride)
      layCount += 1
    } else {
      target.fill(part, with: document.ground, start: start, stride: stride)
      document.lay(0..<min(active, top), part, over: &target, start: start, stride: stride)
      layCount += below.rounded.count
    }
    if active < top {
      document.lay(active..<top, part, over: &target, start: start, stride: stride)
      for i in active..<top where document.layers[i].isVisible { layCount += 1 }
    }
    let own = active < top ? [] : document.covers(active..<(active + 1), tile: index, in: part)
    let count = below.covers.count + own.count + above.covers.count
    if count <= 1 {
      document.lay(top..<all, part, over: &target, start: start, stride: stride)
      layCount += count
      return true
    }
    var lower = own
    if case .channels = below.pixels { layCount += 1 } else { lower = below.covers + own }
    let upper = above.channels.isEmpty ? above.covers : []
    layCount += lower.count + (above.channels.isEmpty ? above.covers.count : 1)
    let doubt = Cover.doubt(count)
    // Taken out while it is written.
    var line: [PixelChannels] = []
    swap(&line, &row)
    defer { swap(&line, &row) }
    var channels = line.mutableSpan
    for y in part.minY..<part.maxY {
      let to = start + (y - part.minY) * stride
      let from = (y & (Tile.size - 1)) << Tile.shift | (part.minX & (Tile.size - 1))
      if case .channels(let kept) = below.pixels {
        let kept = kept.span
        for i in 0..<part.width { channels[unchecked: i] = kept[unchecked: from &+ i] }
      } else {
        for i in 0..<part.width { channels[unchecked: i] = PixelChannels(pixel: target[unchecked: to &+ i]) }
      }
      for cover in lower { cover.lay(from: from, count: part.width, over: &channels, at: 0) }
      for cover in upper { cover.lay(from: from, count: part.width, over: &channels, at: 0) }
      let over = above.channels.span
      for i in 0..<part.width {
        var value = channels[unchecked: i]
        if !over.isEmpty {
          value = Cover.over(over[unchecked: from &+ i], value)
          if Cover.isDoubtful(value, doubt) {
            let place = PixelRect(x: part.minX + i, y: y, width: 1, height: 1)
            document.flatten(place, to: &target, start: to + i, stride: stride)
            continue
          }
        }
        target[unchecked: to &+ i] = value.pixel
      }
    }
    return true
  }

  /// Writes a part of a tile.
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

  // MARK: What is kept

  /// What is kept for a tile, up to date; nil where nothing is and nothing is to be.
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
        ground: document.ground, rounded: Self.sheets(document, 0..<min(active, top), index),
        covers: document.covers(top..<max(active, top), tile: index, in: square)),
      above: Above(covers: document.covers(max(active + 1, top)..<document.layers.count, tile: index, in: square)))
    if let known {
      if known.below.isSame(as: new.below) { new.below = known.below }
      if known.above.covers == new.above.covers { new.above = known.above }
    }
    if keeps {
      makeBelow(&new.below, of: document, min(active, top), square)
      makeAbove(&new.above)
    }
    byteCount -= known?.byteCount ?? 0
    if byteCount + new.byteCount > limit { removeAll() }
    byteCount += new.byteCount
    entries[index] = new.byteCount > 0 ? new : nil
    return new.byteCount > 0 ? new : nil
  }

  /// Composes what is below, where that saves anything.
  private func makeBelow(_ below: inout Below, of document: borrowing Document, _ count: Int, _ square: PixelRect) {
    guard case .none = below.pixels else { return }
    // A mode other than the plain one costs more than a copy even if it is the only one.
    let cost = below.rounded.reduce(0) { $0 + ($1.blend == .sourceOver && $1.alpha == 255 ? 1 : 2) }
    guard cost > 1 || below.covers.count > 1 else { return }
    var tile = Tile(filledWith: below.ground)
    tile.withMutablePixels { document.lay(0..<count, square, over: &$0, start: 0, stride: Tile.size) }
    layCount += below.rounded.count
    if below.covers.count <= 1 {
      below.pixels = .words(tile)
      return
    }
    var channels = tile.pixels.map { PixelChannels(pixel: $0) }
    lay(below.covers, over: &channels)
    below.pixels = .channels(channels)
  }

  /// Composes what is above, where that saves anything.
  private func makeAbove(_ above: inout Above) {
    guard above.channels.isEmpty, above.covers.count > 1 else { return }
    var channels = [PixelChannels](repeating: .zero, count: Tile.count)
    lay(above.covers, over: &channels)
    above.channels = channels
  }

  private func lay(_ covers: [Cover], over channels: inout [PixelChannels]) {
    var span = channels.mutableSpan
    for cover in covers { cover.lay(from: 0, count: Tile.count, over: &span, at: 0) }
    layCount += covers.count
  }

  /// What layers contribute to a tile, but for those that change nothing there.
  private static func sheets(_ document: borrowing Document, _ indices: Range<Int>, _ index: Int) -> [Sheet] {
    var sheets: [Sheet] = []
    for i in indices where document.layers[i].isVisible {
      let (tile, alpha, blend) = (document.layers[i].image[index], document.layers[i].alpha, document.layers[i].blend)
      if blend.keepsUnderClear, tile == nil || alpha == 0 { continue }
      sheets.append(Sheet(tile: tile, alpha: alpha, blend: blend))
    }
    return sheets
  }
}

/// A drawing as a view's source, with what a cache keeps of it. Its pixels are those of the drawing, to the bit. It points to the drawing, which
/// it never changes, and is valid for as long as the pointer is.
public struct CachedDocument: PixelSource {
  private let document: UnsafeMutablePointer<Document>
  private let cache: CompositionCache
  private let keeps: Bool

  /// A drawing with its cache. `keeps` is whether what is composed is to be kept: while a stroke is drawn.
  public init(_ document: UnsafeMutablePointer<Document>, _ cache: CompositionCache, keeps: Bool) {
    (self.document, self.cache, self.keeps) = (document, cache, keeps)
  }

  /// The canvas, px.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: document.pointee.width, height: document.pointee.height) }
  /// The paper's pixel.
  public var blank: UInt32 { Self.blank(&document.pointee) }
  /// Whether nothing was ever painted in the tiles that `rect` touches, and there is paper.
  public func isBlank(_ rect: PixelRect) -> Bool { Self.isBlank(&document.pointee, rect) }

  /// Writes the pixels as `Document.compose` does.
  public func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    Self.compose(&document.pointee, cache, keeps, rect, to: &target, start: start, stride: stride)
  }

  // These get the drawing itself, to read it: as what the pointer points to it would be copied, with a dozen references to count.

  private static func blank(_ document: inout Document) -> UInt32 { document.blank }

  private static func isBlank(_ document: inout Document, _ rect: PixelRect) -> Bool { document.isBlank(rect) }

  private static func compose(
    _ document: inout Document, _ cache: CompositionCache, _ keeps: Bool, _ rect: PixelRect,
    to target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    // What floats is moved about as a whole; there is no stroke then.
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
      if document.hasAlpha { document.layChecks(under: part, &target, first, stride) }
    }
  }
}
