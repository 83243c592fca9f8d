import Raster

/// A pixel that ink can be laid on, in either depth of tiles.
protocol InkedPixel: TilePixel {
  /// The opaque pixel of a colour 0xRRGGBB.
  static func opaque(_ colour: UInt32) -> Self

  /// The pixel with ink of a style over it, where the ink covers `coverage`/255.
  /// - Parameter full: the opaque pixel of the style's colour.
  func inked(_ style: InkStyle, _ full: Self, coverage: UInt8) -> Self

  /// Writes pixels with ink of a style over them, where the ink covers `coverage`/65535. All spans are those of whole
  /// tiles; `range` is a part of a row.
  static func ink(
    _ style: InkStyle, _ full: Self, _ range: Range<Int>, coverage: Span<UInt16>, over under: Span<Self>,
    to pixels: inout MutableSpan<Self>
  )
}

extension UInt32: InkedPixel {
  @inline(__always) static func opaque(_ colour: UInt32) -> UInt32 { Pixel.opaque(colour) }

  @inline(__always) func inked(_ style: InkStyle, _ full: UInt32, coverage: UInt8) -> UInt32 {
    style.applied(to: self, coverage: coverage)
  }

  static func ink(
    _ style: InkStyle, _ full: UInt32, _ range: Range<Int>, coverage: Span<UInt16>, over under: Span<UInt32>,
    to pixels: inout MutableSpan<UInt32>
  ) {
    for i in range {
      pixels[unchecked: i] = style.applied(to: under[unchecked: i], coverage16: UInt32(coverage[unchecked: i]))
    }
  }
}

/// Each channel is rounded once, so that many layers of faint ink stay smooth. The opacity has 16 bits.
extension DeepPixel: InkedPixel {
  static func opaque(_ colour: UInt32) -> DeepPixel { DeepPixel(Pixel.opaque(colour)) }

  @inline(__always) func inked(_ style: InkStyle, _ full: DeepPixel, coverage: UInt8) -> DeepPixel {
    inked(style, full, share: UInt32(coverage) &* UInt32(style.share), of: 255 * 65535)
  }

  static func ink(
    _ style: InkStyle, _ full: DeepPixel, _ range: Range<Int>, coverage: Span<UInt16>, over under: Span<DeepPixel>,
    to pixels: inout MutableSpan<DeepPixel>
  ) {
    let opacity = UInt32(style.share)
    guard style.blend != .multiply, style.blend != .erase || !style.isFaint else {
      for i in range {
        let share = UInt32(coverage[unchecked: i]) &* opacity
        pixels[unchecked: i] = under[unchecked: i].inked(style, full, share: share, of: 65535 * 65535)
      }
      return
    }
    let ink = style.blend == .over ? full.numbers : .zero
    for i in range {
      let share = UInt32(coverage[unchecked: i]) &* opacity
      let old = under[unchecked: i]
      pixels[unchecked: i] = share == 0 ? old : old.mixed(with: ink, share: share, of: 65535 * 65535)
    }
  }

  /// The pixel with ink that covers `share`/`whole` of it. `whole` is odd, `share` at most `whole`.
  @inline(__always) private func inked(
    _ style: InkStyle, _ full: DeepPixel, share: UInt32, of whole: UInt32
  ) -> DeepPixel {
    if share == 0 { return self }
    let ink =
      switch style.blend {
      case .over: full
      case .erase: DeepPixel.clear
      case .multiply: Self.multiplied(full, self)
      }
    let pixel = mixed(with: ink.numbers, share: share, of: whole)
    return style.blend == .erase && style.isFaint ? pixel.erasedOn(from: self) : pixel
  }

  /// The pixel, an erased one, where a faint eraser takes at least a step of each channel below a level of 8 bits.
  /// Rounding would keep the last steps of `old` for ever.
  @inline(__always) private func erasedOn(from old: DeepPixel) -> DeepPixel {
    let isStuck = channels .== old.channels .& channels .!= 0 .& channels .< Self.level
    return DeepPixel(channels.replacing(with: channels &- 1, where: isStuck))
  }

  /// About a level of 8 bits.
  private static let level: UInt16 = 128

  /// The mean of the ink's channels, with the weight `share`/`whole`, and this pixel's.
  @inline(__always) private func mixed(with ink: SIMD4<Double>, share: UInt32, of whole: UInt32) -> DeepPixel {
    let mixture = ink * Double(share) + numbers * Double(whole &- share)
    return DeepPixel(rounding: mixture * (1 / Double(whole)))
  }

  // 2^52: a number near it has no bits for fractions, and its lowest ones are those of its integer.
  private static let integer = 4_503_599_627_370_496.0
  private static let integerBits: UInt64 = 0x4330_0000_0000_0000

  /// The channels as numbers.
  @inline(__always) private var numbers: SIMD4<Double> {
    let bits = SIMD4<UInt64>(truncatingIfNeeded: channels) | Self.integerBits
    // Both vectors have four elements of 64 bits.
    return unsafeBitCast(bits, to: SIMD4<Double>.self) - Self.integer
  }

  /// Channels rounded to nearest.
  ///
  /// A mixture of integers is exact in doubles before it is divided by `whole`: it is below 2^48. As `whole` is odd,
  /// the quotient is at least 1 / (2 * `whole`) > 2^-34 from where rounding changes, more than the error of the
  /// division, 2^-37.
  @inline(__always) private init(rounding numbers: SIMD4<Double>) {
    // Both vectors have four elements of 64 bits.
    let bits = unsafeBitCast(numbers + Self.integer, to: SIMD4<UInt64>.self)
    self.init(SIMD4<UInt16>(truncatingIfNeeded: bits))
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
