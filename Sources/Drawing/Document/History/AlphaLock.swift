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

  /// Gives a part of a tile its alpha back after a change.
  /// - Parameter original: the tile before the change; nil where there was none.
  static func restore(_ part: PixelRect, ofTile index: Int, of image: inout TileGrid, original: Tile?) {
    guard let original, image[index] != nil else {
      image[index] = original
      return
    }
    image.withMutableTile(index) { restore(part, of: &$0, original: original) }
  }

  /// Likewise, for a part of the canvas inside a tile.
  static func restore(_ part: PixelRect, of pixels: inout MutableSpan<UInt32>, original: Tile) {
    let before = original.pixels
    let (under, mask) = (before.span, Tile.size - 1)
    for y in part.minY..<part.maxY {
      let row = (y & mask) << Tile.shift
      for x in part.minX..<part.maxX {
        let i = row | (x & mask)
        pixels[unchecked: i] = kept(pixels[unchecked: i], over: under[unchecked: i])
      }
    }
  }
}
