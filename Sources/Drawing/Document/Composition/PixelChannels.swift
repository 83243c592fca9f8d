/// A pixel's channels as floating-point numbers: blue, green, red, alpha; premultiplied, 0...255.
///
/// Floats between 2^23 and 2^24 are whole numbers (IEEE 754, binary32). A byte in the low bits of
/// 2^23 is thus that float, and adding 2^23 rounds to nearest, ties to even.
typealias PixelChannels = SIMD4<Float>

extension SIMD4<Float> {
  @inline(__always) init(pixel: UInt32) {
    // Both types have four bytes; the lowest comes first on every machine.
    let bytes = SIMD4<UInt32>(truncatingIfNeeded: unsafeBitCast(pixel.littleEndian, to: SIMD4<UInt8>.self))
    // Both types have four lanes of 32 bits, and every bit pattern is a float.
    let floats = unsafeBitCast(bytes | 0x4B00_0000, to: SIMD4<Float>.self)
    self = floats - 0x1p23
  }

  /// The rounded pixel, limited to the alpha. Channels must be 0...255 within half a level.
  @inline(__always) var pixel: UInt32 {
    // Rounding is monotonic, so it may come after the limit.
    let limited = lesser(SIMD4(repeating: self[3]))
    // Both types have four lanes of 32 bits; the lowest byte of each is the channel.
    let words = unsafeBitCast(limited + 0x1p23, to: SIMD4<UInt32>.self)
    // Both types have four bytes; the lowest comes first on every machine.
    let word = unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: words), to: UInt32.self)
    return UInt32(littleEndian: word)
  }

  /// The nearest whole numbers, ties to even; lanes must be 0 to below 2^22.
  @inline(__always) var nearest: SIMD4<Float> { (self + 0x1p23) - 0x1p23 }

  /// The lesser of both in each lane; undefined for NaN.
  @inline(__always) func lesser(_ other: SIMD4<Float>) -> SIMD4<Float> { replacing(with: other, where: self .> other) }

  /// The greater of both in each lane; undefined for NaN.
  @inline(__always) func greater(_ other: SIMD4<Float>) -> SIMD4<Float> { replacing(with: other, where: self .< other) }
}
