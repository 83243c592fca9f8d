import CMyPaint
import Glibc

/// The functions that mix pigments in place of the library's (`MyPaintPigments`), for dabs and samples of colours.
///
/// They compute in floats and round once, so that painting a colour over itself changes nothing.
enum PigmentDabs {
  private static let one: Float = 32768

  /// Calls a body with the offset in `rgba` and the share, 0...32768, of each pixel of a mask.
  @inline(__always)
  private static func forEach(_ mask: UnsafePointer<UInt16>, _ body: (_ offset: Int, _ share: UInt16) -> Void) {
    var (mask, offset) = (mask, 0)
    while true {
      while mask[0] != 0 {
        body(offset, mask[0])
        (mask, offset) = (mask + 1, offset + 4)
      }
      if mask[1] == 0 { return }
      (mask, offset) = (mask + 2, offset + Int(mask[1]))
    }
  }

  /// A dab's colour, straight, and its reflectances' logarithms.
  private struct Ink {
    let pigments: Pigments
    let colour: Pigments.Colour
    let logarithm: Pigments.Bands

    init?(_ red: UInt16, _ green: UInt16, _ blue: UInt16) {
      guard let pigments = Pigments.ofLibrary else { return nil }
      self.pigments = pigments
      colour = Pigments.Colour(Float(red), Float(green), Float(blue), 0) / one
      logarithm = FastPower.log2(pigments.bands(of: colour))
    }

    /// A mixture of a straight colour with the ink.
    @inline(__always)
    func mixed(with other: Pigments.Colour, share: Float) -> Pigments.Colour {
      if share >= 1 { return colour }
      let bands = pigments.bands(of: other)
      return pigments.colour(other, bands, times: share * (logarithm - FastPower.log2(bands)))
    }
  }

  /// The pixel at a pointer, 0...1, premultiplied.
  @inline(__always)
  private static func pixel(_ pixel: UnsafePointer<UInt16>) -> SIMD4<Float> {
    SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), Float(pixel[3])) / one
  }

  /// Sets colours, 0...1, premultiplied, and alpha, rounded.
  @inline(__always)
  private static func set(_ pixel: UnsafeMutablePointer<UInt16>, to colour: Pigments.Colour, alpha: Float) {
    let most = (alpha * one).rounded()
    let limited = (colour * one).replacing(with: most, where: colour * one .> most)
    let rounded = limited.replacing(with: 0, where: limited .< 0).rounded(.toNearestOrEven)
    (pixel[0], pixel[1], pixel[2]) = (UInt16(rounded.x), UInt16(rounded.y), UInt16(rounded.z))
    pixel[3] = UInt16(most)
  }

  static let functions = MyPaintPigments(
    draw: { mask, rgba, red, green, blue, opacity in
      guard let mask, let rgba, let ink = Ink(red, green, blue) else { return }
      let opacity = Float(opacity) / (one * one)
      forEach(mask) { offset, share in
        let below = pixel(rgba + offset)
        let (top, rest) = (Float(share) * opacity, below.w * (1 - Float(share) * opacity))
        guard top > 0 else { return }
        let alpha = top + rest
        let colour = below.w > 0 ? ink.mixed(with: below / below.w, share: top / alpha) : ink.colour
        set(rgba + offset, to: colour * alpha, alpha: alpha)
      }
    },
    draw_or_erase: { mask, rgba, red, green, blue, inkAlpha, opacity in
      guard let mask, let rgba, let ink = Ink(red, green, blue) else { return }
      let (opacity, inkAlpha) = (Float(opacity) / (one * one), Float(inkAlpha) / one)
      forEach(mask) { offset, share in
        let below = pixel(rgba + offset)
        let (top, rest) = (Float(share) * opacity, 1 - Float(share) * opacity)
        guard top > 0 else { return }
        let alpha = top * inkAlpha + rest * below.w
        // Thin paint mixes as light, as in the library: in a geometric mean it would become dark.
        let pigments = pigmentShare(below.w)
        var colour = (1 - pigments) * (top * inkAlpha * ink.colour + rest * below)
        if pigments > 0, below.w > 0 {
          let share = top / (top + rest * below.w) * inkAlpha
          colour += pigments * alpha * ink.mixed(with: below / below.w, share: share)
        }
        set(rgba + offset, to: colour, alpha: alpha)
      }
    },
    draw_locked: { mask, rgba, red, green, blue, opacity in
      guard let mask, let rgba, let ink = Ink(red, green, blue) else { return }
      let opacity = Float(opacity) / (one * one)
      forEach(mask) { offset, share in
        let below = pixel(rgba + offset)
        guard below.w > 0, share > 0 else { return }
        set(
          rgba + offset, to: below.w * ink.mixed(with: below / below.w, share: Float(share) * opacity), alpha: below.w)
      }
    },
    sample: { mask, rgba, weight, red, green, blue, alpha, paint, interval, rate in
      guard let mask, let rgba, let weight, let red, let green, let blue, let alpha else { return }
      guard let pigments = Pigments.ofLibrary else { return }
      var sum = ColourSum(
        pigments, weight: weight.pointee, colour: Pigments.Colour(red.pointee, green.pointee, blue.pointee, 0),
        alpha: alpha.pointee)
      // Every pixel of a small dab; else one in an interval, and some by chance.
      let threshold = Int32(rate * Float(RAND_MAX).nextDown)
      var counter: UInt16 = 0
      forEach(mask) { offset, share in
        if counter == 0 || rand() < threshold { sum.add(pixel(rgba + offset), share: Float(share) / one) }
        counter = (counter &+ 1) % max(interval, 1)
      }
      let colour = sum.colour(pigmentShare: min(paint, 1))
      (red.pointee, green.pointee, blue.pointee) = (colour.x, colour.y, colour.z)
      (weight.pointee, alpha.pointee) = (sum.weight, sum.alpha)
    })

  /// Mixes two colours of the brush: its smudged colour with one from the canvas or its own.
  static let mix: MyPaintMixTo = { first, second, share, paint, mixture in
    guard let first, let second, let mixture, let pigments = Pigments.ofLibrary else { return }
    // The library's colours are no numbers where it divided by an alpha of 0.
    func limited(_ x: Float) -> Float { x > 0 ? min(x, 1) : 0 }
    func colour(_ c: UnsafePointer<Float>) -> Pigments.Colour {
      Pigments.Colour(limited(c[0]), limited(c[1]), limited(c[2]), 0)
    }
    let (a, b, rest) = (colour(first), colour(second), 1 - share)
    // The library's share, which is not that of the alphas.
    let part = first[3] == 0 ? 0 : limited(share * first[3] / (first[3] + second[3] * rest))
    // A brush can map it to anything.
    let paint = limited(paint)
    var result = paint > 0 ? paint * pigments.mixture(b, a, share: part) : .zero
    if paint < 1 { result += (1 - paint) * (share * a + rest * b) }
    for i in 0..<3 { mixture[i] = result[i] }
    mixture[3] = limited(share * first[3] + rest * second[3])
  }

  /// How much of a mixture with what has an alpha is one of pigments, 0...1; the rest is one of light. The curve is the
  /// library's.
  private static func pigmentShare(_ alpha: Float) -> Float {
    let x = 8 * alpha - 3
    return min(max(0.5 + x / (1 + 1.65 * abs(x)), 0), 1)
  }
}
