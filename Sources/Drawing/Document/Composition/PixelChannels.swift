/// A pixel's four channels as floating-point numbers: blue, green, red, alpha, premultiplied, 0 ... 255.
///
/// Between bytes and floats lies 2^23: from there on to 2^24 floats are the whole numbers (IEEE 754, binary32), so that a byte in the
/// low bits of 2^23 is that float, and adding 2^23 rounds to nearest, ties to even. The conversions of the standard library give
/// the same numbers lane by lane, with calls.
typealias PixelChannels = SIMD4<Float>

extension SIMD4<Float> {
  /// A pixel's channels.
  @inline(__always) init(pixel: UInt32) {
    // A word is four bytes, the lowest first on every machine.
    let bytes = SIMD4<UInt32>(truncatingIfNeeded: unsafeBitCast(pixel.littleEndian, to: SIMD4<UInt8>.self))
    // Lanes of 32 bits both, and every pattern of bits is a float.
    let floats = unsafeBitCast(bytes | 0x4B00_0000, to: SIMD4<Float>.self)
    self = floats - 0x1p23
  }

  /// The pixel of these channels, each rounded to nearest; no colour is above the alpha. Channels are 0 ... 255 but for what arithmetic
  /// adds, less than half a level.
  @inline(__always) var pixel: UInt32 {
    // Rounding is monotonic: it does not matter that it comes after.
    let limited = lesser(SIMD4(repeating: self[3]))
    // Lanes of 32 bits both; the lowest byte of each is the channel.
    let words = unsafeBitCast(limited + 0x1p23, to: SIMD4<UInt32>.self)
    // A word is four bytes, the lowest first on every machine.
    let word = unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: words), to: UInt32.self)
    return UInt32(littleEndian: word)
  }

  /// The nearest whole numbers, ties to even, of numbers from 0 to below 2^22.
  @inline(__always) var nearest: SIMD4<Float> { (self + 0x1p23) - 0x1p23 }

  /// The lesser of two in each lane; of what is no number, nothing is promised.
  @inline(__always) func lesser(_ other: SIMD4<Float>) -> SIMD4<Float> { replacing(with: other, where: self .> other) }

  /// The greater of two in each lane; of what is no number, nothing is promised.
  @inline(__always) func greater(_ other: SIMD4<Float>) -> SIMD4<Float> { replacing(with: other, where: self .< other) }
}
