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

  /// Calls a body with the pixels of a mask, eight at a time: their offsets in `rgba`, how many there are, and their
  /// shares, 0...32768. The last one stands for those that are not there.
  ///
  /// Rows of a dab are as long as they are, so the eight are often of several rows.
  @inline(__always)
  private static func forEachEight(
    _ mask: UnsafePointer<UInt16>,
    _ body: (_ offsets: UnsafePointer<Int32>, _ count: Int, _ shares: EightColours.Channel) -> Void
  ) {
    // All pixels of a tile, and those that are not there.
    let most = 64 * 64 + 7
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * most) { buffer in
      guard let offsets = buffer.baseAddress else { return }
      let shares = offsets + most
      var count = 0
      forEach(mask) { offset, share in
        (offsets[count], shares[count]) = (Int32(truncatingIfNeeded: offset), Int32(share))
        count += 1
      }
      if count == 0 { return }
      for i in count..<count + 7 { (offsets[i], shares[i]) = (offsets[count - 1], shares[count - 1]) }
      for i in stride(from: 0, to: count, by: 8) {
        let s = shares + i
        body(offsets + i, min(8, count - i), FastPower.numbers(SIMD8(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])))
      }
    }
  }

  static let functions = MyPaintPigments(
    draw: { mask, rgba, red, green, blue, opacity in
      guard let mask, let rgba, let ink = PigmentInk(red, green, blue) else { return }
      let opacity = Float(opacity) / (one * one)
      forEachEight(mask) { offsets, count, shares in
        let below = EightPixels(rgba, at: offsets)
        let top = shares * opacity
        let alpha = top + below.alpha * (1 - top)
        let mixture = ink.mixed(with: below.straight, shares: top / alpha.replacing(with: 1, where: top .== 0))
        let colour = mixture.replacing(with: ink.colour, where: below.alpha .== 0)
        EightPixels(colour * alpha, alpha: alpha).write(to: rgba, at: offsets, count: count, where: top .> 0)
      }
    },
    draw_or_erase: { mask, rgba, red, green, blue, inkAlpha, opacity in
      guard let mask, let rgba, let ink = PigmentInk(red, green, blue) else { return }
      let (opacity, inkAlpha) = (Float(opacity) / (one * one), Float(inkAlpha) / one)
      forEachEight(mask) { offsets, count, shares in
        let below = EightPixels(rgba, at: offsets)
        let (top, rest) = (shares * opacity, 1 - shares * opacity)
        let alpha = top * inkAlpha + rest * below.alpha
        // Thin paint mixes as light, as in the library: in a geometric mean it would become dark.
        let pigments = pigmentShares(below.alpha)
        var colour = (ink.colour * (top * inkAlpha) + below.colour * rest) * (1 - pigments)
        if any(pigments .> 0 .& below.alpha .> 0) {
          let share = top / (top + rest * below.alpha).replacing(with: 1, where: top .== 0) * inkAlpha
          let mixture = ink.mixed(with: below.straight, shares: share) * (pigments * alpha)
          colour = colour + mixture.replacing(with: .black, where: below.alpha .== 0)
        }
        EightPixels(colour, alpha: alpha).write(to: rgba, at: offsets, count: count, where: top .> 0)
      }
    },
    draw_locked: { mask, rgba, red, green, blue, opacity in
      guard let mask, let rgba, let ink = PigmentInk(red, green, blue) else { return }
      let opacity = Float(opacity) / (one * one)
      forEachEight(mask) { offsets, count, shares in
        let below = EightPixels(rgba, at: offsets)
        let colour = ink.mixed(with: below.straight, shares: shares * opacity) * below.alpha
        EightPixels(colour, alpha: below.alpha).write(
          to: rgba, at: offsets, count: count, where: below.alpha .> 0 .& shares .> 0)
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
        if counter == 0 || rand() < threshold {
          let pixel = SIMD4(rgba[offset], rgba[offset + 1], rgba[offset + 2], rgba[offset + 3])
          sum.add(SIMD4<Float>(pixel) / one, share: Float(share) / one)
        }
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

  /// How much of a mixture with what has these alphas is one of pigments, 0...1; the rest is one of light. The curve is
  /// the library's.
  @inline(__always)
  private static func pigmentShares(_ alpha: EightColours.Channel) -> EightColours.Channel {
    let x = 8 * alpha - 3
    let share = 0.5 + x / (1 + 1.65 * x.replacing(with: -x, where: x .< 0))
    let low = share.replacing(with: 1, where: share .> 1)
    return low.replacing(with: 0, where: low .< 0)
  }
}
