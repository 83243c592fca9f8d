/// A random source with the same numbers for a seed on every machine: SplitMix64 (G. Steele, D.
/// Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a random source from its seed.
  public init(_ seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A uniformly distributed number of a range.
  public mutating func roll(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  /// A uniformly distributed number of a range.
  public mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  /// A uniformly distributed number of a range.
  public mutating func roll(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
  /// True with a probability of 1/`n`.
  public mutating func isOne(in n: Int) -> Bool { roll(1...n) == 1 }

  /// The seeds of a randomised test, the same in every run. A release build has all of them, a
  /// debug build a tenth (at least two), since it is slower. `.ci/all-tests` says which tests run
  /// in which build.
  /// - Parameter count: the number of seeds in a release build.
  public static func seeds(_ count: Int) -> Range<Int> {
    #if DEBUG
      0..<min(count, max(2, count / 10))
    #else
      0..<count
    #endif
  }
}
