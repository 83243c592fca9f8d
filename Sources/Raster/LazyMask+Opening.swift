import Geometry

/// Opening by squares: what is left of a mask where it is wide enough (J. Serra, "Image analysis and mathematical
/// morphology", 1982).
extension LazyMask {
  /// The largest square, px: so that it reaches from a tile into its neighbours only.
  public static let largestSquare = 64

  /// The places of the upper left pixel of a square of `side` px (1...largestSquare) with which all of the square is in
  /// the mask.
  public func eroded(bySquare side: Int) -> LazyMask {
    precondition((1...Self.largestSquare).contains(side), "a square no larger than a tile")
    return LazyMask(width: width, height: height) { [self] tile in
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      if share(ofTile: tile) == .none { return .none }
      // Twice as many rows as the tile has; each the bits from which on the square's row is in the mask.
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

  /// All pixels of the squares of `side` px whose upper left pixels are in the mask: the way back from `eroded`.
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

  /// Bits that start a run of at least `length` bits.
  private static func shrunk(_ bits: UInt128, _ length: Int) -> UInt128 {
    var (result, have) = (bits, 1)
    while have < length, result != 0 {
      let step = min(have, length - have)
      result &= result >> UInt128(step)
      have += step
    }
    return result
  }

  /// Each bit, made a run of `length` bits.
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
