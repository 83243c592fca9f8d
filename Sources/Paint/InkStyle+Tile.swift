import Geometry
import Glibc
import Raster

/// Ink on a part of a tile. `part` is in px of the image; `pixels` are the whole tile's, and so is `old`, which may also be
/// empty: nothing.
extension InkStyle {
  /// Each pixel whose coverage is not the one that was shown becomes its old one with ink on it. Coverage is in rows of
  /// `stride` bytes, from the part's first pixel on; `shown`, in rows of a tile, becomes the coverage.
  func apply(
    _ coverage: UnsafePointer<UInt8>, _ stride: Int, shown: UnsafeMutablePointer<UInt8>, to part: PixelRect,
    of pixels: inout MutableSpan<UInt32>, over old: Span<UInt32>
  ) {
    // Neighbours mostly have the same coverage (none, all) over the same paper: blending once serves them all.
    var (lastCoverage, lastUnder): (UInt8, UInt32) = (0, 0)
    var blended = applied(to: 0, coverage: 0)
    for y in 0..<part.height {
      let (now, then) = (coverage + y &* stride, shown + y << Tile.shift)
      if memcmp(now, then, part.width) == 0 { continue }
      let to = Self.index(part.minX, part.minY + y)
      var i = 0
      while i < part.width {
        let c = now[i]
        if c != then[i] {
          then[i] = c
          let under = old.isEmpty ? 0 : old[unchecked: to &+ i]
          if c != lastCoverage || under != lastUnder {
            (lastCoverage, lastUnder) = (c, under)
            blended = applied(to: under, coverage: c)
          }
          pixels[unchecked: to &+ i] = blended
        }
        i &+= 1
      }
    }
  }

  /// Where a pixel of the image is in its tile.
  private static func index(_ x: Int, _ y: Int) -> Int {
    (y & (Tile.size - 1)) << Tile.shift | (x & (Tile.size - 1))
  }
}
