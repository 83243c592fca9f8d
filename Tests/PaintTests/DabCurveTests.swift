import RandomSource
import Raster
import Testing

@testable import Paint

/// The arithmetic of dabs for many pixels at once, beside the same for one: strokes of older files must keep their pixels.
@Suite struct DabCurveTests {
  /// Fails if a coverage is rounded in another way.
  @Test func coverageIsThatOfOnePixel() {
    var rng = RandomSource(3)
    for _ in 0..<3000 {
      let radius = Double(rng.roll(1...60_000)) / 100
      let (strength, hardness) = (Double(rng.roll(0...100)) / 100, Double(rng.roll(0...100)) / 100)
      let curve = DabCurve(radius: radius, strength: strength, hardness: hardness)
      var squares = SIMD8<Float>()
      for i in 0..<8 {
        let distance = Float(rng.roll(0...Int(radius * 120))) / 100
        squares[i] = distance * distance
      }
      let coverages = curve.coverage(squares)
      let slope = 1 / max(1, Float(radius) * (1 - Float(hardness)) + 0.5)
      let most = Float(65535 * strength * min(1, 2 * radius))
      for i in 0..<8 {
        let t = max(0, min(1, (curve.rim - squares[i].squareRoot()) * slope))
        #expect(coverages[i] == UInt32(most * t * t * (3 - 2 * t) + 0.5))
      }
    }
  }

  /// Fails if the division by 65535 is not exact.
  @Test func dabsAddUpExactly() {
    var rng = RandomSource(4)
    var pairs: [(UInt32, UInt32)] = []
    for a: UInt32 in [0, 1, 2, 255, 256, 32767, 32768, 65533, 65534, 65535] {
      for b: UInt32 in [0, 1, 2, 255, 256, 32767, 32768, 65533, 65534, 65535] { pairs.append((a, b)) }
    }
    for _ in 0..<20_000 { pairs.append((UInt32(rng.roll(0...65535)), UInt32(rng.roll(0...65535)))) }
    for (old, new) in pairs {
      let sum = DabBlend.sum(SIMD8(repeating: old), SIMD8(repeating: new))[0]
      #expect(sum == old + ((65535 - old) * new + 65534) / 65535)
      #expect(DabBlend.most(SIMD8(repeating: old), SIMD8(repeating: new))[5] == max(old, new))
    }
  }

  /// Fails if ink on a deep pixel is not rounded to the nearest step.
  @Test func inkOnDeepPixelsIsExact() {
    var rng = RandomSource(5)
    for _ in 0..<20_000 {
      let alpha = rng.roll(0...32768)
      func channel() -> UInt16 { UInt16(rng.roll(0...alpha)) }
      let pixel = DeepPixel(SIMD4(channel(), channel(), channel(), UInt16(alpha)))
      let style = InkStyle(
        colour: UInt32(rng.roll(0...0xFF_FFFF)), opacity: UInt8(rng.roll(0...255)),
        blend: rng.roll(0...1) == 0 ? .over : .erase)
      let full = DeepPixel.opaque(style.colour)
      let coverage = UInt32(rng.roll(0...65535))
      let (covers, under) = ([UInt16(coverage)], [pixel])
      var row = [DeepPixel.clear]
      var target = row.mutableSpan
      DeepPixel.ink(style, full, 0..<1, coverage: covers.span, over: under.span, to: &target)
      let inked = row[0]
      let (whole, share) = (65535 * 255, Int(coverage) * Int(style.opacity))
      for i in 0..<4 {
        let ink = style.blend == .erase ? 0 : Int(full.channels[i])
        let old = Int(pixel.channels[i])
        let rounded = (ink * share + old * (whole - share) + whole / 2) / whole
        // A faint eraser takes the last steps.
        let takesStep =
          style.blend == .erase && style.isFaint && share > 0 && rounded == old && old > 0 && old < 128
        #expect(Int(inked.channels[i]) == rounded - (takesStep ? 1 : 0))
      }
    }
  }
}
