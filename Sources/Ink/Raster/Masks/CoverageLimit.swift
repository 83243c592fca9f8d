import Geometry

/// How much of a change each pixel of an image takes: by its share in a mask. With a share between, a pixel ends between its
/// original and its changed colour.
public struct CoverageLimit: Sendable {
  private let mask: Mask

  /// The limit to the pixels of a mask.
  public init(_ mask: Mask) { self.mask = mask }

  /// How much of a tile may change.
  public func share(ofTile index: Int) -> Mask.Share { mask.share(ofTile: index) }

  /// The pixels of a tile's row, 0..<64, that may change at all: bit i is column i.
  public func changeable(ofTile index: Int, row: Int) -> UInt64 { mask.word(ofTile: index, row: row) }

  /// How much of a change each pixel of a tile takes.
  public enum OfTile {
    case none, all
    /// Those whose bits are set, by rows.
    case bits([UInt64])
    /// Their shares, by rows.
    case shares([UInt8])

    /// A pixel after a change.
    /// - Parameter index: its index in the tile.
    @inlinable @inline(__always) public func limited<P: TilePixel>(_ new: P, from old: P, at index: Int) -> P {
      switch self {
      case .none: old
      case .all: new
      case .bits(let words): words[index >> Tile.shift] >> UInt64(index & (Tile.size - 1)) & 1 != 0 ? new : old
      case .shares(let shares): P.mixed(old, new, shares[index])
      }
    }
  }

  /// How much of a change each pixel of a tile takes.
  public func ofTile(_ index: Int) -> OfTile {
    switch mask.share(ofTile: index) {
    case .none: .none
    case .all: .all
    case .some: mask.isSoft(tile: index) ? .shares(mask.shares(ofTile: index)) : .bits(mask.words(ofTile: index))
    }
  }

  /// Takes back what a change of a part of a tile, inside the image, did beyond the limit.
  /// - Parameter original: the tile before the change; nil where there was none.
  public func restore(_ part: PixelRect, ofTile index: Int, of image: inout TileGrid, original: Tile?) {
    if image[index] == nil, original == nil { return }
    switch mask.share(ofTile: index) {
    case .all: break
    case .none: image[index] = original
    case .some where mask.isSoft(tile: index):
      blend(part, ofTile: index, of: &image, original, mask.shares(ofTile: index))
    case .some: image.restore(part, tile: index, outside: mask.words(ofTile: index), to: original)
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
              // Most pixels of a part are beside the line.
              let (old, new) = (under[unchecked: i], pixels[unchecked: i])
              if old != new { pixels[unchecked: i] = P.mixed(old, new, coverage[unchecked: i]) }
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
