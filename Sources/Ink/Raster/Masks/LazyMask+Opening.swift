import Geometry

/// Opening by squares: the parts of a mask that are wide enough to hold a square (J. Serra, "Image
/// analysis and mathematical morphology", 1982).
extension LazyMask {
  /// The largest square, px: it reaches from a tile into neighbouring tiles only.
  public static let largestSquare = 64

  /// The upper left pixels of all squares of `side` px (1...largestSquare) that are inside the
  /// mask.
  public func eroded(bySquare side: Int) -> LazyMask {
    precondition((1...Self.largestSquare).contains(side), "a square no larger than a tile")
    return LazyMask(width: width, height: height) { [self] tile in
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      if share(ofTile: tile) == .none { return .none }
      // Twice as many rows as the tile has. Bit i is set where a run of `side` mask pixels starts
      // at column i.
      var wide = [UInt64](repeating: 0, count: 2 * Tile.size)
      for below in 0..<2 {
        let here = words(column: column, row: row + below)
        let next = words(column: column + 1, row: row + below)
        for y in 0..<Tile.size {
          let both = UInt128(next[y]) << 64 | UInt128(here[y])
          wide[below << Tile.shift | y] = UInt64(truncatingIfNeeded: Self.shrunk(both, side))
        }
      }
      return .words(
        (0..<Tile.size).map { y in
          var all = wide[y]
          for k in 1..<max(1, side) where all != 0 { all &= wide[y + k] }
          return all
        })
    }
  }

  /// All pixels of the squares of `side` px whose upper left pixels are in the mask: the
  /// counterpart of `eroded`.
  public func dilated(bySquare side: Int) -> LazyMask {
    precondition((1...Self.largestSquare).contains(side), "a square no larger than a tile")
    return LazyMask(width: width, height: height) { [self] tile in
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      var wide = [UInt64](repeating: 0, count: 2 * Tile.size)
      for below in 0..<2 {
        let here = words(column: column, row: row - 1 + below)
        let before = words(column: column - 1, row: row - 1 + below)
        for y in 0..<Tile.size {
          let both = UInt128(here[y]) << 64 | UInt128(before[y])
          wide[below << Tile.shift | y] = UInt64(truncatingIfNeeded: Self.grown(both, side) >> 64)
        }
      }
      return .words(
        (0..<Tile.size).map { y in
          var any = wide[Tile.size + y]
          for k in 1..<max(1, side) { any |= wide[Tile.size + y - k] }
          return any
        })
    }
  }

  /// The bits that start a run of at least `length` set bits. O(log length).
  private static func shrunk(_ bits: UInt128, _ length: Int) -> UInt128 {
    var (result, have) = (bits, 1)
    while have < length, result != 0 {
      let step = min(have, length - have)
      result &= result >> UInt128(step)
      have += step
    }
    return result
  }

  /// Each bit extended to a run of `length` bits. O(log length).
  private static func grown(_ bits: UInt128, _ length: Int) -> UInt128 {
    var (result, have) = (bits, 1)
    while have < length {
      let step = min(have, length - have)
      result |= result << UInt128(step)
      have += step
    }
    return result
  }
}
