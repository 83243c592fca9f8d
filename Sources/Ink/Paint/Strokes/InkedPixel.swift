import Raster

/// A pixel that ink can be laid on, in either depth of tiles.
protocol InkedPixel: TilePixel {
  /// The opaque pixel of a colour 0xRRGGBB.
  static func opaque(_ colour: UInt32) -> Self

  /// The pixel with ink of a style over it, where the ink covers `coverage`/255.
  func inked(_ style: InkStyle, coverage: UInt8) -> Self

  /// The pixel with ink of a style over it, where the ink covers `coverage`/65535.
  func inked(_ style: InkStyle, coverage16: UInt32) -> Self
}

extension UInt32: InkedPixel {
  @inline(__always) static func opaque(_ colour: UInt32) -> UInt32 { Pixel.opaque(colour) }

  @inline(__always) func inked(_ style: InkStyle, coverage: UInt8) -> UInt32 {
    style.applied(to: self, coverage: coverage)
  }

  @inline(__always) func inked(_ style: InkStyle, coverage16: UInt32) -> UInt32 {
    style.applied(to: self, coverage16: coverage16)
  }
}

/// Each channel is rounded once, so that many layers of faint ink stay smooth.
extension DeepPixel: InkedPixel {
  static func opaque(_ colour: UInt32) -> DeepPixel { DeepPixel(Pixel.opaque(colour)) }

  func inked(_ style: InkStyle, coverage: UInt8) -> DeepPixel {
    inked(style, share: UInt64(coverage) * UInt64(style.opacity), of: 255 * 255)
  }

  func inked(_ style: InkStyle, coverage16: UInt32) -> DeepPixel {
    inked(style, share: UInt64(coverage16) * UInt64(style.opacity), of: 65535 * 255)
  }

  /// The pixel with ink that covers `share`/`whole` of it. `whole` is at most 2^24, `share` at most `whole`.
  @inline(__always) private func inked(_ style: InkStyle, share: UInt64, of whole: UInt64) -> DeepPixel {
    if share == 0 { return self }
    let full = Self.full(style, over: self)
    let rest = whole - share
    @inline(__always) func channel(_ i: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: (UInt64(full.channels[i]) * share + UInt64(channels[i]) * rest + whole / 2) / whole)
    }
    return DeepPixel(SIMD4(channel(0), channel(1), channel(2), channel(3)))
  }

  /// The pixel under opaque ink that covers it.
  @inline(__always) private static func full(_ style: InkStyle, over under: DeepPixel) -> DeepPixel {
    switch style.blend {
    case .over: opaque(style.color)
    case .erase: .clear
    case .multiply: multiplied(opaque(style.color), under)
    }
  }

  /// An opaque pixel multiplied with another one (W3C, "Compositing and Blending Level 1", composited by
  /// source over).
  private static func multiplied(_ ink: DeepPixel, _ under: DeepPixel) -> DeepPixel {
    let (source, below) = (
      SIMD4<UInt32>(truncatingIfNeeded: ink.channels), SIMD4<UInt32>(truncatingIfNeeded: under.channels)
    )
    let sum = source &* (UInt32(one) &- UInt32(under.alpha)) &+ source &* below &+ 16384
    return DeepPixel(SIMD4<UInt16>(truncatingIfNeeded: sum &>> 15))
  }
}
