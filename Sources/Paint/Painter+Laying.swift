import CCairo
import Geometry
import Raster

/// Pictures laid over others pixel on pixel.
extension Painter {
  /// Lays the pixels of an image over those of the surface in `part`, the image's first one on pixel (`x`, `y`): what `draw` does within
  /// a clip to `part`, to the bit, but without what Cairo prepares each time. Clips that were set do not count.
  /// - Parameter image: premultiplied pixels of 32 bits, not of this surface.
  public func lay(_ image: ImageSurface, x: Int, y: Int, within part: PixelRect) {
    let part = part.intersection(image.bounds.offset(dx: x, dy: y)).intersection(surface.bounds)
    if part.isEmpty { return }
    guard image.format == .argb32, surface.format != .a8, isPlain else {
      return saved {
        clip(to: part)
        draw(image, at: Point(Double(x), Double(y)))
      }
    }
    image.withPixels { from in
      surface.withPixels { to in
        // There are none of a surface that is finished.
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        for row in part.minY..<part.maxY {
          Self.layRow(
            from + (row - y) * image.stride + (part.minX - x) * 4, to + row * surface.stride + part.minX * 4, part.width
          )
        }
      }
    }
    cairo_surface_mark_dirty_rectangle(
      surface.handle, Int32(part.minX), Int32(part.minY), Int32(part.width), Int32(part.height))
  }

  /// Whether what it draws comes to lie on the surface as it is.
  private var isPlain: Bool {
    var map = cairo_matrix_t()
    cairo_get_matrix(handle, &map)
    return map.xx == 1 && map.yy == 1 && map.xy == 0 && map.yx == 0 && map.x0 == 0 && map.y0 == 0
      && cairo_get_group_target(handle) == surface.handle
  }

  private static func layRow(_ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int) {
    typealias Four = SIMD4<UInt32>
    var i = 0
    while i &+ 4 <= count {
      let new = from.loadUnaligned(fromByteOffset: i &* 4, as: Four.self)
      // Both are 16 bytes without gaps.
      let halves = unsafeBitCast(new, to: SIMD2<UInt64>.self)
      // Around a panel most is clear.
      if halves[0] | halves[1] != 0 {
        let old = to.loadUnaligned(fromByteOffset: i &* 4, as: Four.self)
        to.storeBytes(of: Pixel.over(new, old), toByteOffset: i &* 4, as: Four.self)
      }
      i &+= 4
    }
    while i < count {
      let new = from.loadUnaligned(fromByteOffset: i &* 4, as: UInt32.self)
      let old = to.loadUnaligned(fromByteOffset: i &* 4, as: UInt32.self)
      to.storeBytes(of: Pixel.over(new, old), toByteOffset: i &* 4, as: UInt32.self)
      i &+= 1
    }
  }
}
