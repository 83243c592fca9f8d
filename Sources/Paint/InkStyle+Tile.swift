import Geometry
import Raster

/// Ink on a part of a tile. `part` is in px of the image; `pixels` are the whole tile's, and so are `base` and `old`, which
/// may also be empty: nothing.
extension InkStyle {
  /// Each pixel becomes its old one with ink on it where the greater of two coverages says: that of `coverage`, rows of
  /// `stride` bytes from byte `start` on, and `base`.
  func apply(
    _ coverage: Span<UInt8>, _ start: Int, _ stride: Int, base: Span<UInt8>, to part: PixelRect,
    of pixels: inout MutableSpan<UInt32>, over old: Span<UInt32>
  ) {
    // Neighbours mostly have the same coverage (none, all) over the same paper: blending once serves them all.
    var (lastCoverage, lastUnder): (UInt8, UInt32) = (0, 0)
    var blended = applied(to: 0, coverage: 0)
    for y in 0..<part.height {
      let from = start + y * stride
      let to = Self.index(part.minX, part.minY + y)
      for i in 0..<part.width {
        var c = coverage[unchecked: from &+ i]
        if !base.isEmpty { c = max(c, base[unchecked: to &+ i]) }
        let under = old.isEmpty ? 0 : old[unchecked: to &+ i]
        if c != lastCoverage || under != lastUnder {
          (lastCoverage, lastUnder) = (c, under)
          blended = applied(to: under, coverage: c)
        }
        pixels[unchecked: to &+ i] = blended
      }
    }
  }

  /// Each pixel becomes its old one entirely covered by ink.
  func flood(_ part: PixelRect, of pixels: inout MutableSpan<UInt32>, over old: Span<UInt32>) {
    for y in part.minY..<part.maxY {
      let to = Self.index(part.minX, y)
      for i in to..<(to + part.width) {
        pixels[unchecked: i] = applied(to: old.isEmpty ? 0 : old[unchecked: i], coverage: 255)
      }
    }
  }

  /// Where a pixel of the image is in its tile.
  private static func index(_ x: Int, _ y: Int) -> Int {
    (y & (Tile.size - 1)) << Tile.shift | (x & (Tile.size - 1))
  }
}
