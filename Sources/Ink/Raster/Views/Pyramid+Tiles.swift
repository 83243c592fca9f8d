import Geometry

/// Computes the pixels of tiles. Nothing here changes the pyramid, so several threads can do it at
/// once.
extension Pyramid {
  /// The exact pixels of a tile of level `k`; nil where all are blank. `buffer` is memory for
  /// reuse, of any size.
  func makeTile(level k: Int, _ index: Int, from source: some PixelSource, _ buffer: inout [UInt32]) -> Tile? {
    let (row, column) = index.quotientAndRemainder(dividingBy: levels[k - 1].columns)
    let square = levels[k - 1].square(column, row)
    if source.isBlank(Self.scaled(square, by: k)) { return nil }
    make(level: k, column, row, square, from: source, &buffer)
    var tile = Tile()
    Self.copy(square, from: &buffer, to: &tile)
    return tile
  }

  /// Computes the pixels `part` of a tile into the first words of `buffer`, at the same offsets as
  /// in the tile.
  func make(
    level k: Int, _ column: Int, _ row: Int, _ part: PixelRect, from source: some PixelSource, _ buffer: inout [UInt32]
  ) {
    let size = (k + 1) * Tile.count
    if buffer.count < size { buffer = [UInt32](repeating: 0, count: size) }
    var span = buffer.mutableSpan
    make(level: k, column, row, part, from: source, &span, at: 0)
  }

  /// Copies pixels from the first words of a buffer to the same offsets in a tile.
  static func copy(_ part: PixelRect, from buffer: inout [UInt32], to tile: inout Tile) {
    let mask = Tile.size - 1
    let pixels = buffer.span
    tile.withMutablePixels {
      for y in part.minY..<part.maxY {
        let first = (y & mask) << Tile.shift | (part.minX & mask)
        for i in first..<(first + part.width) { $0[unchecked: i] = pixels[unchecked: i] }
      }
    }
  }

  /// The number of px of the image that must be composed for a tile of level `k`; counting stops
  /// above `limit`.
  func cost(level k: Int, _ column: Int, _ row: Int, from source: some PixelSource, limit: Int) -> Int {
    let square = Self.scaled(levels[k - 1].square(column, row), by: k)
    if source.isBlank(square) { return 0 }
    if k == 1 { return square.area }
    var sum = 0
    for (x, y) in Self.children(column, row) where sum <= limit && hasTile(level: k - 1, x, y) {
      switch levels[k - 2].slots[y * levels[k - 2].columns + x] {
      case .blank, .tile: break
      case .missing, .sketch: sum += cost(level: k - 1, x, y, from: source, limit: limit - sum)
      }
    }
    return sum
  }

  private func hasTile(level k: Int, _ column: Int, _ row: Int) -> Bool {
    column << Tile.shift < levels[k - 1].bounds.maxX && row << Tile.shift < levels[k - 1].bounds.maxY
  }

  /// The columns and rows of the four tiles of the level below.
  private static func children(_ column: Int, _ row: Int) -> [(Int, Int)] {
    [
      (2 * column, 2 * row), (2 * column + 1, 2 * row), (2 * column, 2 * row + 1),
      (2 * column + 1, 2 * row + 1),
    ]
  }

  /// Computes the pixels `part` of a tile of level `k` into the words from `base` on, where there
  /// must be room for `k` + 1 tiles. The tiles of the level below are computed one after the other,
  /// so that the data stays in the processor's cache.
  private func make(
    level k: Int, _ column: Int, _ row: Int, _ part: PixelRect, from source: some PixelSource,
    _ span: inout MutableSpan<UInt32>, at base: Int
  ) {
    let bounds = k == 1 ? source.bounds : levels[k - 2].bounds
    let below = Self.scaled(part, by: 1).intersection(bounds)
    let room = base + Tile.count
    for y in (2 * row)...(2 * row + 1) {
      for x in (2 * column)...(2 * column + 1) {
        let square = PixelRect(x: x << Tile.shift, y: y << Tile.shift, width: Tile.size, height: Tile.size)
        let quarter = square.intersection(below)
        if quarter.isEmpty { continue }
        let first = room + (quarter.minY - square.minY) << Tile.shift + quarter.minX - square.minX
        if readPixels(level: k - 1, x, y, quarter, from: source, &span, at: room, first) {
          Self.halve(quarter, bounds, &span, from: room, to: base)
        } else {
          let half = Self.halved(quarter)
          let mask = Tile.size - 1
          let to = base + (half.minY & mask) << Tile.shift + (half.minX & mask)
          span.fill(half, with: source.blank, start: to, stride: Tile.size)
        }
      }
    }
  }

  /// Writes pixels of a tile of level `k` (0 is the image) into the words from `base` on, the first
  /// at `first`. Returns false where all are blank.
  private func readPixels(
    level k: Int, _ column: Int, _ row: Int, _ part: PixelRect, from source: some PixelSource,
    _ span: inout MutableSpan<UInt32>, at base: Int, _ first: Int
  ) -> Bool {
    if k > 0 {
      switch levels[k - 1].slots[row * levels[k - 1].columns + column] {
      case .blank: return false
      case .tile(let tile):
        span.copy(part, from: tile.pixels.span, first: first - base, start: first, stride: Tile.size)
        return true
      case .missing, .sketch: break
      }
    }
    if source.isBlank(Self.scaled(part, by: k)) { return false }
    if k == 0 {
      source.compose(part, to: &span, start: first, stride: Tile.size)
    } else {
      make(level: k, column, row, part, from: source, &span, at: base)
    }
    return true
  }

  /// Writes the means of the pixels `part` of a tile at word `from` to the tile of the level above
  /// at word `to`. `part` begins at even coordinates and ends at even ones, or at the edge of
  /// `bounds`.
  private static func halve(
    _ part: PixelRect, _ bounds: PixelRect, _ span: inout MutableSpan<UInt32>, from: Int, to: Int
  ) {
    precondition(max(from, to) + Tile.count <= span.count && min(from, to) >= 0 && part.width <= Tile.size)
    let mask = Tile.size - 1
    let pairs = part.width >> 1
    span.withUnsafeMutableBufferPointer { words in
      guard let words = words.baseAddress else { return }
      for y in (part.minY >> 1)..<((part.maxY + 1) >> 1) {
        let upper = words + from + (2 * y & mask) << Tile.shift + part.minX & mask
        let lower = 2 * y + 1 < bounds.maxY ? upper + Tile.size : upper
        let row = words + to + (y & mask) << Tile.shift + (part.minX >> 1) & mask
        var i = 0
        while i + 4 <= pairs {
          let means = Pixel.means(Self.eight(upper + 2 * i), Self.eight(lower + 2 * i))
          UnsafeMutableRawPointer(row + i).storeBytes(of: means, as: SIMD4<UInt32>.self)
          i += 4
        }
        while i < pairs {
          row[i] = Pixel.mean(upper[2 * i], upper[2 * i + 1], lower[2 * i], lower[2 * i + 1])
          i += 1
        }
        if part.width & 1 != 0 { row[i] = Pixel.mean(upper[2 * i], upper[2 * i], lower[2 * i], lower[2 * i]) }
      }
    }
  }

  @inline(__always) private static func eight(_ words: UnsafeMutablePointer<UInt32>) -> SIMD8<UInt32> {
    UnsafeRawPointer(words).loadUnaligned(as: SIMD8<UInt32>.self)
  }
}
