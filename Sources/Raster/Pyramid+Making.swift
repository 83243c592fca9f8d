import Geometry

/// How the pixels of a tile come about. Nothing of this changes a pyramid, so that several threads can do it at once.
extension Pyramid {
  /// The exact pixels of a tile of level `k`; nil where all are blank. `buffer` is memory for reuse, of any size.
  func made(level k: Int, _ index: Int, from source: some PixelSource, _ buffer: inout [UInt32]) -> Tile? {
    let (row, column) = index.quotientAndRemainder(dividingBy: levels[k - 1].columns)
    let square = levels[k - 1].square(column, row)
    if source.isBlank(Self.scaled(square, by: k)) { return nil }
    make(level: k, column, row, square, from: source, &buffer)
    var tile = Tile()
    Self.copy(square, from: &buffer, to: &tile)
    return tile
  }

  /// Computes the pixels `part` of a tile into the first words of `buffer`, where they lie as in the tile.
  func make(
    level k: Int, _ column: Int, _ row: Int, _ part: PixelRect, from source: some PixelSource, _ buffer: inout [UInt32]
  ) {
    let size = (k + 1) * Tile.count
    if buffer.count < size { buffer = [UInt32](repeating: 0, count: size) }
    var span = buffer.mutableSpan
    make(level: k, column, row, part, from: source, &span, at: 0)
  }

  /// Copies pixels from the first words of a buffer to where they lie in a tile.
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

  /// How many px of the image must be composed for a tile of level `k`; counting ends above `limit`.
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

  /// The columns and rows of the four tiles of the level below that a tile is made of.
  private static func children(_ column: Int, _ row: Int) -> [(Int, Int)] {
    [
      (2 * column, 2 * row), (2 * column + 1, 2 * row), (2 * column, 2 * row + 1),
      (2 * column + 1, 2 * row + 1),
    ]
  }

  /// Computes the pixels `part` of a tile of level `k` into the words from `base` on, in which there is room for `k` + 1 tiles. One
  /// tile of the level below after the other, so that all of it stays in the processor's cache.
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
        let piece = square.intersection(below)
        if piece.isEmpty { continue }
        let first = room + (piece.minY - square.minY) << Tile.shift + piece.minX - square.minX
        if bring(level: k - 1, x, y, piece, from: source, &span, at: room, first) {
          Self.halve(piece, bounds, &span, from: room, to: base)
        } else {
          let half = Self.halved(piece)
          let mask = Tile.size - 1
          let to = base + (half.minY & mask) << Tile.shift + (half.minX & mask)
          span.fill(half, with: source.blank, start: to, stride: Tile.size)
        }
      }
    }
  }

  /// Brings pixels of a tile of level `k`, 0 among them, into the words from `base` on, the first of them to `first`. Returns false where
  /// all are blank.
  private func bring(
    level k: Int, _ column: Int, _ row: Int, _ piece: PixelRect, from source: some PixelSource,
    _ span: inout MutableSpan<UInt32>, at base: Int, _ first: Int
  ) -> Bool {
    if k > 0 {
      switch levels[k - 1].slots[row * levels[k - 1].columns + column] {
      case .blank: return false
      case .tile(let tile):
        span.copy(piece, from: tile.pixels.span, first: first - base, start: first, stride: Tile.size)
        return true
      case .missing, .sketch: break
      }
    }
    if source.isBlank(Self.scaled(piece, by: k)) { return false }
    if k == 0 {
      source.compose(piece, to: &span, start: first, stride: Tile.size)
    } else {
      make(level: k, column, row, piece, from: source, &span, at: base)
    }
    return true
  }

  /// Computes the means of the pixels `piece` of a tile that lies from word `from` on into the tile of the level above, from word
  /// `to` on. `piece` begins at even places and ends at such, or at the edge of `bounds`.
  private static func halve(
    _ piece: PixelRect, _ bounds: PixelRect, _ span: inout MutableSpan<UInt32>, from: Int, to: Int
  ) {
    precondition(max(from, to) + Tile.count <= span.count && min(from, to) >= 0 && piece.width <= Tile.size)
    let mask = Tile.size - 1
    let pairs = piece.width >> 1
    span.withUnsafeMutableBufferPointer { words in
      guard let words = words.baseAddress else { return }
      for y in (piece.minY >> 1)..<((piece.maxY + 1) >> 1) {
        let upper = words + from + (2 * y & mask) << Tile.shift + piece.minX & mask
        let lower = 2 * y + 1 < bounds.maxY ? upper + Tile.size : upper
        let row = words + to + (y & mask) << Tile.shift + (piece.minX >> 1) & mask
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
        if piece.width & 1 != 0 { row[i] = Pixel.mean(upper[2 * i], upper[2 * i], lower[2 * i], lower[2 * i]) }
      }
    }
  }

  @inline(__always) private static func eight(_ words: UnsafeMutablePointer<UInt32>) -> SIMD8<UInt32> {
    UnsafeRawPointer(words).loadUnaligned(as: SIMD8<UInt32>.self)
  }
}
