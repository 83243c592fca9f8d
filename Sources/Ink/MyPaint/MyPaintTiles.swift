import Geometry
import Raster

/// The tiles of one stroke, which are made when the library first asks for them.
final class MyPaintTiles {
  /// The greatest number of tiles, 512 MiB. Others are not painted.
  static let limit = 1 << 14
  /// The greatest number of tiles that layers below are kept of, 256 MiB. Elsewhere only the stroke's own pixels
  /// are picked up.
  static let pickedLimit = 1 << 12

  /// The canvas's pixels that may be painted, from the local origin.
  let bounds: PixelRect
  /// The tiles written since the last call of `drainChanges`, from the local origin.
  private var changed: Set<MyPaintTilePlace> = []
  /// The tiles written since the last call of `restore`.
  private var written: Set<MyPaintTilePlace> = []
  private var tiles: [MyPaintTilePlace: MyPaintTile] = [:]
  private let content: (MyPaintTilePlace) -> Tile?
  private let below: ((MyPaintTilePlace) -> Tile?)?
  /// What is picked up at places: the tile over what is below it.
  private var picked: [MyPaintTilePlace: PickedTile] = [:]
  // For places that cannot be painted: what is read there, and what is written there and forgotten.
  private let nothing = MyPaintTile()
  private let ignored = MyPaintTile()

  /// - Parameters:
  ///   - below: what shows below a tile where colours are picked up; nil if nothing does anywhere.
  ///   - content: the first content of a tile at a place from the local origin; nil if it is transparent.
  init(
    bounds: PixelRect, below: ((MyPaintTilePlace) -> Tile?)? = nil, content: @escaping (MyPaintTilePlace) -> Tile?
  ) {
    (self.bounds, self.below, self.content) = (bounds, below, content)
  }

  /// The tile at a place; nil if none was needed there.
  subscript(place: MyPaintTilePlace) -> MyPaintTile? { tiles[place] }

  /// The memory for a request of the library. It stays valid until the stroke ends.
  func channels(at place: MyPaintTilePlace, forWriting isWritten: Bool) -> UnsafeMutablePointer<UInt16> {
    guard let tile = tile(at: place) else { return isWritten ? ignored.channels : nothing.channels }
    if isWritten {
      changed.insert(place)
      written.insert(place)
      picked[place]?.invalidate()
    }
    return tile.channels
  }

  /// The memory to pick up colours from, likewise.
  /// - Parameter rows: the rows that are read, from the local origin; those of the tile outside of them may
  ///   be wrong.
  func pickedChannels(at place: MyPaintTilePlace, rows: Range<Int>) -> UnsafeMutablePointer<UInt16> {
    guard let below, let tile = tile(at: place) else { return channels(at: place, forWriting: false) }
    let top = place.row * Tile.size
    let part = (rows.lowerBound - top..<rows.upperBound - top).clamped(to: 0..<Tile.size)
    if let known = picked[place] { return known.channels(below: tile, rows: part) }
    guard picked.count < Self.pickedLimit else { return tile.channels }
    let new = PickedTile(below(place))
    picked[place] = new
    return new.channels(below: tile, rows: part)
  }

  /// Ends picking up colours, and frees its memory.
  func forgetPicked() { picked = [:] }

  private func tile(at place: MyPaintTilePlace) -> MyPaintTile? {
    if let tile = tiles[place] { return tile }
    let pixels = PixelRect(x: place.column * Tile.size, y: place.row * Tile.size, width: Tile.size, height: Tile.size)
    guard pixels.intersects(bounds), tiles.count < Self.limit else { return nil }
    let tile = MyPaintTile(content(place))
    tiles[place] = tile
    return tile
  }

  /// Takes back what was painted since the last call where a limit lets nothing change.
  /// - Parameter index: the limit's number of a tile at a place from the local origin.
  func restore(outside limit: CoverageLimit, _ index: (MyPaintTilePlace) -> Int) {
    for place in written {
      guard let tile = tiles[place] else { continue }
      let number = index(place)
      if limit.share(ofTile: number) == .all { continue }
      for row in 0..<Tile.size { tile.restore(row: row, except: limit.changeable(ofTile: number, row: row)) }
      picked[place]?.invalidate()
    }
    written.removeAll(keepingCapacity: true)
  }

  /// Returns the places of the tiles written since the last call, row by row.
  func drainChanges() -> [MyPaintTilePlace] {
    defer { changed.removeAll(keepingCapacity: true) }
    return changed.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
  }
}
