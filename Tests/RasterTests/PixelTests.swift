import RandomSource
import Testing

@testable import Raster

/// Pixel arithmetic against exact rounding, for every value.
@Suite struct PixelTests {
  /// v/255 rounded to nearest, in exact arithmetic (a half never occurs: 255 is odd).
  private func rounded(_ v: Int) -> Int { (2 * v + 255) / 510 }

  /// Fails if a division by 255 is off by one.
  @Test func divisionBy255IsExact() {
    var wrong = 0
    for v in 0...65535 where Int(Pixel.div255(UInt32(v))) != rounded(v) { wrong += 1 }
    #expect(wrong == 0)
  }

  /// Fails if scaling a channel is off by one, or a channel runs into its neighbour: all 256 x 256.
  @Test func scalingRoundsEveryChannelToNearest() {
    var wrong = 0
    for c in 0...255 {
      // The other channels differ, so that a carry would show.
      let p = UInt32(c) << 24 | UInt32(255 - c) << 16 | UInt32(c ^ 0x55) << 8 | UInt32(c ^ 0xAA)
      for k in 0...255 {
        let wanted =
          UInt32(rounded(c * k)) << 24 | UInt32(rounded((255 - c) * k)) << 16 | UInt32(rounded((c ^ 0x55) * k)) << 8
          | UInt32(rounded((c ^ 0xAA) * k))
        if Pixel.scaled(p, by: UInt32(k)) != wanted { wrong += 1 }
        if Pixel.erased(p, by: UInt32(255 - k)) != wanted { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  /// Fails if a channel overflows into the next: every alpha over every value, colour channels
  /// at their maximum.
  @Test func overNeverOverflows() {
    var wrong = 0
    for alpha in 0...255 {
      let source = UInt32(alpha) &* 0x0101_0101
      for c in 0...255 {
        let under = UInt32(255) << 24 | UInt32(c) << 16 | UInt32(255 - c) << 8 | UInt32(c)
        func channel(_ v: Int) -> UInt32 { UInt32(alpha + rounded(v * (255 - alpha))) }
        let wanted = channel(255) << 24 | channel(c) << 16 | channel(255 - c) << 8 | channel(c)
        if Pixel.over(source, under) != wanted { wrong += 1 }
        if wanted >> 24 != 255 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  /// Fails if a mean is not rounded to nearest, halves up.
  @Test func meansAreRounded() {
    var rng = RandomSource(1)
    var wrong = 0
    for _ in 0..<20_000 {
      let p = (0..<4).map { _ in UInt32.random(in: 0...UInt32.max, using: &rng) }
      var wanted: UInt32 = 0
      for shift: UInt32 in [0, 8, 16, 24] {
        let sum = p.reduce(0) { $0 + (($1 >> shift) & 255) }
        wanted |= ((sum + 2) / 4) << shift
      }
      if Pixel.mean(p[0], p[1], p[2], p[3]) != wanted { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(Pixel.mean(.max, .max, .max, .max) == .max)
  }

  /// Fails if interpolation misses an end or the nearest value: all pairs, and all 257 weights
  /// for some.
  @Test func blendsAreRoundedAndKeepTheirEnds() {
    var wrong = 0
    for a in 0...255 {
      for b in stride(from: 0, through: 255, by: 5) {
        let (p, q) = (UInt32(a) &* 0x0101_0101, UInt32(b) &* 0x0101_0101)
        for f in [0, 1, 77, 128, 255, 256] {
          let wanted = UInt32((a * (256 - f) + b * f + 128) / 256) &* 0x0101_0101
          if Pixel.lerp(p, q, UInt32(f)) != wanted { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
    #expect(Pixel.lerp(0x1234_5678, 0x9ABC_DEF0, 0) == 0x1234_5678)
    #expect(Pixel.lerp(0x1234_5678, 0x9ABC_DEF0, 256) == 0x9ABC_DEF0)
  }

  /// Fails if the results for four pixels at once differ from those one by one.
  @Test func fourPixelsAtOnceMatchOneByOne() {
    var rng = RandomSource(7)
    func pixel() -> UInt32 {
      Pixel.scaled(
        UInt32.random(in: 0...0xFFFFFF, using: &rng) | 0xFF00_0000,
        by: [0, 1, 128, 254, 255, UInt32(rng.roll(0...255))][rng.roll(0..<6)])
    }
    for _ in 0..<5000 {
      let (new, old) = (SIMD4(pixel(), pixel(), pixel(), pixel()), SIMD4(pixel(), pixel(), pixel(), pixel()))
      let laid = Pixel.over(new, old)
      for i in 0..<4 { #expect(laid[i] == Pixel.over(new[i], old[i])) }
      let (upper, lower) = (SIMD8(lowHalf: new, highHalf: old), SIMD8(lowHalf: old, highHalf: laid))
      let means = Pixel.means(upper, lower)
      for i in 0..<4 {
        #expect(means[i] == Pixel.mean(upper[2 * i], upper[2 * i + 1], lower[2 * i], lower[2 * i + 1]))
      }
    }
  }
}
