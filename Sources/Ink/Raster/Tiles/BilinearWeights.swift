/// The weights of bilinear interpolation for each 256th of the distance between two texels, laid
/// out for the channels of two texels at once. A table is faster than spreading the weights over a
/// vector for each pixel.
struct BilinearWeights: Sendable {
  private typealias Channels = SIMD8<UInt16>

  /// The only instance; created when first needed.
  static let standard = BilinearWeights()

  /// For each 256th the weights of the texels above and below, then for each the weights left and
  /// right.
  private let all: [SIMD8<UInt16>]

  private init() {
    let down = (0..<256).flatMap { [Channels(repeating: UInt16(256 - $0)), Channels(repeating: UInt16($0))] }
    let across = (0..<256).map { f in
      Channels(lowHalf: SIMD4(repeating: UInt16(256 - f)), highHalf: SIMD4(repeating: UInt16(f)))
    }
    all = down + across
  }

  /// Calls `body` with the address of the table, for offsets from `down` and `across`.
  @inline(__always) func withPointer(_ body: (UnsafeRawPointer) -> Void) {
    all.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { body(base) }
    }
  }

  /// The offset of the weights of the texels above and below, 16 bytes each, for the lowest 8 bits
  /// of `f`.
  @inline(__always) static func down(_ f: Int) -> Int { (f & 255) &<< 5 }
  /// The offset of the weights of the texels at the left and right, 8 bytes each, for the lowest 8
  /// bits of `f`.
  @inline(__always) static func across(_ f: Int) -> Int { 512 &* 16 &+ (f & 255) &<< 4 }
}
