import Geometry
import Pixels
import Raster

/// Keeps parts of the layers composited, for each tile, so that a stroke composites again only its own
/// layer and what is above it. The pixels are those of `Document.flatten`.
///
/// An entry is one of these parts (`Compositor.Part`):
///
/// - all that is below the active layer, in the drawing or in a group that contains the active layer;
/// - a whole group above.
///
/// A cache belongs to one drawing and one thread. After a change of `stackRevision`, an entry is
/// composited again only if its layers differ.
public final class CompositionCache {
  /// The most bytes of cached channels. Only entries that were not used for long make room for others, so
  /// a large brush that touches more tiles than fit does not composite all of them again and again.
  public let limit: Int

  /// The place of an entry. A group has one on a tile: what is below the active layer in it if it contains
  /// that layer, otherwise the whole group.
  private struct Key: Hashable {
    let tile: Int
    /// 0 for the drawing.
    let group: Layer.ID
  }

  private struct Entry {
    var revision: Int
    /// What the part was.
    let kind: Compositor.Part.Kind
    /// What was composited.
    let plates: [Plate]
    let ground: UInt32
    /// What replaces it.
    let kept: Plate
    /// When it was last used, in steps of `clock`.
    var use: Int
  }

  private var entries: [Key: Entry] = [:]
  /// Counts the uses of entries.
  private var clock = 0
  /// When entries may be dropped next.
  private var nextDrop = 0
  /// The revision that was composited last, and the parts of its program.
  private var revision: Int?
  private var parts: [Compositor.Part] = []
  /// The number of revisions after which an unused entry is dropped. It keeps the tiles alive from which it
  /// was made; a drag of a slider or a few steps of undo do not need all entries.
  static let longestUnused = 64
  /// The number of composited plates, for tests. A cached entry counts as one.
  private(set) var compositeCount = 0
  private var rows = RowCompositor()
  private var plates: [Plate] = []

  /// The bytes of an entry.
  static let entrySize = Tile.count * MemoryLayout<KeptChannels>.stride

  /// Creates an empty cache with a limit in bytes. The default is enough for a window of 4096x2304 px
  /// with one entry for each tile.
  public init(limit: Int = 96 << 20) { self.limit = limit }

  /// The number of entries.
  public var entryCount: Int { entries.count }

  /// Removes all entries, for example when another drawing is opened.
  public func removeAll() {
    entries.removeAll()
    revision = nil
  }

  /// Writes the pixels of `part`, a rectangle in one tile, as `Document.flatten` does. `keeps` is whether
  /// to make new entries.
  func compose(
    _ part: PixelRect, tile index: Int, of document: borrowing Document, keeps: Bool,
    to target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    // A tile that is not shared is changed in place by the next dab.
    defer { plates.removeAll(keepingCapacity: true) }
    update(for: document)
    var ground = document.compositor.ground
    for part in parts {
      if part.kind == .changing {
        document.compositor.append(part.range, to: &plates, ofTile: index, in: document)
      } else if append(part, index, of: document, keeps: keeps), part.isOnGround {
        ground = 0
      }
    }
    rows.compose(part, plates, over: ground, to: &target, start: start, stride: stride)
    compositeCount += plates.count
  }

  private func update(for document: borrowing Document) {
    let revision = document.stackRevision
    if revision == self.revision { return }
    self.revision = revision
    parts = document.compositor.parts(around: document.activeLayer, in: document.layers)
    let isOld = entries.contains { $0.value.revision <= revision - Self.longestUnused }
    if isOld { entries = entries.filter { $0.value.revision > revision - Self.longestUnused } }
  }

  /// Appends the plates of a part to `plates`; its kept one, and returns true, if it is up to date or
  /// worth keeping.
  private func append(
    _ part: Compositor.Part, _ tile: Int, of document: borrowing Document, keeps: Bool
  ) -> Bool {
    let key = Key(tile: tile, group: part.group)
    let revision = document.stackRevision
    clock += 1
    let known = entries[key]
    if let known, known.revision == revision {
      entries[key]?.use = clock
      plates.append(known.kept)
      return true
    }
    let first = plates.count
    document.compositor.append(part.range, to: &plates, ofTile: tile, in: document)
    let ground = part.isOnGround ? document.compositor.ground : 0
    let kept: Plate
    if let known, known.kind == part.kind, known.ground == ground, known.plates.elementsEqual(plates[first...]) {
      entries[key]?.revision = revision
      entries[key]?.use = clock
      kept = known.kept
    } else {
      entries[key] = nil
      let content = part.kind == .group ? plates[first...].dropFirst().dropLast() : plates[first...]
      guard keeps, isWorthKeeping(content), hasRoom() else { return false }
      let channels = rows.kept(content, over: ground)
      compositeCount += content.count
      kept = part.kind == .group ? plates[plates.count - 1].ending(channels) : Plate(kept: channels)
      entries[key] = Entry(
        revision: revision, kind: part.kind, plates: Array(plates[first...]), ground: ground, kept: kept, use: clock)
    }
    plates.removeSubrange(first...)
    plates.append(kept)
    return true
  }

  /// Whether kept channels are read faster than these plates are composited. A mode other than
  /// source over costs more than one plate.
  private func isWorthKeeping(_ plates: ArraySlice<Plate>) -> Bool {
    plates.count > 1 || plates.contains { $0.blend != .sourceOver }
  }

  /// Whether there is room for an entry. Drops those that were not used for as many uses as several times
  /// all entries; looks for them rarely.
  private func hasRoom() -> Bool {
    let most = limit / Self.entrySize
    if entries.count < most { return true }
    guard clock >= nextDrop else { return false }
    nextDrop = clock + most / 4
    let last = clock - Self.longestWait * most
    entries = entries.filter { $0.value.use > last }
    return entries.count < most
  }

  /// After how many uses an entry is dropped if there is no room, in multiples of all entries: those of a
  /// window of 4096x2304 px with ten for each tile.
  static let longestWait = 8
}
