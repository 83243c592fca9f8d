import Raster

/// What a stroke has in one tile: the set of places on each of the tile's 1024 sub-scanlines that settled ink covers, and the
/// coverage that was last shown there, wet tail included.
///
/// Lives in memory that a `CoverageFiller` lends to strokes.
struct InkCell {
  /// Settled ink; line k of row y of the tile is line 16 y + k.
  let lists: UnsafeMutablePointer<SpanLists>
  /// Rows that settled ink covers entirely: bit y of row y.
  var fullRows: UInt64
  /// Coverage that was shown last, 64 x 64.
  let shown: UnsafeMutablePointer<UInt8>

  /// New memory, empty.
  static func make() -> UnsafeMutablePointer<InkCell> {
    let cell = UnsafeMutablePointer<InkCell>.allocate(capacity: 1)
    let shown = UnsafeMutablePointer<UInt8>.allocate(capacity: Tile.count)
    let lists = UnsafeMutablePointer<SpanLists>.allocate(capacity: 1)
    lists.initialize(to: SpanLists(lineCount: Tile.size * Subpixels.lines))
    cell.initialize(to: InkCell(lists: lists, fullRows: 0, shown: shown))
    shown.initialize(repeating: 0, count: Tile.count)
    return cell
  }

  static func destroy(_ cell: UnsafeMutablePointer<InkCell>) {
    cell.pointee.lists.pointee.destroy()
    cell.pointee.lists.deallocate()
    cell.pointee.shown.deallocate()
    cell.deallocate()
  }

  /// Forgets everything but keeps the memory.
  mutating func removeAll() {
    lists.pointee.removeAll()
    fullRows = 0
    shown.update(repeating: 0, count: Tile.count)
  }

  /// Whether settled ink covers the whole tile.
  var isFull: Bool { fullRows == .max }
}
