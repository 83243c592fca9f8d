import Raster

/// Deep pixels of a tile as bytes that compress well.
///
/// Each pixel is predicted from those at its left, above it and at both: left + above - left above. Pixels that are
/// not coded, or lie outside the tile, count as 0. The differences, modulo 2^16, are folded so that small ones of
/// both signs are small numbers (0, -1, 1, -2, …). Then follow eight planes of one byte for each pixel: the high
/// bytes of red, its low bytes, then green, blue and alpha. For soft paint this is about half as large as differences
/// to the pixel before.
public enum DeepPlanes {
  /// The bytes of a coded pixel.
  public static let pixelSize = 8

  /// Appends the pixels at some places of a tile.
  /// - Parameters:
  ///   - pixels: all pixels of the tile, row by row; those at other places must be 0. The channels may have any value.
  ///   - places: the indices of the coded pixels, ascending.
  public static func append(_ pixels: [DeepPixel], at places: [Int], to bytes: inout [UInt8]) {
    precondition(pixels.count == Tile.count, "a tile's pixels")
    let (start, count) = (bytes.count, places.count)
    bytes.append(contentsOf: repeatElement(0, count: pixelSize * count))
    for k in 0..<count {
      let difference = pixels[places[k]].channels &- prediction(pixels, places[k])
      let sign = SIMD4<Int16>(truncatingIfNeeded: difference) &>> 15
      let folded = difference &<< 1 ^ SIMD4<UInt16>(truncatingIfNeeded: sign)
      for channel in 0..<4 {
        let at = start + 2 * channel * count + k
        bytes[at] = UInt8(folded[channel] >> 8)
        bytes[at + count] = UInt8(truncatingIfNeeded: folded[channel])
      }
    }
  }

  /// All pixels of a tile, row by row, from the bytes of `append` for these places. The others are 0. Any bytes give
  /// pixels, perhaps impossible ones.
  /// - Parameter bytes: `pixelSize` for each place.
  public static func pixels(_ bytes: ArraySlice<UInt8>, at places: [Int]) -> [DeepPixel] {
    let (start, count) = (bytes.startIndex, places.count)
    precondition(bytes.count == pixelSize * count, "the bytes of all planes")
    var pixels = [DeepPixel](repeating: .clear, count: Tile.count)
    for k in 0..<count {
      var folded = SIMD4<UInt16>(repeating: 0)
      for channel in 0..<4 {
        let at = start + 2 * channel * count + k
        folded[channel] = UInt16(bytes[at]) << 8 | UInt16(bytes[at + count])
      }
      let difference = folded &>> 1 ^ (SIMD4(repeating: 0) &- (folded & 1))
      pixels[places[k]] = DeepPixel(difference &+ prediction(pixels, places[k]))
    }
    return pixels
  }

  @inline(__always) private static func prediction(_ pixels: [DeepPixel], _ place: Int) -> SIMD4<UInt16> {
    let none = SIMD4<UInt16>(repeating: 0)
    let (hasLeft, hasUpper) = (place & (Tile.size - 1) > 0, place >= Tile.size)
    let left = hasLeft ? pixels[place - 1].channels : none
    let upper = hasUpper ? pixels[place - Tile.size].channels : none
    return left &+ upper &- (hasLeft && hasUpper ? pixels[place - Tile.size - 1].channels : none)
  }
}
