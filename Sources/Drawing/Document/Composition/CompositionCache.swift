import Geometry
import Raster

/// Keeps the composited layers below the active one, for each tile, so that a stroke does not
/// composite them again and again. The pixels are those of `Document.flatten`.
///
/// A cache belongs to one drawing and one thread. After a change of `stackRevision`, each tile is
/// composited again only if its layers below differ.
public final class CompositionCache {
  /// The most bytes of cached channels. The least recently used are dropped first.
  public let limit: Int

  private struct Entry {
    var revision: Int
    let plates: [Plate]
    let ground: UInt32
    let channels: [KeptChannels]
    /// When it was last used, in steps of `clock`.
    var use = 0
  }

  private var entries: [Int: Entry] = [:]
  private var clock = 0
  /// The revision that was composited last.
  private var revision = 0
  /// The number of revisions after which an unused entry is dropped. It keeps the tiles alive from which it
  /// was made; a drag of a slider or a few steps of undo do not need all entries.
  static let longestUnused = 64
  /// The number of composited plates, for tests. Cached channels count as one.
  private(set) var compositeCount = 0
  private var rows = RowCompositor()
  private var plates: [Plate] = []

  private static let entrySize = Tile.count * MemoryLayout<KeptChannels>.stride

  /// Creates an empty cache with a limit in bytes. The default is enough for a window of 4096x2304 px.
  public init(limit: Int = 96 << 20) { self.limit = limit }

  /// The number of cached tiles.
  public var tileCount: Int { entries.count }

  /// Removes all tiles, for example when another drawing is opened.
  public func removeAll() { entries.removeAll() }

  /// Writes the pixels of `part`, a rectangle in one tile, as `Document.flatten` does. Returns
  /// false, without writing, if the cache does not help here.
  func compose(
    _ part: PixelRect, tile index: Int, of document: borrowing Document, keeps: Bool,
    to target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) -> Bool {
    // A tile that is not shared is changed in place by the next dab.
    defer { plates.removeAll(keepingCapacity: true) }
    let compositor = document.compositor
    let active = compositor.count(below: document.activeLayer)
    guard let kept = channels(index, of: document, compositor, active, keeps: keeps) else { return false }
    compositor.find(&plates, ofTile: index, in: document, range: active..<compositor.count)
    rows.compose(part, plates, over: .kept(kept), to: &target, start: start, stride: stride)
    compositeCount += 1 + plates.count
    return true
  }

  /// Returns the up-to-date channels of a tile; nil if they are not cached.
  private func channels(
    _ index: Int, of document: borrowing Document, _ compositor: Compositor, _ active: Int, keeps: Bool
  ) -> [KeptChannels]? {
    let revision = document.stackRevision
    if revision != self.revision {
      self.revision = revision
      let isOld = entries.contains { $0.value.revision <= revision - Self.longestUnused }
      if isOld { entries = entries.filter { $0.value.revision > revision - Self.longestUnused } }
    }
    let known = entries[index]
    if known == nil, !keeps { return nil }
    clock += 1
    if let known, known.revision == revision {
      entries[index]?.use = clock
      return known.channels
    }
    compositor.find(&plates, ofTile: index, in: document, range: 0..<active)
    if let known, known.ground == compositor.ground, known.plates == plates {
      entries[index]?.revision = revision
      entries[index]?.use = clock
      return known.channels
    }
    entries[index] = nil
    guard keeps, isWorthKeeping(plates) else { return nil }
    let channels = rows.kept(plates, over: compositor.ground)
    compositeCount += plates.count
    if (entries.count + 1) * Self.entrySize > limit { dropOldest() }
    entries[index] = Entry(
      revision: revision, plates: plates, ground: compositor.ground, channels: channels, use: clock)
    return channels
  }

  /// Whether kept channels are read faster than these plates are composited. A mode other than
  /// source over costs more than one plate.
  private func isWorthKeeping(_ plates: [Plate]) -> Bool {
    plates.count > 1 || plates.contains { $0.blend != .sourceOver }
  }

  /// Drops a quarter of the entries, so that this happens rarely.
  private func dropOldest() {
    let uses = entries.values.map(\.use).sorted()
    guard !uses.isEmpty else { return }
    let last = uses[uses.count / 4]
    entries = entries.filter { $0.value.use > last }
  }
}
