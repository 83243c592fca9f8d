import Geometry
import Glibc
import Raster

extension InkStyle {
  /// Lays ink on rows of a tile: each pixel whose coverage is not the one that was shown becomes its old one with ink on it.
  ///
  /// Neighbours mostly have the same coverage (none, all) over the same paper: blending once serves them all.
  struct Laying {
    private let style: InkStyle
    private var coverage: UInt8 = 0
    private var under: UInt32 = 0
    private var blended: UInt32

    init(_ style: InkStyle) {
      self.style = style
      blended = style.applied(to: 0, coverage: 0)
    }

    /// A part of a row, of `count` pixels from `at` in the tile on. `shown` becomes the coverage. `old` is the whole tile as it was, or
    /// empty: nothing. The pixels that were written, from the first to the last one, counted from the part's start.
    mutating func lay(
      _ now: UnsafePointer<UInt8>, shown then: UnsafeMutablePointer<UInt8>, count: Int,
      to pixels: inout MutableSpan<UInt32>, at: Int, over old: Span<UInt32>
    ) -> (first: Int, end: Int) {
      if count <= 0 || memcmp(now, then, count) == 0 { return (0, 0) }
      var written = (first: count, end: 0)
      var i = 0
      while i < count {
        let c = now[i]
        if c != then[i] {
          then[i] = c
          let old = old.isEmpty ? 0 : old[unchecked: at &+ i]
          if c != coverage || old != under {
            (coverage, under) = (c, old)
            blended = style.applied(to: old, coverage: c)
          }
          pixels[unchecked: at &+ i] = blended
          if written.end == 0 { written.first = i }
          written.end = i &+ 1
        }
        i &+= 1
      }
      return written
    }
  }
}
