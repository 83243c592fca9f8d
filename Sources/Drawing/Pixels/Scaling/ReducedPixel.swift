import Raster

/// A pixel that smaller copies of an image average.
public protocol ReducedPixel: TilePixel {
  /// The premultiplied channels, in units of the pixel.
  var levels: SIMD4<Float> { get }
  /// The pixel of rounded channels; none is above its largest value or the alpha.
  static func rounded(_ levels: SIMD4<Float>) -> Self
}

extension UInt32: ReducedPixel {
  @inlinable public var levels: SIMD4<Float> { SampleWindow.channels(self) }
  @inlinable public static func rounded(_ levels: SIMD4<Float>) -> UInt32 { SampleWindow.word(levels) }
}

extension DeepPixel: ReducedPixel {
  @inlinable public var levels: SIMD4<Float> { SIMD4<Float>(channels) }
  @inlinable public static func rounded(_ levels: SIMD4<Float>) -> DeepPixel {
    let alpha = min(Float(one), max(0, levels.w.rounded()))
    let kept = levels.rounded(.toNearestOrAwayFromZero).clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
    return DeepPixel(SIMD4<UInt16>(kept))
  }
}
