import Geometry

/// How much of a change each pixel of an image takes: 0 (none) ... 255 (all of it).
///
/// A selection is a limit of 0 and 255. Other limits have values between, for which a pixel ends
/// between its original and its changed colour.
public struct CoverageLimit: Sendable {
  private enum Cells: Sendable {
    case mask(Mask)
    /// `Tile.count` values for each tile by its index; 0 in other tiles.
    case values([Int: [UInt8]])
  }

  private let cells: Cells

  /// The limit to the pixels of a mask.
  public init(_ mask: Mask) { cells = .mask(mask) }

  /// A limit by the values of tiles, row by row, by their index; other tiles do not change. There
  /// must be `Tile.count` values for each tile.
  public init(values: [Int: [UInt8]]) {
    precondition(values.values.allSatisfy { $0.count == Tile.count }, "a value for each pixel of a tile")
    cells = .values(values)
  }

  /// How much of a tile may change.
  public func share(ofTile index: Int) -> Mask.Share {
    switch cells {
    case .mask(let mask): return mask.share(ofTile: index)
    case .values(let values):
      guard let tile = values[index], tile.contains(where: { $0 != 0 }) else { return .none }
      return tile.allSatisfy { $0 == 255 } ? .all : .some
    }
  }

  /// The pixels of a tile's row, 0..<64, that may change at all: bit i is column i.
  public func changeable(ofTile index: Int, row: Int) -> UInt64 {
    switch cells {
    case .mask(let mask): return mask.word(ofTile: index, row: row)
    case .values(let values):
      guard let tile = values[index] else { return 0 }
      var word: UInt64 = 0
      for column in 0..<Tile.size where tile[row << Tile.shift | column] != 0 { word |= 1 << UInt64(column) }
      return word
    }
  }

  /// Takes back what a change of a part of a tile, inside the image, did beyond the limit.
  /// - Parameter original: the tile before the change; nil where there was none.
  public func restore(_ part: PixelRect, ofTile index: Int, of image: inout TileGrid, original: Tile?) {
    if image[index] == original { return }
    switch cells {
    case .mask(let mask):
      switch mask.share(ofTile: index) {
      case .all: break
      case .none: image[index] = original
      case .some: image.restore(part, tile: index, outside: mask.words(ofTile: index), to: original)
      }
    case .values(let values):
      guard let coverage = values[index] else {
        image[index] = original
        return
      }
      blend(part, ofTile: index, of: &image, original, coverage)
    }
  }

  private func blend(
    _ part: PixelRect, ofTile index: Int, of image: inout TileGrid, _ original: Tile?, _ coverage: [UInt8]
  ) {
    func blend<P: TilePixel>(_ depth: P.Type) {
      P.withRows(0..<Tile.size, of: original ?? .clear) { under in
        image.withMutableTile(index, as: P.self) { pixels in
          let (coverage, mask) = (coverage.span, Tile.size - 1)
          for y in part.minY..<part.maxY {
            for x in part.minX..<part.maxX {
              let i = (y & mask) << Tile.shift | (x & mask)
              pixels[unchecked: i] = P.mixed(under[unchecked: i], pixels[unchecked: i], coverage[unchecked: i])
            }
          }
        }
      }
    }
    if image.isDeep(index, or: original) { blend(DeepPixel.self) } else { blend(UInt32.self) }
  }
}

extension TileGrid {
  /// Restores the pixels of a part of a tile outside a mask's rows `words`; nil clears them.
  public mutating func restore(_ part: PixelRect, tile: Int, outside words: [UInt64], to original: Tile?) {
    if isDeep(tile, or: original) {
      restore(part, tile: tile, outside: words, to: original, DeepPixel.self)
    } else {
      restore(part, tile: tile, outside: words, to: original, UInt32.self)
    }
  }

  private mutating func restore<P: TilePixel>(
    _ part: PixelRect, tile: Int, outside words: [UInt64], to original: Tile?, _ depth: P.Type
  ) {
    P.withRows(0..<Tile.size, of: original ?? .clear) { under in
      withMutableTile(tile, as: P.self) { pixels in
        for y in part.minY..<part.maxY {
          let row = y & (Tile.size - 1)
          let word = words[row]
          for x in part.minX..<part.maxX {
            let column = x & (Tile.size - 1)
            if word >> UInt64(column) & 1 != 0 { continue }
            let i = row << Tile.shift | column
            pixels[unchecked: i] = under[unchecked: i]
          }
        }
      }
    }
  }

  /// Whether a tile, or what it was before, has 16 bits a channel.
  public func isDeep(_ index: Int, or original: Tile?) -> Bool {
    self[index]?.isDeep ?? false || original?.isDeep ?? false
  }
}
