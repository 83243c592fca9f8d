import Raster

/// A fast checksum of pixels; not secure against deliberate collisions. Each step is a bijection on
/// 64 bits, so a difference in one word survives until `value` folds the state to 32 bits.
package struct PixelDigest {
  /// 2^64 over the golden ratio: odd, half of its bits set.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state = PixelDigest.factor

  package init() {}

  @inline(__always) package mutating func add(_ word: UInt64) {
    // The product carries upwards; the shift moves high bits down again.
    let mixed = (state ^ word) &* Self.factor
    state = mixed ^ mixed >> 32
  }

  package mutating func add(_ pixels: Span<UInt32>) {
    var at = 0
    while at + 2 <= pixels.count {
      add(UInt64(pixels[at]) | UInt64(pixels[at + 1]) << 32)
      at += 2
    }
    if at < pixels.count { add(UInt64(pixels[at])) }
  }

  package mutating func add(_ pixels: Span<DeepPixel>) {
    for at in pixels.indices {
      let channels = SIMD4<UInt64>(truncatingIfNeeded: pixels[at].channels)
      add(channels[0] | channels[1] << 16 | channels[2] << 32 | channels[3] << 48)
    }
  }

  /// The checksum. Different content gives the same value with a probability of about 2^-32.
  package var value: UInt32 { UInt32(truncatingIfNeeded: state &* Self.factor >> 32) }
}
