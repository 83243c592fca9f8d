import Geometry

/// Flood filling.
extension Mask {
  /// Returns the pixels of `open` that are connected to `seeds` by steps up, down, left and right
  /// within `open`.
  ///
  /// The result is that of a scan line fill (A. Smith, "Tint fill", 1979; P. Heckbert, "A seed fill
  /// algorithm", 1990), but the unit of work is a tile instead of a span. A tile is flooded from
  /// the pixels that arrived over its edges, 64 pixels of a row at once, and passes the pixels at
  /// its own edges on to its neighbours. Tiles that are entirely open are filled in one step; tiles
  /// that are not reached are never read.
  public static func flood(from seeds: Mask, within open: LazyMask) -> Mask {
    var reached = Mask(width: seeds.width, height: seeds.height)
    // Pixels that have arrived in tiles that are still to be flooded.
    var arrived: [Int: [UInt64]] = [:]
    var queue: [Int] = []
    for i in seeds.tileIndices {
      arrived[i] = seeds.words(ofTile: i)
      queue.append(i)
    }
    func push(_ words: [UInt64], to tile: Int) {
      if reached.cells[tile] == .full { return }
      let known = reached.cells[tile] == .empty
      var isNew = false
      for row in 0..<Tile.size where words[row] != 0 {
        if known || words[row] & ~reached.word(ofTile: tile, row: row) != 0 { isNew = true }
      }
      guard isNew, open.share(ofTile: tile) != .none else { return }
      guard var waiting = arrived[tile] else {
        arrived[tile] = words
        queue.append(tile)
        return
      }
      arrived[tile] = nil
      for row in 0..<Tile.size { waiting[row] |= words[row] }
      arrived[tile] = waiting
    }
    let (columns, rows) = (reached.columns, reached.rows)
    while let tile = queue.popLast() {
      guard let new = arrived.removeValue(forKey: tile) else { continue }
      let before = reached.words(ofTile: tile)
      var words = before
      let openWords = open.words(ofTile: tile)
      var isNew = false
      for row in 0..<Tile.size {
        words[row] |= new[row] & openWords[row]
        if words[row] != before[row] { isNew = true }
      }
      guard isNew else { continue }
      if open.share(ofTile: tile) == .all { words = openWords } else { flood(&words, within: openWords) }
      reached.setWords(words, ofTile: tile)
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      var edge = [UInt64](repeating: 0, count: Tile.size)
      if row > 0, words[0] != before[0] {
        edge[63] = words[0]
        push(edge, to: tile - columns)
        edge[63] = 0
      }
      if row < rows - 1, words[63] != before[63] {
        edge[0] = words[63]
        push(edge, to: tile + columns)
      }
      if column > 0 { push(words.map { ($0 & 1) << 63 }, to: tile - 1) }
      if column < columns - 1 { push(words.map { $0 >> 63 }, to: tile + 1) }
    }
    return reached
  }

  /// Floods the 64 rows of a tile, down and up until nothing changes.
  private static func flood(_ words: inout [UInt64], within open: [UInt64]) {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for pass in 0..<2 {
        var above: UInt64 = 0
        for i in 0..<Tile.size {
          let row = pass == 0 ? i : Tile.size - 1 - i
          let start = words[row]
          let reached = runs(of: open[row], touching: (start | above) & open[row])
          if reached != start {
            words[row] = reached
            hasChanged = true
          }
          above = reached
        }
      }
    }
  }

  /// The runs of `open` that hold a bit of `seeds`, a subset of `open`. Kogge-Stone fill (S. Lefler
  /// and G. Isenberg), as chess programs compute the moves of rooks: six doubling steps.
  static func runs(of open: UInt64, touching seeds: UInt64) -> UInt64 {
    if seeds == 0 || seeds == open { return seeds }
    var (left, right) = (seeds, seeds)
    var (leftWay, rightWay) = (open, open)
    var step: UInt64 = 1
    while step < 64 {
      left |= leftWay & (left << step)
      right |= rightWay & (right >> step)
      leftWay &= leftWay << step
      rightWay &= rightWay >> step
      step <<= 1
    }
    return left | right
  }

  /// The pixels that are up, down, left or right of a pixel of the mask, in the tiles of
  /// `borderTiles`. Used as seeds for everything that touches the mask.
  public var borderNeighbours: Mask {
    var result = Mask(width: width, height: height)
    for tile in borderTiles {
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      let (left, top) = (column << Tile.shift, row << Tile.shift)
      result.setWords(
        (0..<Tile.size).map { i in
          let y = top + i
          return word(x: left - 1, y: y) | word(x: left + 1, y: y) | word(x: left, y: y - 1) | word(x: left, y: y + 1)
        }, ofTile: tile)
    }
    return result
  }

  /// The tiles that hold or touch a pixel on the mask's edge.
  public var borderTiles: Set<Int> {
    var tiles: Set<Int> = []
    for i in tileIndices {
      let (row, column) = i.quotientAndRemainder(dividingBy: columns)
      let around = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)].compactMap { d -> Int? in
        guard (0..<rows).contains(row + d.0), (0..<columns).contains(column + d.1) else { return nil }
        return (row + d.0) * columns + column + d.1
      }
      if cells[i] == .full { tiles.formUnion(around.filter { cells[$0] != .full }) } else { tiles.formUnion(around) }
    }
    return tiles
  }
}
