import Geometry

/// Pixels that are in the mask in part.
extension Mask {
  /// Whether each pixel is in the mask as a whole or not at all. O(tiles of `tileIndices`).
  public var isHard: Bool { !tileIndices.contains { if case .shares = cells[$0] { true } else { false } } }

  /// The share of the pixel in column `x`, row `y`, 0...255; 0 outside the image.
  public func share(x: Int, y: Int) -> UInt8 {
    guard extent.contains(x: x, y: y) else { return 0 }
    let tile = (y >> Tile.shift) * columns + x >> Tile.shift
    if case .shares(let shares) = cells[tile] { return shares[(y & 63) << Tile.shift | x & 63] }
    return word(ofTile: tile, row: y & 63) >> UInt64(x & 63) & 1 != 0 ? 255 : 0
  }

  /// Whether some pixels of a tile have shares between 0 and 255.
  public func isSoft(tile index: Int) -> Bool { if case .shares = cells[index] { true } else { false } }

  /// The shares of a tile's 64x64 pixels, row by row, 0...255; 0 outside the image.
  public func shares(ofTile index: Int) -> [UInt8] {
    switch cells[index] {
    case .empty: return [UInt8](repeating: 0, count: Tile.count)
    case .shares(let shares): return shares
    case .full, .bits:
      return [UInt8](unsafeUninitializedCapacity: Tile.count) { shares, count in
        for row in 0..<Tile.size {
          let word = word(ofTile: index, row: row)
          for column in 0..<Tile.size {
            shares.initializeElement(at: row << Tile.shift | column, to: word >> UInt64(column) & 1 != 0 ? 255 : 0)
          }
        }
        count = Tile.count
      }
    }
  }

  /// Replaces the shares of a tile's 64x64 pixels; those outside the image are ignored.
  public mutating func setShares(_ shares: [UInt8], ofTile index: Int) {
    precondition(shares.count == Tile.count, "a share for each pixel of a tile")
    let square = square(ofTile: index)
    var kept = shares
    if square.area < Tile.count {
      for row in 0..<Tile.size {
        let first = row < square.height ? square.width : 0
        for column in first..<Tile.size { kept[row << Tile.shift | column] = 0 }
      }
    }
    if kept.contains(where: { $0 != 0 && $0 != 255 }) { return put(.shares(kept), index) }
    setWords((0..<Tile.size).map { Self.word(kept, row: $0, atLeast: 1) }, ofTile: index)
  }

  /// The mask with hard edges: the pixels with at least half of the full share.
  public var hard: Mask {
    var hard = self
    for index in tileIndices {
      guard case .shares(let shares) = cells[index] else { continue }
      hard.setWords((0..<Tile.size).map { Self.word(shares, row: $0, atLeast: 128) }, ofTile: index)
    }
    return hard
  }

  /// The pixels of a row of 64x64 shares that have at least this one.
  static func word(_ shares: [UInt8], row: Int, atLeast least: UInt8) -> UInt64 {
    var word: UInt64 = 0
    let span = shares.span.extracting((row << Tile.shift)..<(row + 1) << Tile.shift)
    for column in 0..<Tile.size where span[unchecked: column] >= least { word |= 1 << UInt64(column) }
    return word
  }
}
