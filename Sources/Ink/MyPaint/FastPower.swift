/// Logarithms and powers of sixteen numbers at once. They are the same on every machine.
enum FastPower {
  typealias Numbers = SIMD16<Float>

  /// Logarithms to the base 2 of positive normal numbers, within 0.000002.
  ///
  /// The exponent is taken from the bits, so that the rest is in sqrt(0.5)...sqrt(2). For it,
  /// log2(x) = 2 / ln 2 * atanh(t), where t = (x - 1) / (x + 1) is at most 0.172: five terms leave 3e-9.
  @inline(__always)
  static func log2(_ x: Numbers) -> Numbers {
    let bits = bits(x)
    // The bits of sqrt(0.5).
    let exponent = (bits &- 0x3F35_04F3) &>> 23
    let rest = numbers(bits &- exponent &<< 23)
    let t = (rest - 1) / (rest + 1)
    let square = t * t
    var series = square * 0.320_598_89 + 0.412_198_58
    series = series * square + 0.577_078_01
    series = series * square + 0.961_796_69
    series = series * square + 2.885_390_1
    return numbers(exponent &+ integerBits) - integer + t * series
  }

  /// 2 to the power of numbers in -126...126, within 0.000001 of the result; exactly 1 for 0.
  ///
  /// The whole part goes to the exponent; for the rest, within 0.5 of 0, six terms of the series of
  /// exp(x * ln 2) leave 2e-7.
  @inline(__always)
  static func exp2(_ x: Numbers) -> Numbers {
    let shifted = x + integer
    let rest = x - (shifted - integer)
    var series = rest * 0.000_154_035_3 + 0.001_333_355_8
    series = series * rest + 0.009_618_129
    series = series * rest + 0.055_504_109
    series = series * rest + 0.240_226_507
    series = series * rest + 0.693_147_18
    series = series * rest + 1
    let scale = (bits(shifted) &- integerBits &+ 127) &<< 23
    return series * numbers(scale)
  }

  @inline(__always)
  // Both vectors have sixteen elements of 32 bits.
  private static func bits(_ x: Numbers) -> Integers { unsafeBitCast(x, to: Integers.self) }

  @inline(__always)
  // Both vectors have sixteen elements of 32 bits.
  private static func numbers(_ bits: Integers) -> Numbers { unsafeBitCast(bits, to: Numbers.self) }

  private typealias Integers = SIMD16<Int32>
  /// 3 << 22: a number near it has no bits for fractions, so its lowest bits are those of its integer.
  private static let integer: Float = 12_582_912
  private static let integerBits = Int32(bitPattern: 0x4B40_0000)
}
