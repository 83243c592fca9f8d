import Geometry

/// Pixels of an image: a selection, or the result of a fill. Each has a share, 0 (not in the mask) ... 255 (all of it).
///
/// Shares are stored by tiles of the image's grid. A tile that is empty or full has none, one with hard edges has a bit
/// for each pixel, and one with other shares a byte. So the memory depends on the length and the softness of the mask's
/// edge.
///
/// Invariant: see `checkInvariants`.
public struct Mask: Sendable, Hashable {
  /// The content of a tile.
  enum Cell: Sendable, Hashable {
    case empty
    /// All pixels inside the image.
    case full
    /// A word for each of the 64 rows; bit i is column i. Never all empty nor all full; bits
    /// outside the image are 0.
    case bits([UInt64])
    /// The share of each pixel, row by row. One at least is neither 0 nor 255; those outside the image are 0.
    case shares([UInt8])
  }

  /// How much of a tile is in a mask.
  public enum Share: Sendable { case none, some, all }

  /// Width of the image, px, at least 1.
  public let width: Int
  /// Height of the image, px, at least 1.
  public let height: Int
  /// Tiles in a row.
  public let columns: Int
  /// Rows of tiles.
  public let rows: Int
  /// All tiles, row by row; `.empty` where nothing was written.
  var cells: ChunkedArray<Cell>

  /// Creates a mask with no pixel of an image of this size, or with all. Both sizes must be at
  /// least 1.
  public init(width: Int, height: Int, isFull: Bool = false) {
    precondition(width >= 1 && height >= 1, "an image has at least one pixel")
    self.width = width
    self.height = height
    columns = (width + Tile.size - 1) >> Tile.shift
    rows = (height + Tile.size - 1) >> Tile.shift
    cells =
      isFull
      ? ChunkedArray(blank: .empty, filledWith: .full, count: columns * rows)
      : ChunkedArray(repeating: .empty, count: columns * rows)
  }

  /// The whole image.
  public var extent: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
  /// Number of tiles of the image.
  public var slotCount: Int { cells.count }

  /// The indices of the tiles that hold a pixel of the mask, ascending. O(their number), with 256
  /// steps at most for each, and one for each 16,384 tiles of the image.
  public var tileIndices: some Sequence<Int> {
    let cells = cells
    return cells.written().lazy.filter { cells[$0] != .empty }
  }

  /// Whether the mask holds no pixel.
  public var isEmpty: Bool { !cells.written().contains { cells[$0] != .empty } }

  /// Whether the pixel in column `x`, row `y` is in the mask, with any share; false outside the image.
  public subscript(x: Int, y: Int) -> Bool {
    guard extent.contains(x: x, y: y) else { return false }
    return word(ofTile: (y >> Tile.shift) * columns + x >> Tile.shift, row: y & 63) >> UInt64(x & 63) & 1 != 0
  }

  /// How much of the tile with an index (`row * columns + column`) is in the mask.
  public func share(ofTile index: Int) -> Share {
    switch cells[index] {
    case .empty: .none
    case .full: .all
    case .bits, .shares: .some
    }
  }

  /// The pixels of a tile's row, 0..<64, that are in the mask with any share: bit i is column i. Bits outside the image
  /// are 0.
  public func word(ofTile index: Int, row: Int) -> UInt64 {
    switch cells[index] {
    case .empty: 0
    case .full: validWord(ofTile: index, row: row)
    case .bits(let words): words[row]
    case .shares(let shares): Self.word(shares, row: row, atLeast: 1)
    }
  }

  /// The 64 pixels of row `y` from column `x` on. Pixels outside the image are 0.
  public func word(x: Int, y: Int) -> UInt64 {
    guard y >= 0, y < height, x > -64, x < width else { return 0 }
    let (column, shift) = (x >> Tile.shift, UInt64(x & 63))
    let tile = (y >> Tile.shift) * columns + column
    let left = column >= 0 ? word(ofTile: tile, row: y & 63) : 0
    if shift == 0 { return left }
    let right = column + 1 < columns ? word(ofTile: tile + 1, row: y & 63) : 0
    return left >> shift | right << (64 - shift)
  }

  /// Number of pixels in the mask, with any share. O(tiles of `tileIndices`).
  public var count: Int {
    var sum = 0
    for i in tileIndices {
      switch cells[i] {
      case .empty: continue
      case .full: sum += square(ofTile: i).area
      case .bits, .shares: for w in words(ofTile: i) { sum += w.nonzeroBitCount }
      }
    }
    return sum
  }

