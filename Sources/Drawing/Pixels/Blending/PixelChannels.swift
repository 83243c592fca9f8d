import Raster

/// A pixel's channels while layers are composited: blue, green, red, alpha; premultiplied. They are
/// whole numbers in 0...65025, so 16 bits hold each.
///
/// 65025 is 255². The product of an 8-bit channel and an 8-bit opacity is thus exact, and so is an
/// opaque layer over 8-bit pixels. Every other layer is rounded to 1/255 of a level: 100 layers
/// of source over differ by 0.2 levels from exact arithmetic at most.
///
/// Floats between 2^23 and 2^24 are whole numbers (IEEE 754, binary32). A word in the low bits of
/// 2^23 is thus that float, and adding 2^23 rounds to nearest, ties to even.
public typealias PixelChannels = SIMD4<Float>

/// Channels as they are kept, in half of the memory.
public typealias KeptChannels = SIMD4<UInt16>

extension SIMD4<Float> {
  /// The channel of opaque white.
  static let unit: Float = 65025

  /// The channels of a pixel times an opacity of 0...255.
  @inline(__always) init(pixel: UInt32, opacity: Float = 255) {
    // Both types have four bytes; the lowest comes first on every machine.
    let bytes = SIMD4<UInt32>(truncatingIfNeeded: unsafeBitCast(pixel.littleEndian, to: SIMD4<UInt8>.self))
    self = Self(words: bytes) * opacity
  }

  /// The channels of a deep pixel times an opacity of 0...255, rounded. Two levels of 65025 are one of a deep pixel,
  /// so none is lost.
  @inline(__always) init(deep pixel: DeepPixel, opacity: Float = 255) {
    let order = SIMD4<UInt32>(truncatingIfNeeded: pixel.channels)
    let words = SIMD4<UInt32>(order[2], order[1], order[0], order[3])
    self = (Self(words: words) * (opacity * (255 / Float(DeepPixel.one)))).nearest
  }

  @inline(__always) init(kept: KeptChannels) { self = Self(words: SIMD4<UInt32>(truncatingIfNeeded: kept)) }

  @inline(__always) private init(words: SIMD4<UInt32>) {
    // Both types have four lanes of 32 bits, and every bit pattern is a float.
    let floats = unsafeBitCast(words | 0x4B00_0000, to: SIMD4<Float>.self)
    self = floats - 0x1p23
  }

  /// The whole numbers of channels, which must be in 0...65025.
  @inline(__always) var kept: KeptChannels { KeptChannels(truncatingIfNeeded: words) }

  /// The rounded pixel, limited to the alpha.
  @inline(__always) var pixel: UInt32 {
    // Rounding is monotonic, so it may come after the limit. No whole number is halfway between two
    // levels.
    let levels = lesser(SIMD4(repeating: self[3])) * (1 / 255)
    // Both types have four bytes; the lowest comes first on every machine.
    let word = unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: levels.words), to: UInt32.self)
    return UInt32(littleEndian: word)
  }

  /// The rounded pixel with 16 bits, limited to the alpha.
  @inline(__always) var deepPixel: DeepPixel {
    let levels = lesser(SIMD4(repeating: self[3])) * (Float(DeepPixel.one) / Self.unit)
    let words = levels.words & 0xFFFF
    let order = SIMD4<UInt32>(words[2], words[1], words[0], words[3])
    return DeepPixel(SIMD4<UInt16>(truncatingIfNeeded: order))
  }

  /// The nearest whole numbers, ties to even, in the low bits; lanes must be 0 to below 2^22.
  @inline(__always) private var words: SIMD4<UInt32> {
    // Both types have four lanes of 32 bits.
    unsafeBitCast(self + 0x1p23, to: SIMD4<UInt32>.self)
  }

  /// The nearest whole numbers, ties to even; lanes must be 0 to below 2^22.
  @inline(__always) var nearest: SIMD4<Float> { (self + 0x1p23) - 0x1p23 }

  /// The lesser of both in each lane; undefined for NaN.
  @inline(__always) func lesser(_ other: SIMD4<Float>) -> SIMD4<Float> { replacing(with: other, where: self .> other) }

  /// The greater of both in each lane; undefined for NaN.
  @inline(__always) func greater(_ other: SIMD4<Float>) -> SIMD4<Float> { replacing(with: other, where: self .< other) }
}
