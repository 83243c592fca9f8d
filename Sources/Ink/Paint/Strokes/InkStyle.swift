import Ink
import Raster

/// How a stroke's ink is composited with its layer.
public struct InkStyle: Hashable, Sendable {
  /// How ink changes the pixels under it.
  public enum Blend: UInt8, Hashable, Sendable {
    /// Covers them (source over).
    case over
    /// Erases them (destination out).
    case erase
    /// Multiplies them (W3C "Compositing and Blending"); covers where the layer is empty.
    case multiply
  }

  /// sRGB, 0xRRGGBB; ignored by an eraser.
  public var colour: UInt32
  /// Opacity of the whole stroke, 0...65535. Overlaps within the stroke are not darker.
  public var share: UInt16
  /// The blend mode.
  public var blend: Blend
  /// Whether faint ink is exact. Strokes of older files are not: their opacity is rounded to 8 bits, and
  /// most are mixed with 8 bits a channel.
  public var isExact = true

  /// A style by its properties.
  public init(colour: UInt32 = 0x1D1F24, opacity: UInt8 = 255, blend: Blend = .over) {
    self.colour = colour & 0xFF_FFFF
    share = UInt16(opacity) * 257
    self.blend = blend
  }

  /// The opacity in 8 bits, 0...255, rounded to nearest.
  public var opacity: UInt8 {
    get { UInt8((UInt32(share) + 128) / 257) }
    set { share = UInt16(newValue) * 257 }
  }

  /// The opacity as a number, 0...1. A new value is clamped.
  public var exactOpacity: Double {
    get { Double(share) / 65535 }
    set { share = Self.share(newValue) }
  }

  private static func share(_ opacity: Double) -> UInt16 { UInt16((max(0, min(1, opacity)) * 65535).rounded()) }

  /// Whether the ink is mixed with 16 bits a channel because it is not opaque. The style must be that of
  /// `laid(by:)`.
  public var isFaint: Bool { isExact && share < .max }

  /// The premultiplied pixel of full coverage. Channels are rounded down, as by Cairo.
  @usableFromInline var pixel: UInt32 {
    func channel(_ shift: UInt32) -> UInt32 { ((colour >> shift & 255) &* UInt32(opacity) / 255) << shift }
    return UInt32(opacity) << 24 | channel(16) | channel(8) | channel(0)
  }

  /// The pixel that results where this ink covers `coverage`/255 of `under`.
  @inlinable public func applied(to under: UInt32, coverage: UInt8) -> UInt32 {
    let coverage = UInt32(coverage)
    return switch blend {
    case .over: Pixel.over(Pixel.scaled(pixel, by: coverage), under)
    case .erase: Pixel.erased(under, by: Pixel.div255(coverage &* UInt32(opacity)))
    case .multiply: Self.multiplied(Pixel.scaled(pixel, by: coverage), under)
    }
  }

  /// `Pixel.multiplied` with each of its three products rounded, as by Cairo.
  @usableFromInline static func multiplied(_ source: UInt32, _ under: UInt32) -> UInt32 {
    let (sourceRest, underRest) = (255 &- source >> 24, 255 &- under >> 24)
    func channel(_ shift: UInt32) -> UInt32 {
      let (s, u) = (source >> shift & 255, under >> shift & 255)
      return min(255, Pixel.div255(s &* underRest) &+ Pixel.div255(u &* sourceRest) &+ Pixel.div255(s &* u)) << shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }

  /// The pixel that results where this ink covers `coverage`/65535 of `under`. Each channel is
  /// rounded once, so faint ink stays smooth.
  @inlinable public func applied(to under: UInt32, coverage16 coverage: UInt32) -> UInt32 {
    // Coverage times opacity, in units of 1 / (65535 * 255).
    let alpha = coverage &* UInt32(opacity)
    if alpha == 0 { return under }
    guard blend == .over else {
      return applied(to: under, coverage: UInt8((coverage &* 255 &+ 32767) / 65535))
    }
    let whole: UInt64 = 65535 * 255
    let (k, rest) = (UInt64(alpha), whole &- UInt64(alpha))
    func channel(_ source: UInt32, _ shift: UInt32) -> UInt32 {
      let mixed = UInt64(source) &* k &+ UInt64((under >> shift) & 255) &* rest
      return UInt32(truncatingIfNeeded: (mixed &+ whole / 2) / whole) << shift
    }
    return channel(255, 24) | channel((colour >> 16) & 255, 16) | channel((colour >> 8) & 255, 8)
      | channel(colour & 255, 0)
  }

  /// This style with the brush's own opacity and blend mode applied. An eraser stays an eraser.
  public func laid(by brush: Brush) -> InkStyle {
    var style = self
    if isExact {
      style.exactOpacity = exactOpacity * max(0, min(1, brush.opacity))
    } else {
      style.opacity = UInt8((Double(opacity) * max(0, min(1, brush.opacity))).rounded())
    }
    guard blend != .erase else { return style }
    switch brush.blend {
    case .over: break
    case .multiply: style.blend = .multiply
    case .erase: style.blend = .erase
    }
    return style
  }
}
