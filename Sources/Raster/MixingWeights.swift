/// The weights of texels, for each 256th of the way from one to the next, laid out for the channels of two texels at once: read from
/// memory they cost nothing, spread over a vector for each pixel they would cost as much as the mixing.
struct MixingWeights: Sendable {
  private typealias Channels = SIMD8<UInt16>

  /// All of them; made when first needed.
  static let standard = MixingWeights()

  /// For each 256th what is above and what is below, then for each what is left and right.
  private let all: [SIMD8<UInt16>]

  private init() {
    let down = (0..<256).flatMap { [Channels(repeating: UInt16(256 - $0)), Channels(repeating: UInt16($0))] }
    let across = (0..<256).map { f in
      Channels(lowHalf: SIMD4(repeating: UInt16(256 - f)), highHalf: SIMD4(repeating: UInt16(f)))
    }
    all = down + across
  }

  /// Lends them, for `down` and `across`.
  @inline(__always) func withPointer(_ body: (UnsafeRawPointer) -> Void) {
    all.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { body(base) }
    }
  }

  /// Where the weights are of texels above and below, 16 bytes each, for the lowest 8 bits of `f`.
  @inline(__always) static func down(_ f: Int) -> Int { (f & 255) &<< 5 }
  /// Where the weights are of a texel at the left and one at the right, 8 bytes each, for the lowest 8 bits of `f`.
  @inline(__always) static func across(_ f: Int) -> Int { 512 &* 16 &+ (f & 255) &<< 4 }
}
