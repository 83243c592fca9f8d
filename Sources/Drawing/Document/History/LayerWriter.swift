import Geometry
import Raster

/// Writes to the pixels of one layer: the only way in which strokes, shapes, fills, deletions and
/// placed selections change a drawing.
///
/// 1. `init` for a layer, with a limit.
/// 2. `write`, `paint` and `clear` change pixels. The writer keeps each tile as it was before its
///    first change.
/// 3. `Document.record` makes an edit of everything written since 1, or `revert` restores the layer
///    exactly.
///
/// Each call gets the layer's image. Until 3 nothing else may change it.
public struct LayerWriter: Sendable {
  /// The pixels.
  let surface: SurfaceID
  /// How much of a change each pixel takes; nil for all of it.
  var limit: CoverageLimit?
  /// The tiles that may change; nil for all.
  var tiles: Set<Int>?
  /// Whether the pixels keep their alpha (`Layer.isAlphaLocked`).
  var keepsAlpha: Bool
  /// Each tile that was written to, as it was before, by its index; nil where there was none.
  private(set) var originals: [Int: Tile?] = [:]
  /// The pixels that may have changed since `clearChanged`.
  private(set) var changed = Region()

  init(to surface: SurfaceID, limit: CoverageLimit? = nil, keepsAlpha: Bool = false) {
    (self.surface, self.limit, self.keepsAlpha) = (surface, limit, keepsAlpha)
  }

  /// A writer of paint to the document's active layer, within its selection.
  init(on document: borrowing Document) {
    self.init(
      to: document.activeSurface, limit: document.selection.map { CoverageLimit($0) },
      keepsAlpha: document.keepsAlpha(of: document.activeSurface))
  }

  /// Whether the limit lets pixels of a tile change.
  func reaches(_ index: Int) -> Bool {
    if let tiles, !tiles.contains(index) { return false }
    return limit?.share(ofTile: index) != Mask.Share.none
  }

  /// Whether nothing but the limit restricts what changes.
  var isFree: Bool { tiles == nil && !keepsAlpha }

  /// Changes a part of a tile, which lies inside the image.
  /// - Parameter body: sets the part's pixels of the image, from the original tile. It may remove
  ///   the tile.
  mutating func write(
    _ part: PixelRect, ofTile index: Int, of image: inout TileGrid, _ body: (inout TileGrid, _ original: Tile?) -> Void
  ) {
    guard reaches(index) else { return }
    let original = keep(index, now: image[index])
    // Nothing keeps the alpha of pixels that are all transparent.
    if keepsAlpha, original == nil { return }
    body(&image, original)
    if keepsAlpha { AlphaLock.restore(part, ofTile: index, of: &image, original: original) }
    limit?.restore(part, ofTile: index, of: &image, original: original)
    changed.add(part)
  }

  /// Changes whatever tiles a painter finds that keeps to the limit itself.
  /// - Parameter body: asks for the original of each tile by its index and its current content,
  ///   before it changes the tile, and adds the changed pixels to the region.
  mutating func paint(
    on image: inout TileGrid,
    _ body: (inout TileGrid, CoverageLimit?, _ original: (Int, Tile?) -> Tile?, inout Region) -> Void
  ) {
    precondition(isFree, "a painter that is not restricted tile by tile")
    body(&image, limit, { originals.keep($0, now: $1) }, &changed)
  }

  /// Clears a tile, as far as the limit lets it. Nothing if the alpha is kept.
  mutating func clear(_ index: Int, of image: inout TileGrid) {
    guard image[index] != nil, !keepsAlpha else { return }
    write(image.bounds(ofTile: index), ofTile: index, of: &image) { image, _ in image[index] = nil }
  }

  /// Keeps a tile that is about to be changed by others.
  mutating func keep(_ index: Int, of image: TileGrid) { _ = keep(index, now: image[index]) }

  private mutating func keep(_ index: Int, now: Tile?) -> Tile? { originals.keep(index, now: now) }

  /// Forgets which pixels have changed.
  mutating func clearChanged() { changed.removeAll() }

  /// Takes over the originals of a writer that wrote to the layer before this one.
  mutating func follow(_ earlier: LayerWriter) { originals.merge(earlier.originals) { _, tile in tile } }

  /// The pixels of all tiles that were written to.
  func region(of image: TileGrid) -> Region {
    var region = Region()
    for index in originals.keys { region.add(image.bounds(ofTile: index)) }
    return region
  }

  /// Restores the layer as it was. Returns the pixels of the tiles that were written to. Nothing is
  /// left to record.
  @discardableResult mutating func revert(on image: inout TileGrid) -> Region {
    for (index, tile) in originals { image[index] = tile }
    let region = region(of: image)
    originals.removeAll()
    return region
  }

  /// The changes of the layer's tiles, in the order of their indices. Removes transparent tiles.
  func changes(of image: inout TileGrid) -> [TileDelta] {
    var changes: [TileDelta] = []
    for (index, old) in originals.sorted(by: { $0.key < $1.key }) {
      if let new = image[index], new.isDeep { image[index] = new.narrowed }
      let new = image[index]
      if new == old { continue }
      if let new, new.isTransparent { image[index] = nil }
      if image[index] == nil, old == nil { continue }
      changes.append(TileDelta(index: index, before: old, after: image[index]))
    }
    return changes
  }
}

extension [Int: Tile?] {
  /// Keeps the content of a tile, unless one is kept already. Returns the kept one.
  fileprivate mutating func keep(_ index: Int, now: Tile?) -> Tile? {
    if let old = self[index] { return old }
    self[index] = .some(now)
    return now
  }
}
