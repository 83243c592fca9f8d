/// A pixel of a deep tile: premultiplied sRGB with 16 bits a channel, where 1 is 1 << 15.
///
/// These are libmypaint's pixels, which lie in memory as red, green, blue and alpha. No colour exceeds
/// its alpha.
public struct DeepPixel: Hashable, Sendable, BitwiseCopyable {
  /// Red, green, blue and alpha, each 0...`one`.
  public var channels: SIMD4<UInt16>

  /// The channel of opaque white.
  @inlinable public static var one: UInt16 { 1 << 15 }
  /// The transparent pixel.
  @inlinable public static var clear: DeepPixel { DeepPixel(SIMD4(repeating: 0)) }

  /// A pixel of these channels: red, green, blue and alpha.
  @inlinable public init(_ channels: SIMD4<UInt16>) { self.channels = channels }

  /// The deep pixel of a word 0xAARRGGBB, each channel rounded to nearest. `word` is the inverse.
  @inlinable public init(_ word: UInt32) {
    let channels = SIMD4<UInt32>(word >> 16, word >> 8, word, word >> 24) & 255
    // v * 32768 / 255 rounded to nearest, exact for v in 0...255.
    self.init(SIMD4<UInt16>(truncatingIfNeeded: channels &* 128 &+ (channels &+ 1) &>> 1))
  }

  /// The pixel with 8 bits a channel, 0xAARRGGBB, each rounded to nearest.
  @inlinable public var word: UInt32 {
    let levels = (SIMD4<UInt32>(truncatingIfNeeded: channels) &* 255 &+ 16384) &>> 15
    return levels[3] << 24 | levels[0] << 16 | levels[1] << 8 | levels[2]
  }

  /// Opacity, 0...`one`.
  @inlinable public var alpha: UInt16 { channels[3] }

  /// Whether it is transparent.
  @inlinable public var isClear: Bool {
    // Both types have 64 bits.
    unsafeBitCast(channels, to: UInt64.self) == 0
  }

  /// Whether every channel is at most `one`, and no colour exceeds the alpha.
  public var isValid: Bool {
    alpha <= Self.one && channels[0] <= alpha && channels[1] <= alpha && channels[2] <= alpha
  }

  /// All channels times `share`/`one`, each rounded to nearest; `share` in 0...`one`.
  @inlinable public func scaled(by share: UInt16) -> DeepPixel {
    let product = SIMD4<UInt32>(truncatingIfNeeded: channels) &* UInt32(share) &+ 16384
    return DeepPixel(SIMD4<UInt16>(truncatingIfNeeded: product &>> 15))
  }

  /// This pixel over another one (Porter and Duff, 1984).
  @inlinable public func over(_ under: DeepPixel) -> DeepPixel {
    DeepPixel(channels &+ under.scaled(by: Self.one &- alpha).channels)
  }
}
