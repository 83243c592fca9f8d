import Geometry

/// An image as a sparse grid of tiles: a missing tile is fully transparent and needs no memory.
///
/// A grid is a value; copying it is O(1). Every existing tile has `Tile.size` pixels on a side,
/// also at the right and lower edge, where the pixels outside the image stay transparent
/// (`checkInvariants`).
public struct TileGrid: Sendable, Equatable {
  /// Width of the image, px, at least 1.
  public let width: Int
  /// Height of the image, px, at least 1.
  public let height: Int
  /// Tiles in a row.
  public let columns: Int
  /// Rows of tiles.
  public let rows: Int
  /// All tiles, row by row; nil where nothing was painted.
  private var tiles: ChunkedArray<Tile?>

  /// Creates a transparent image. Both sizes must be at least 1.
  public init(width: Int, height: Int) {
    precondition(width >= 1 && height >= 1, "an image has at least one pixel")
    self.width = width
    self.height = height
    columns = (width + Tile.size - 1) >> Tile.shift
    rows = (height + Tile.size - 1) >> Tile.shift
    tiles = ChunkedArray(repeating: nil, count: columns * rows)
  }

  /// The whole image.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Number of tiles that can exist.
  public var slotCount: Int { tiles.count }

  /// Number of slots that need memory, 8 bytes each.
  var writtenSlots: Int { tiles.writtenCount }

  /// The indices of the existing tiles, ascending. O(existing tiles), with 256 steps at most for
  /// each, and one for each 16,384 of the grid.
  public var tileIndices: some Sequence<Int> {
    let tiles = tiles
    return tiles.written().lazy.filter { tiles[$0] != nil }
  }

  /// The indices of the existing tiles within a range, ascending.
  public func tileIndices(in range: Range<Int>) -> some Sequence<Int> {
    let tiles = tiles
    return tiles.written(in: range).lazy.filter { tiles[$0] != nil }
  }

  /// Number of existing tiles. Costs as much as `tileIndices`.
  public var tileCount: Int { tiles.written().reduce(0) { $0 + (tiles[$1] == nil ? 0 : 1) } }

  /// The tile with the given index (`row * columns + column`).
  public subscript(index: Int) -> Tile? {
    @inline(__always) get { tiles[index] }
    set { if newValue != nil || tiles.isWritten(index) { tiles[index] = newValue } }
  }

  /// The index of the tile in a column and row of the grid.
  @inline(__always) public func index(column: Int, row: Int) -> Int { row &* columns &+ column }

  /// The pixels of the tile with an index, clipped to the image.
  public func bounds(ofTile index: Int) -> PixelRect {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
      .intersection(bounds)
  }

  /// The tiles that a rectangle of pixels touches, clipped to the image; empty ranges for none.
  public func tileRange(of rect: PixelRect) -> TileRange { TileRange(rect.intersection(bounds)) }

  /// Calls `body` with the index of each tile that a rectangle touches.
  public func forEachTile(in rect: PixelRect, _ body: (Int) -> Void) {
    let range = tileRange(of: rect)
    for row in range.rows { for column in range.columns { body(index(column: column, row: row)) } }
  }

  /// Calls `body` with a tile's pixels, 8 bits a channel, for writing in place; creates a missing tile
  /// first.
  public mutating func withMutableTile<R>(_ index: Int, _ body: (inout MutableSpan<UInt32>) -> R) -> R {
    withMutableTile(index, as: UInt32.self, body)
  }

  /// The pixel in column `x`, row `y`: transparent outside the image. For tests and single
  /// look-ups.
  public subscript(x: Int, y: Int) -> UInt32 {
    guard bounds.contains(x: x, y: y), let tile = tiles[index(column: x >> Tile.shift, row: y >> Tile.shift)] else {
      return 0
    }
    return tile[x & (Tile.size - 1), y & (Tile.size - 1)]
  }

  /// Copies the pixels of `rect`, in the target's depth, to `target`, `stride` pixels a row, the first at pixel
  /// `start`. Pixels outside the image and in missing tiles become transparent.
  public func copy<P: TilePixel>(_ rect: PixelRect, to target: inout MutableSpan<P>, start: Int = 0, stride: Int) {
    target.fill(rect, with: .clear, start: start, stride: stride)
    transfer(rect, to: &target, start, stride) { from, to, count in to.update(from: from, count: count) }
  }

