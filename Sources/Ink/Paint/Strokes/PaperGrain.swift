import Glibc

/// The height of drawing paper at each pixel of the canvas. It is the same for every canvas and
/// stroke, so grain matches where a pencil returns.
///
/// Smoothed noise of two sizes, equalised: a share x of the paper is lower than x. Period: `side`
/// px.
struct PaperGrain: Sendable {
  /// Period of the pattern, px.
  static let side = 256
  static let paper = PaperGrain()

  /// Heights, row by row: 0 the lowest, 65535 the highest.
  let heights: [UInt16]

  private init() {
    let fine = Self.blurred(Self.noise(seed: 1), radius: 1, times: 1)
    let coarse = Self.blurred(Self.noise(seed: 2), radius: 1, times: 3)
    let wide = Self.blurred(Self.noise(seed: 3), radius: 9, times: 2)
    // Both have the same spread before they are weighted.
    let parts = [(fine, 0.75), (coarse, 0.6), (wide, 0.12)].map { noise, weight in
      let spread = (noise.reduce(0) { $0 + $1 * $1 } / Double(noise.count)).squareRoot()
      return (noise, weight / spread)
    }
    let count = Self.side * Self.side
    let sums = (0..<count).map { i in parts.reduce(0) { $0 + $1.0[i] * $1.1 } }
    heights = Self.spreadEvenly(sums)
  }

  /// White noise around 0: a hash of the pixel's number (SplitMix64).
  private static func noise(seed: UInt64) -> [Double] {
    (0..<UInt64(side * side)).map { i in
      var z = (i &+ seed << 32) &* 0x9E37_79B9_7F4A_7C15
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((z ^ (z >> 31)) >> 11) / Double(UInt64(1) << 53) - 0.5
    }
  }

  /// Box-blurred along rows and columns, wrapping at the edges. Repetition approximates a Gaussian.
  private static func blurred(_ values: [Double], radius: Int, times: Int) -> [Double] {
    let mask = side - 1
    var from = values
    var to = values
    // Each pass blurs the rows and transposes, so that the next one blurs the columns.
    for _ in 0..<(2 * times) {
      for y in 0..<side {
        var sum = 0.0
        for k in -radius...radius { sum += from[y * side + (k & mask)] }
        for x in 0..<side {
          to[x * side + y] = sum
          sum += from[y * side + ((x + radius + 1) & mask)] - from[y * side + ((x - radius) & mask)]
        }
      }
      swap(&from, &to)
    }
    return from
  }

  /// Each value's rank, scaled to 0...65535.
  private static func spreadEvenly(_ values: [Double]) -> [UInt16] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [UInt16](repeating: 0, count: values.count)
    for (rank, i) in order.enumerated() { ranks[i] = UInt16(rank * 65535 / (values.count - 1)) }
    return ranks
  }
}