  /// The smallest rectangle around all pixels of the mask; empty for none. O(tiles of
  /// `tileIndices`).
  public var bounds: PixelRect {
    var all = PixelRect.empty
    for i in tileIndices {
      let square = square(ofTile: i)
      switch cells[i] {
      case .empty: continue
      case .full: all = all.union(square)
      case .bits, .shares:
        let words = words(ofTile: i)
        var columns: UInt64 = 0
        for w in words { columns |= w }
        guard columns != 0, let top = words.firstIndex(where: { $0 != 0 }),
          let bottom = words.lastIndex(where: { $0 != 0 })
        else { continue }
        all = all.union(
          PixelRect(
            minX: square.minX + columns.trailingZeroBitCount, minY: square.minY + top,
            maxX: square.minX + 64 - columns.leadingZeroBitCount, maxY: square.minY + bottom + 1))
      }
    }
    return all
  }

  // MARK: Tiles

  /// The pixels of a tile inside the image.
  package func square(ofTile index: Int) -> PixelRect {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
      .intersection(extent)
  }

  /// The bits of a tile's row that are inside the image.
  public func validWord(ofTile index: Int, row: Int) -> UInt64 {
    let (tileRow, column) = index.quotientAndRemainder(dividingBy: columns)
    guard tileRow << Tile.shift + row < height else { return 0 }
    return Self.span(0, min(Tile.size, width - column << Tile.shift))
  }

  /// Bits `from` ..< `to`, both within 0...64.
  static func span(_ from: Int, _ to: Int) -> UInt64 {
    guard from < to else { return 0 }
    return (~0 >> UInt64(64 - (to - from))) << UInt64(from)
  }

  /// The 64 rows of a tile, as `word(ofTile:row:)` has them.
  public func words(ofTile index: Int) -> [UInt64] {
    switch cells[index] {
    case .empty: [UInt64](repeating: 0, count: Tile.size)
    case .full: (0..<Tile.size).map { validWord(ofTile: index, row: $0) }
    case .bits(let words): words
    case .shares(let shares): (0..<Tile.size).map { Self.word(shares, row: $0, atLeast: 1) }
    }
  }

  /// Replaces the 64 rows of a tile; bits outside the image are ignored.
  public mutating func setWords(_ words: [UInt64], ofTile index: Int) {
    precondition(words.count == Tile.size, "a word for each row of a tile")
    var (isEmpty, isFull) = (true, true)
    var kept = words
    for row in 0..<Tile.size {
      let valid = validWord(ofTile: index, row: row)
      kept[row] &= valid
      if kept[row] != 0 { isEmpty = false }
      if kept[row] != valid { isFull = false }
    }
    put(isEmpty ? .empty : isFull ? .full : .bits(kept), index)
  }

  /// Adds all pixels of a tile, or removes them.
  public mutating func setTile(_ index: Int, isFull: Bool) { put(isFull ? .full : .empty, index) }

  /// Replaces a cell; an empty one makes no chunk.
  mutating func put(_ cell: Cell, _ index: Int) { if cell != .empty || cells.isWritten(index) { cells[index] = cell } }

  /// Stops debug builds unless each tile has its only valid form: the one that takes the least memory, with nothing outside
  /// the image. So equal masks have equal cells. O(tiles).
  func checkInvariants() {
    assert(cells.count == columns * rows, "a cell for each tile")
    cells.checkInvariants()
    assert(
      tileIndices.allSatisfy { i in
        let valid = (0..<Tile.size).map { validWord(ofTile: i, row: $0) }
        switch cells[i] {
        case .empty, .full: return true
        case .bits(let words):
          return words.count == Tile.size && words != valid && words.contains { $0 != 0 }
            && zip(words, valid).allSatisfy { $0 & ~$1 == 0 }
        case .shares(let shares):
          return shares.count == Tile.count && shares.contains { $0 != 0 && $0 != 255 }
            && (0..<Tile.size).allSatisfy { Self.word(shares, row: $0, atLeast: 1) & ~valid[$0] == 0 }
        }
      }, "a partly set tile has no simpler form, and nothing outside the image")
  }

  /// The indices of the tiles in which another mask of an image of this size differs.
  /// - Parameter most: the most tiles of a mask.
  /// - Returns: nil if a mask has more of them, or another size.
  public func differingTiles(from other: Mask, most: Int) -> Set<Int>? {
    guard (width, height) == (other.width, other.height) else { return nil }
    let (own, theirs) = (tileIndices.prefix(most + 1), other.tileIndices.prefix(most + 1))
    var (tiles, counts) = (Set<Int>(), (own: 0, theirs: 0))
    for index in own {
      counts.own += 1
      if cells[index] != other.cells[index] { tiles.insert(index) }
    }
    for index in theirs {
      counts.theirs += 1
      if cells[index] == .empty { tiles.insert(index) }
    }
    return counts.own > most || counts.theirs > most ? nil : tiles
  }

  /// Hashes the size and the tiles that hold a pixel.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    for index in tileIndices {
      hasher.combine(index)
      hasher.combine(cells[index])
    }
  }
}
