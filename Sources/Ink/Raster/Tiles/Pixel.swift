/// Arithmetic on one pixel: premultiplied sRGB with alpha, 8 bits each, as the native-endian word
/// 0xAARRGGBB (in memory on x86 B, G, R, A: Cairo's ARGB32).
public enum Pixel {
  /// The opaque pixel of a colour 0xRRGGBB.
  @inlinable public static func opaque(_ rgb: UInt32) -> UInt32 { rgb | 0xFF00_0000 }

  /// `v / 255`, rounded to nearest, exact for v in 0...65535.
  @inlinable public static func div255(_ v: UInt32) -> UInt32 { (v &+ 128 &+ ((v &+ 128) >> 8)) >> 8 }

  /// All four channels times `k`/255, each rounded to nearest; k in 0...255.
  @inlinable public static func scaled(_ p: UInt32, by k: UInt32) -> UInt32 {
    let even = (p & 0x00FF_00FF) &* k &+ 0x0080_0080
    let odd = ((p >> 8) & 0x00FF_00FF) &* k &+ 0x0080_0080
    let e = ((even &+ ((even >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
    let o = (odd &+ ((odd >> 8) & 0x00FF_00FF)) & 0xFF00_FF00
    return e | o
  }

  /// `source` over `destination` (Porter and Duff, 1984).
  @inlinable public static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    source &+ scaled(destination, by: 255 &- (source >> 24))
  }

  /// Four pixels over four others, the same result as `over` for each.
  @inlinable @inline(__always)
  public static func over(_ source: SIMD4<UInt32>, _ destination: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let rest = 255 &- source &>> 24
    let share = halves(rest | rest &<< 16)
    let even = words(scaled(evenChannels: destination, by: share))
    let odd = words(scaled(evenChannels: destination &>> 8, by: share))
    return source &+ (even | odd &<< 8)
  }

  /// Whether four words are all 0.
  @inline(__always) static func areZero(_ words: SIMD4<UInt32>) -> Bool {
    // Safe: both types are 16 bytes without padding.
    let halves = unsafeBitCast(words, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] == 0
  }

  /// The 16-bit halves of four words.
  @inline(__always) @usableFromInline
  static func halves(_ words: SIMD4<UInt32>) -> SIMD8<UInt16> {
    // Safe: both types are 16 bytes without padding. Callers treat both halves of a word alike, so
    // byte order does not matter.
    unsafeBitCast(words, to: SIMD8<UInt16>.self)
  }

  /// The words of these halves; the inverse of `halves`.
  @inline(__always) @usableFromInline
  static func words(_ halves: SIMD8<UInt16>) -> SIMD4<UInt32> {
    // Safe: both types are 16 bytes without padding.
    unsafeBitCast(halves, to: SIMD4<UInt32>.self)
  }

  /// The first and third channels of four pixels, each times an 8-bit number, divided by 255: 16
  /// bits each.
  @inline(__always) @usableFromInline
  static func scaled(evenChannels pixels: SIMD4<UInt32>, by share: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let channels = pixels & SIMD4<UInt32>(repeating: 0x00FF_00FF)
    let product = halves(channels) &* share &+ 128
    return (product &+ product &>> 8) &>> 8
  }

  /// `destination` with a share of `alpha`/255 erased; alpha in 0...255.
  @inlinable public static func erased(_ destination: UInt32, by alpha: UInt32) -> UInt32 {
    scaled(destination, by: 255 &- alpha)
  }

  /// `source` multiplied with `destination`: the product of the colours where both are opaque, the
  /// other pixel where one is transparent (W3C, "Compositing and Blending Level 1", blend mode
  /// multiply, composited by source over). Each channel is rounded once.
  @inlinable public static func multiplied(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    let (sa, da) = (255 &- (source >> 24), 255 &- (destination >> 24))
    func channel(_ shift: UInt32) -> UInt32 {
      let (s, d) = ((source >> shift) & 255, (destination >> shift) & 255)
      return div255(s &* da &+ d &* sa &+ s &* d) << shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }

  /// The mean of four pixels, each channel rounded to nearest.
  @inlinable public static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let even = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
    let odd =
      ((a >> 8) & mask) &+ ((b >> 8) & mask) &+ ((c >> 8) & mask) &+ ((d >> 8) & mask) &+ 0x0002_0002
    return ((even >> 2) & mask) | (((odd >> 2) & mask) << 8)
  }

  /// The means of four times two pixels in a row and the two below them, the same results as
  /// `mean`.
  @inlinable @inline(__always)
  public static func means(_ upper: SIMD8<UInt32>, _ lower: SIMD8<UInt32>) -> SIMD4<UInt32> {
    let mask = SIMD8<UInt32>(repeating: 0x00FF_00FF)
    let half = SIMD4<UInt32>(repeating: 0x0002_0002)
    let evens = (upper & mask) &+ (lower & mask)
    let odds = ((upper &>> 8) & mask) &+ ((lower &>> 8) & mask)
    let even = evens.evenHalf &+ evens.oddHalf &+ half
    let odd = odds.evenHalf &+ odds.oddHalf &+ half
    let kept = SIMD4<UInt32>(repeating: 0x00FF_00FF)
    return ((even &>> 2) & kept) | (((odd &>> 2) & kept) &<< 8)
  }

  /// The pixel at `k`/255 between `a` and `b`, each channel rounded to nearest; k in 0...255. The
  /// ends are exact.
  @inlinable public static func mixed(_ a: UInt32, _ b: UInt32, _ k: UInt32) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 {
      div255(((a >> shift) & 255) &* (255 &- k) &+ ((b >> shift) & 255) &* k) << shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }

  /// The pixel at `f`/256 between `a` and `b`; f in 0...256.
  @inlinable public static func lerp(_ a: UInt32, _ b: UInt32, _ f: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let g = 256 &- f
    let even = (((a & mask) &* g &+ (b & mask) &* f &+ 0x0080_0080) >> 8) & mask
    let odd = (((a >> 8) & mask) &* g &+ ((b >> 8) & mask) &* f &+ 0x0080_0080) & 0xFF00_FF00
    return even | odd
  }
}

/// Differences between pixels.
extension Pixel {
  /// The sum of the differences of all four channels: 0...1020.
  @inlinable public static func sumOfDifferences(_ a: UInt32, _ b: UInt32) -> UInt32 {
    difference(a, b, 24) &+ difference(a, b, 16) &+ difference(a, b, 8) &+ difference(a, b, 0)
  }

  /// The greatest difference of a channel of two premultiplied pixels, 0...255. Fully transparent
  /// pixels are equal, whatever their colour was.
  @inlinable public static func distance(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b { return 0 }
    return max(max(difference(a, b, 24), difference(a, b, 16)), max(difference(a, b, 8), difference(a, b, 0)))
  }

  @inlinable static func difference(_ a: UInt32, _ b: UInt32, _ shift: UInt32) -> UInt32 {
    let (x, y) = ((a >> shift) & 255, (b >> shift) & 255)
    return x > y ? x &- y : y &- x
  }
}
