import Raster

/// Deep pixels with straight colours of 16 bits, as PNG images have them: red, green, blue and alpha, where 1 is
/// 65535.
///
/// Both conversions round to nearest. With `a` and `p` alpha and premultiplied colour, 0 ... 32768, and `A` and
/// `c` alpha and straight colour, 0 ... 65535:
/// - `A = round(a * 65535 / 32768)` has an error of at most 1/2, which is less than 0.26 after `a = round(A *
///   32768 / 65535)`. So an opacity that is written and read is restored exactly.
/// - `c = round(p * 65535 / a)` has an error of at most 1/2, which is at most a / 131070 < 0.26 after
///   `p = round(c * a / 65535)` with the same `a`. So the colour is, too.
/// - If `a` is 0, the colour is lost (0). No other opacity of a file than 0 becomes 0.
/// - A level of 8 bits with twice the same byte is that of `DeepPixel(_ word:)`: `v * 257 / 65535 = v / 255`.
extension DeepPixel {
  /// The pixel of a straight colour.
  @inline(__always) public init(straight red: UInt16, _ green: UInt16, _ blue: UInt16, alpha: UInt16) {
    let a = (UInt32(alpha) &* UInt32(Self.one) &+ 32767) / 65535
    func scaled(_ c: UInt16) -> UInt16 { UInt16(truncatingIfNeeded: (UInt32(c) &* a &+ 32767) / 65535) }
    self.init(SIMD4(scaled(red), scaled(green), scaled(blue), UInt16(truncatingIfNeeded: a)))
  }

  /// The straight colour. A colour above the alpha counts as full.
  @inline(__always) public var straight: (red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16) {
    let a = UInt32(alpha)
    if a == 0 { return (0, 0, 0, 0) }
    func divided(_ p: UInt16) -> UInt16 {
      UInt16(truncatingIfNeeded: min(65535, (UInt32(p) &* 65535 &+ a / 2) / a))
    }
    return (divided(channels[0]), divided(channels[1]), divided(channels[2]), Self.sample(alpha))
  }

  /// The straight colour in 8 bits, rounded once. That of faint paint is not that of the rounded pixel, whose
  /// colour has few levels. An alpha that rounds to 0 has no colour.
  @inline(__always) public var straightBytes: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let a = UInt32(alpha)
    let level = (a &* 255 &+ 16384) &>> 15
    if level == 0 { return (0, 0, 0, 0) }
    func divided(_ p: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: min(255, (UInt32(p) &* 255 &+ a / 2) / a)) }
    return (divided(channels[0]), divided(channels[1]), divided(channels[2]), UInt8(truncatingIfNeeded: level))
  }

  /// A channel of 0 ... 32768 as 0 ... 65535.
  @inline(__always) public static func sample(_ channel: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: min(65535, (UInt32(channel) &* 65535 &+ 16384) &>> 15))
  }
}
