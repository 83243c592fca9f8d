import Raster

/// How a stroke's ink lies on its layer.
public struct InkStyle: Hashable, Sendable {
  /// What ink does to what is under it.
  public enum Blend: UInt8, Hashable, Sendable {
    /// Covers it (source over).
    case over
    /// Takes it away (destination out).
    case erase
  }

  /// sRGB, 0xRRGGBB; without meaning for an eraser.
  public var color: UInt32
  /// Opacity of the whole stroke, 0...255: where it crosses itself it does not get darker.
  public var opacity: UInt8
  /// What the ink does.
  public var blend: Blend

  /// A style by its properties.
  public init(color: UInt32 = 0x1D1F24, opacity: UInt8 = 255, blend: Blend = .over) {
    self.color = color & 0xFF_FFFF
    self.opacity = opacity
    self.blend = blend
  }

  /// The pixel that this ink leaves on `under` where it covers a share of `coverage`/255.
  @inlinable public func applied(to under: UInt32, coverage: UInt8) -> UInt32 {
    let alpha = Pixel.div255(UInt32(coverage) &* UInt32(opacity))
    if alpha == 0 { return under }
    switch blend {
    case .over:
      if alpha == 255 { return Pixel.opaque(color) }
      return Pixel.over(Pixel.scaled(Pixel.opaque(color), by: alpha), under)
    case .erase:
      return Pixel.erased(under, by: alpha)
    }
  }
}
