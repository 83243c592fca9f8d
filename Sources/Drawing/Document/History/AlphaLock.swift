import Geometry
import Raster

/// Lets a change of pixels keep their alpha.
///
/// For ink i that was laid over a pixel o, giving r = i + (1 - ai)·o with the alpha ar, the ink atop the pixel is
///
///     ao·i + (1 - ai)·o = ao·r + (1 - ar)·o
///
/// in premultiplied channels (Porter and Duff, 1984). So only both pixels are needed, whatever has painted.
enum AlphaLock {
  /// The largest difference of a channel that erasing makes to the colour by rounding, in levels.
  private static let erasingError = 2

  /// The pixel that a change from `old` to `new` makes if the alpha stays.
  static func kept(_ new: UInt32, over old: UInt32) -> UInt32 {
    if new == old || old == 0 { return old }
    let (ao, ar) = (old >> 24, new >> 24)
    func channels(_ channel: (UInt32) -> UInt32) -> UInt32 {
      ao << 24 | min(ao, channel(16)) << 16 | min(ao, channel(8)) << 8 | min(ao, channel(0))
    }
    if ar == ao { return new }
    if ar > ao {
      return channels { Pixel.div255(ao * (new >> $0 & 255) + (255 - ar) * (old >> $0 & 255)) }
    }
    // What is erased is filled with the pixel's own colour.
    func change(_ shift: UInt32) -> Int {
      Int(new >> shift & 255) - Int(((old >> shift & 255) * ar + ao / 2) / ao)
    }
    if [16, 8, 0].allSatisfy({ abs(change($0)) <= erasingError }) { return old }
    return channels { UInt32(max(0, Int(old >> $0 & 255) + change($0))) }
  }

  /// Likewise, for pixels with 16 bits a channel.
  static func kept(_ new: DeepPixel, over old: DeepPixel) -> DeepPixel {
    if new == old || old == .clear || old.alpha == 0 { return old }
    let (ao, ar) = (Int64(old.alpha), Int64(new.alpha))
    func pixel(_ channel: (Int) -> Int64) -> DeepPixel {
      func limited(_ i: Int) -> UInt16 { UInt16(max(0, min(ao, channel(i)))) }
      return DeepPixel(SIMD4(limited(0), limited(1), limited(2), old.alpha))
    }
    let one = Int64(DeepPixel.one)
    if ar > ao {
      return pixel { (ao * Int64(new.channels[$0]) + (one - ar) * Int64(old.channels[$0]) + one / 2) / one }
    }
    func change(_ i: Int) -> Int64 { Int64(new.channels[i]) - (Int64(old.channels[i]) * ar + ao / 2) / ao }
    // Smudging by the library lowers the alpha by some steps of 16 bits. That does not count as erasing.
    let error = new.word >> 24 == old.word >> 24 ? Int64(erasingError) : Int64(erasingError) * one / 255
    if (0..<3).allSatisfy({ abs(change($0)) <= error }) { return old }
    return pixel { Int64(old.channels[$0]) + change($0) }
  }

  /// Gives a part of a tile its alpha back after a change.
  /// - Parameter original: the tile before the change; nil where there was none.
  static func restore(_ part: PixelRect, ofTile index: Int, of image: inout TileGrid, original: Tile?) {
    guard let original, var tile = image[index] else {
      image[index] = original
      return
    }
    // A second owner would force a copy.
    image[index] = nil
    restore(part, of: &tile, original: original)
    image[index] = tile
  }

  /// Likewise, for a tile by itself.
  static func restore(_ part: PixelRect, of tile: inout Tile, original: Tile) {
    if tile.isDeep || original.isDeep {
      restore(part, of: &tile, original, DeepPixel.self) { kept($0, over: $1) }
    } else {
      restore(part, of: &tile, original, UInt32.self) { kept($0, over: $1) }
    }
  }

  @inline(__always) private static func restore<P: TilePixel>(
    _ part: PixelRect, of tile: inout Tile, _ original: Tile, _ depth: P.Type, _ kept: (P, P) -> P
  ) {
    let mask = Tile.size - 1
    P.withRows(0..<Tile.size, of: original) { under in
      P.withMutablePixels(of: &tile) { pixels in
        for y in part.minY..<part.maxY {
          let row = (y & mask) << Tile.shift
          for x in part.minX..<part.maxX {
            let i = row | (x & mask)
            pixels[unchecked: i] = kept(pixels[unchecked: i], under[unchecked: i])
          }
        }
      }
    }
  }
}
