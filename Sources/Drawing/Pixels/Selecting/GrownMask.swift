import Geometry
import Raster

/// A mask that grows, tile by tile.
struct GrownMask {
  private(set) var mask: Mask
  private let old: Mask
  private let reach: Int
  /// Half of the width of a disc at each distance from its middle row, px.
  private let spans: [Int]

  init(_ old: Mask, _ distance: Double) {
    (self.old, mask) = (old, old)
    reach = Int(distance)
    spans = (0...reach).map { Int((distance * distance - Double($0 * $0)).squareRoot()) }
    let range = TileRange(old.bounds.grown(by: reach).intersection(old.extent))
    for row in range.rows {
      for column in range.columns { grow(row * old.columns + column) }
    }
  }

  private mutating func grow(_ tile: Int) {
    if old.share(ofTile: tile) == .all { return }
    let square = old.square(ofTile: tile)
    let around = square.grown(by: reach).intersection(old.extent)
    let near = TileRange(around)
    var (hasAny, isSoft) = (false, false)
    for row in near.rows {
      for column in near.columns {
        let index = row * old.columns + column
        if old.share(ofTile: index) != .none { hasAny = true }
        if old.isSoft(tile: index) { isSoft = true }
      }
    }
    if !hasAny { return }
    if isSoft { growShares(tile, square, around) } else { growBits(tile, square, around) }
  }

  /// Adds a span of a row for each pixel around, by its distance from the row.
  private mutating func growBits(_ tile: Int, _ square: PixelRect, _ around: PixelRect) {
    var words = [UInt64](repeating: 0, count: Tile.size)
    var rest = 0
    let far = reach + 1
    // How far the next pixel of the mask above or in the row is, and below, in each column.
    let above = distances(around, square, isDown: true)
    let below = distances(around, square, isDown: false)
    for y in 0..<square.height {
      var word: UInt64 = 0
      let valid = old.validWord(ofTile: tile, row: y)
      for x in 0..<around.width {
        let distance = min(above[y * around.width + x], below[y * around.width + x])
        if distance >= far { continue }
        let (middle, half) = (around.minX + x - square.minX, spans[distance])
        word |= Self.span(max(0, middle - half), min(Tile.size, middle + half + 1))
        if word & valid == valid { break }
      }
      words[y] = word
      rest += (valid & ~word).nonzeroBitCount
    }
    if rest == 0 { mask.setTile(tile, isFull: true) } else { mask.setWords(words, ofTile: tile) }
  }

  /// For each row of a square and each column around it, the distance to the next pixel of the mask in one direction; more
  /// than the reach for none.
  private func distances(_ around: PixelRect, _ square: PixelRect, isDown: Bool) -> [Int] {
    let far = reach + 1
    var distances = [Int](repeating: far, count: square.height * around.width)
    var last = [Int](repeating: far, count: around.width)
    let rows = isDown ? Array(around.minY..<square.maxY) : (square.minY..<around.maxY).reversed()
    for y in rows {
      var x = 0
      while x < around.width {
        var word = old.word(x: around.minX + x, y: y)
        let end = min(64, around.width - x)
        if word == 0 {
          for i in x..<x + end { last[i] = min(far, last[i] + 1) }
        } else {
          for i in x..<x + end {
            last[i] = word & 1 != 0 ? 0 : min(far, last[i] + 1)
            word >>= 1
          }
        }
        x += end
      }
      guard y >= square.minY, y < square.maxY else { continue }
      let start = (y - square.minY) * around.width
      for i in 0..<around.width { distances[start + i] = last[i] }
    }
    return distances
  }

  /// The greatest share within the reach of each pixel.
  private mutating func growShares(_ tile: Int, _ square: PixelRect, _ around: PixelRect) {
    // Columns from `reach` before the square to `reach` behind it; those beyond the image have nothing.
    let width = Tile.size + 2 * reach
    var shares = [UInt8](repeating: 0, count: Tile.count)
    // The greatest shares of 1, 2, 4 ... px of a row, from each column on.
    var tables = [[UInt8]](
      repeating: [UInt8](repeating: 0, count: width),
      count: (2 * reach + 1).bitWidth - (2 * reach + 1).leadingZeroBitCount)
    for y in around.minY..<around.maxY {
      var isEmpty = true
      for x in 0..<width {
        tables[0][x] = old.share(x: square.minX - reach + x, y: y)
        if tables[0][x] != 0 { isEmpty = false }
      }
      if isEmpty { continue }
      for level in tables.indices.dropFirst() {
        let step = 1 << (level - 1)
        for x in 0..<width { tables[level][x] = max(tables[level - 1][x], tables[level - 1][min(width - 1, x + step)]) }
      }
      for row in max(square.minY, y - reach)..<max(square.minY, min(square.maxY, y + reach + 1)) {
        let half = spans[abs(row - y)]
        let count = 2 * half + 1
        let level = Int.bitWidth - 1 - count.leadingZeroBitCount
        let second = count - 1 << level
        let start = (row - square.minY) << Tile.shift
        tables[level].withUnsafeBufferPointer { table in
          for x in 0..<square.width {
            let first = reach + x - half
            shares[start + x] = max(shares[start + x], max(table[first], table[first + second]))
          }
        }
      }
    }
    mask.setShares(shares, ofTile: tile)
  }

  /// Bits `from` ..< `to` of a word; none if there are none.
  private static func span(_ from: Int, _ to: Int) -> UInt64 {
    from < to ? (~0 >> UInt64(64 - (to - from))) << UInt64(from) : 0
  }
}