  /// Composites the pixels of `rect` over those of `target` (source over), `stride` words a row,
  /// the first at word `start`. Outside the image and in missing tiles, `target` does not change.
  public func composite(_ rect: PixelRect, over target: inout MutableSpan<UInt32>, start: Int = 0, stride: Int) {
    target.requireRoom(for: rect, start: start, stride: stride)
    transfer(rect, to: &target, start, stride, Self.compositeRow)
  }

  /// Whether `rect` touches no existing tile.
  public func isEmpty(_ rect: PixelRect) -> Bool {
    let range = tileRange(of: rect)
    if range.columns.isEmpty { return true }
    for row in range.rows {
      let first = index(column: range.columns.lowerBound, row: row)
      if tiles.firstWritten(in: first..<(first + range.columns.count), where: { $0 != nil }) != nil { return false }
    }
    return true
  }

  /// Whether any tile is deep. O(existing tiles).
  public var hasDeepTiles: Bool { tileIndices.contains { tiles[$0]?.isDeep ?? false } }

  /// Whether `rect` touches a deep tile.
  public func hasDeepTiles(in rect: PixelRect) -> Bool {
    let range = tileRange(of: rect)
    return range.rows.contains { row in
      range.columns.contains { tiles[index(column: $0, row: row)]?.isDeep ?? false }
    }
  }

  /// Composites a row of pixels over another one.
  @inline(__always)
  static func compositeRow(_ from: UnsafePointer<UInt32>, _ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    typealias Four = SIMD4<UInt32>
    var i = 0
    while i + 4 <= count {
      let new = UnsafeRawPointer(from + i).loadUnaligned(as: Four.self)
      let place = UnsafeMutableRawPointer(to + i)
      // Most pixels of painted tiles are transparent.
      if Pixel.areZero(new) {
        i += 4
        continue
      }
      place.storeBytes(of: Pixel.over(new, place.loadUnaligned(as: Four.self)), as: Four.self)
      i += 4
    }
    while i < count {
      to[i] = Pixel.over(from[i], to[i])
      i += 1
    }
  }

  /// Combines the rows of existing tiles in `rect` with the pixels of `target`, where there must be
  /// room for `rect`.
  @inline(__always)
  private func transfer<P: TilePixel>(
    _ rect: PixelRect, to target: inout MutableSpan<P>, _ start: Int, _ stride: Int,
    _ combine: (_ from: UnsafePointer<P>, _ to: UnsafeMutablePointer<P>, _ count: Int) -> Void
  ) {
    let range = tileRange(of: rect)
    for row in range.rows {
      for column in range.columns {
        let tileIndex = index(column: column, row: row)
        guard let tile = tiles[tileIndex] else { continue }
        let part = bounds(ofTile: tileIndex).intersection(rect)
        let (first, mask) = (part.minY & (Tile.size - 1), Tile.size - 1)
        P.withRows(first..<first + part.height, of: tile) { rows in
          rows.withUnsafeBufferPointer { pixels in
            target.withUnsafeMutableBufferPointer { target in
              guard let pixels = pixels.baseAddress, let target = target.baseAddress else { return }
              for y in 0..<part.height {
                let to = start + (part.minY + y - rect.minY) * stride + part.minX - rect.minX
                combine(pixels + (y << Tile.shift | part.minX & mask), target + to, part.width)
              }
            }
          }
        }
      }
    }
  }

  /// Whether both have the same pixels: a missing tile equals a transparent one.
  public func showsSame(as other: TileGrid) -> Bool {
    guard width == other.width, height == other.height else { return false }
    return tileIndices.allSatisfy { index in
      guard let tile = tiles[index] else { return true }
      if let theirs = other.tiles[index] { return tile.showsSame(as: theirs) }
      return tile.isTransparent
    } && other.tileIndices.allSatisfy { tiles[$0] != nil || other.tiles[$0]?.isTransparent ?? true }
  }

  /// Stops debug builds unless there is a slot for each tile and the pixels outside the image are
  /// transparent. O(tiles), and O(pixels) for those at the right and lower edge.
  func checkInvariants() {
    assert(tiles.count == columns * rows, "a slot for each tile")
    tiles.checkInvariants()
    assert(
      tileIndices.allSatisfy { index in
        guard let tile = tiles[index] else { return true }
        let inside = bounds(ofTile: index)
        if inside.width == Tile.size, inside.height == Tile.size { return true }
        let pixels = tile.deepPixels
        return (0..<Tile.count).allSatisfy { i in
          i & (Tile.size - 1) < inside.width && i >> Tile.shift < inside.height || pixels[i] == .clear
        }
      }, "pixels outside the image are transparent")
  }
}
