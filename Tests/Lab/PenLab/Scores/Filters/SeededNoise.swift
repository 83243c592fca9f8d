import Glibc

/// Gaussian and even noise that is the same for the same seed on every machine: SplitMix64 (Steele,
/// Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014), made Gaussian by
/// Box and Muller's transform (1958).
struct SeededNoise {
  private var state: UInt64
  private var spare: Double?

  init(seed: UInt64) { state = seed }

  /// The next value of mean 0 and deviation 1.
  mutating func next() -> Double {
    if let value = spare {
      spare = nil
      return value
    }
    // In (0, 1], so that the logarithm is finite.
    let (u, v) = (1 - unit(), unit())
    let radius = (-2 * log(u)).squareRoot()
    spare = radius * sin(2 * .pi * v)
    return radius * cos(2 * .pi * v)
  }

  /// The next value, even in a range, its upper end excluded.
  mutating func even(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// One of two, evenly.
  mutating func isHeads() -> Bool { unit() < 0.5 }

  /// The next value, even in 0..<1.
  private mutating func unit() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return Double((z ^ z >> 31) >> 11) * 0x1p-53
  }
}
