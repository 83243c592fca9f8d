import Glibc

extension Session {
  /// `base` to the power of `exponent`.
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
