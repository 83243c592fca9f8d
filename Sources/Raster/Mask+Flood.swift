import Geometry

/// Flooding: all that can be reached from some pixels.
extension Mask {
  /// The pixels of `open` that can be reached from `seeds` by steps up, down, left and right within `open`.
  ///
  /// It finds the set that a scan line fill finds (A. Smith, "Tint fill", 1979; P. Heckbert, "A seed fill algorithm", 1990),
  /// but goes by tiles instead of spans: a tile floods itself from what has come over its edges, 64 pixels of a row
  /// at once, and hands on what reaches its own edges. Tiles that are open throughout are flooded at one stroke, tiles that
  /// nothing reaches are never looked at.
  public static func flood(from seeds: Mask, within open: LazyMask) -> Mask {
    var reached = Mask(width: seeds.width, height: seeds.height)
    // What has come into tiles that are still to be flooded.
    var arrived: [Int: [UInt64]] = [:]
    var queue: [Int] = []
    for i in seeds.cells.indices where seeds.cells[i] != .empty {
      arrived[i] = seeds.words(ofTile: i)
      queue.append(i)
    }
    func hand(_ words: [UInt64], to tile: Int) {
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
      let way = open.words(ofTile: tile)
      var isNew = false
      for row in 0..<Tile.size {
        words[row] |= new[row] & way[row]
        if words[row] != before[row] { isNew = true }
      }
      guard isNew else { continue }
      if open.share(ofTile: tile) == .all { words = way } else { flood(&words, within: way) }
      reached.setWords(words, ofTile: tile)
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      var edge = [UInt64](repeating: 0, count: Tile.size)
      if row > 0, words[0] != before[0] {
        edge[63] = words[0]
        hand(edge, to: tile - columns)
        edge[63] = 0
      }
      if row < rows - 1, words[63] != before[63] {
        edge[0] = words[63]
        hand(edge, to: tile + columns)
      }
      if column > 0 { hand(words.map { ($0 & 1) << 63 }, to: tile - 1) }
      if column < columns - 1 { hand(words.map { $0 >> 63 }, to: tile + 1) }
    }
    return reached
  }

  /// Floods the 64 rows of a tile, up and down until nothing is added any more.
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

  /// The runs of `open` that hold a bit of `seeds`, which lie in it. By doubling steps, as chess programs find how far
  /// rooks can go (S. Lefler's and G. Isenberg's Kogge-Stone fills).
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

  /// The indices of all tiles.
  public var tileIndices: Range<Int> { 0..<(columns * rows) }

  /// The pixels beside those of the mask, up, down, left and right, and the mask itself where it is not whole tiles deep:
  /// enough to seed what touches it.
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
    for i in cells.indices where cells[i] != .empty {
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
