import Geometry
import Raster

/// A pixel in the depth in which a floating selection is sampled and composited.
protocol FloatingPixel: TilePixel {
  /// Composites the pixels of `rect` of an image over those of `target`.
  static func composite(
    _ rect: PixelRect, of image: TileGrid, over target: inout MutableSpan<Self>, start: Int, stride: Int)

  /// Copies the pixels `patch` of an image that is smaller by 2 to the power of `level`.
  /// - Parameter pyramid: the smaller copies with 8 bits.
  static func read(
    _ patch: PixelRect, level: Int, of image: TileGrid, _ pyramid: Pyramid, to target: inout MutableSpan<Self>,
    start: Int, stride: Int)

  /// The pixel at `share`/256 between two others.
  static func between(_ a: Self, _ b: Self, _ share: UInt32) -> Self

  /// A pixel over another one.
  static func laid(_ pixel: Self, over under: Self) -> Self

  /// The sum of two parts of a pixel.
  static func sum(_ a: Self, _ b: Self) -> Self
}

extension UInt32: FloatingPixel {
  static func composite(
    _ rect: PixelRect, of image: TileGrid, over target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    image.composite(rect, over: &target, start: start, stride: stride)
  }

  static func read(
    _ patch: PixelRect, level: Int, of image: TileGrid, _ pyramid: Pyramid, to target: inout MutableSpan<UInt32>,
    start: Int, stride: Int
  ) {
    if level == 0 {
      image.copy(patch, to: &target, start: start, stride: stride)
    } else {
      pyramid.copy(level: level, patch, blank: 0, to: &target, start: start, stride: stride)
    }
  }

  @inline(__always) static func between(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 { Pixel.lerp(a, b, share) }
  @inline(__always) static func laid(_ pixel: UInt32, over under: UInt32) -> UInt32 { Pixel.over(pixel, under) }
  @inline(__always) static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 { a &+ b }
}

extension DeepPixel: FloatingPixel {
  static func composite(
    _ rect: PixelRect, of image: TileGrid, over target: inout MutableSpan<DeepPixel>, start: Int, stride: Int
  ) {
    var row = [DeepPixel](repeating: .clear, count: rect.width)
    for y in 0..<rect.height {
      var span = row.mutableSpan
      image.copy(PixelRect(x: rect.minX, y: rect.minY + y, width: rect.width, height: 1), to: &span, stride: 0)
      let first = start + y * stride
      for x in 0..<rect.width where row[x] != .clear { target[first + x] = row[x].over(target[first + x]) }
    }
  }

  static func read(
    _ patch: PixelRect, level: Int, of image: TileGrid, _ pyramid: Pyramid, to target: inout MutableSpan<DeepPixel>,
    start: Int, stride: Int
  ) {
    if level == 0 { return image.copy(patch, to: &target, start: start, stride: stride) }
    let side = 1 << level
    let width = patch.width << level
    var rows = [DeepPixel](repeating: .clear, count: width << level)
    let count = UInt64(side * side)
    for y in 0..<patch.height {
      let from = PixelRect(x: patch.minX << level, y: (patch.minY + y) << level, width: width, height: side)
      if image.isEmpty(from) { continue }
      var span = rows.mutableSpan
      image.copy(from, to: &span, stride: width)
      for x in 0..<patch.width {
        var sum = SIMD4<UInt64>(repeating: count / 2)
        for row in 0..<side {
          for i in 0..<side {
            sum &+= SIMD4<UInt64>(truncatingIfNeeded: span[row * width + x << level + i].channels)
          }
        }
        let mean = SIMD4<UInt16>(truncatingIfNeeded: sum / SIMD4(repeating: count))
        target[start + y * stride + x] = DeepPixel(mean)
      }
    }
  }

  @inline(__always) static func between(_ a: DeepPixel, _ b: DeepPixel, _ share: UInt32) -> DeepPixel {
    let (from, to) = (SIMD4<UInt32>(truncatingIfNeeded: a.channels), SIMD4<UInt32>(truncatingIfNeeded: b.channels))
    let sum = from &* (256 &- share) &+ to &* share &+ 128
    return DeepPixel(SIMD4<UInt16>(truncatingIfNeeded: sum &>> 8))
  }

  @inline(__always) static func laid(_ pixel: DeepPixel, over under: DeepPixel) -> DeepPixel { pixel.over(under) }
  @inline(__always) static func sum(_ a: DeepPixel, _ b: DeepPixel) -> DeepPixel { DeepPixel(a.channels &+ b.channels) }
}
