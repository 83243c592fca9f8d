import Geometry

/// The coverage of a dab by the distance from its centre, for eight pixels at once.
///
/// It is constant up to `hardness` of the radius and decreases to 0 at the rim as 3t^2 - 2t^3. The decrease is at least
/// a pixel wide, so that edges are smooth. Dabs with a diameter below a pixel are fainter.
struct DabCurve {
  /// Distance from which on there is no coverage, px.
  let rim: Float
  private let slope: Float
  private let most: Float

  /// The curve of a dab of a radius, px, and a strength, 0...1.
  init(radius: Double, strength: Double, hardness: Double) {
    rim = Float(radius + 0.5)
    slope = 1 / max(1, Float(radius) * (1 - Float(hardness)) + 0.5)
    most = Float(65535 * strength * min(1, 2 * radius))
  }

  /// The coverages, 0...65535, at squares of distances, px.
  @inline(__always) func coverage(_ distanceSquared: SIMD8<Float>) -> SIMD8<UInt32> {
    let depth = (rim - distanceSquared.squareRoot()) * slope
    let low = depth.replacing(with: 1, where: depth .> 1)
    let t = low.replacing(with: 0, where: low .< 0)
    let rounded = most * t * t * (3 - 2 * t) + 0.5
    // A number near 2^23 has no bits for fractions: its lowest ones are an integer. If the next integer is above the
    // number, the one before is its whole part.
    let shifted = rounded + Self.integer
    let isAbove = (shifted - Self.integer) .> rounded
    // Both vectors have eight elements of 32 bits.
    let bits = unsafeBitCast(shifted, to: SIMD8<UInt32>.self) & 0x7F_FFFF
    return bits.replacing(with: bits &- 1, where: isAbove)
  }

  private static let integer: Float = 8_388_608
}

/// Coverages with those of a dab added, for eight pixels at once.
enum DabBlend {
  /// The larger one.
  @inline(__always) static func most(_ old: SIMD8<UInt32>, _ new: SIMD8<UInt32>) -> SIMD8<UInt32> {
    old.replacing(with: new, where: new .> old)
  }

  /// 1 - (1 - old)(1 - new), rounded up: repeated faint dabs reach full coverage.
  @inline(__always) static func sum(_ old: SIMD8<UInt32>, _ new: SIMD8<UInt32>) -> SIMD8<UInt32> {
    // Divided by 65535: exact for all products of two numbers of 16 bits, plus 65534.
    let n = (65535 &- old) &* new &+ 65535
    return old &+ (n &+ n &>> 16) &>> 16
  }
}
