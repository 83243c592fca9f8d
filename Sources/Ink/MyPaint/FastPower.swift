/// Logarithms and powers of eight numbers at once. They are the same on every machine.
enum FastPower {
  typealias Numbers = SIMD8<Float>

  /// Logarithms to the base 2 of positive normal numbers, within 0.000002.
  ///
  /// The exponent is taken from the bits, so that the rest is in sqrt(0.5)...sqrt(2). For it,
  /// log2(x) = 2 / ln 2 * atanh(t), where t = (x - 1) / (x + 1) is at most 0.172: four terms leave 4e-8.
  /// They are not added one after the other, so that the processor need not wait for each.
  @inline(__always)
  static func log2(_ x: Numbers) -> Numbers {
    let bits = bits(x)
    // The bits of sqrt(0.5).
    let exponent = (bits &- 0x3F35_04F3) &>> 23
    let rest = numbers(ofBits: bits &- exponent &<< 23)
    let t = (rest - 1) / (rest + 1)
    let square = t * t
    let low = square * 0.961_796_69 + 2.885_390_1
    let high = square * 0.412_198_58 + 0.577_078_01
    return numbers(exponent) + t * (square * square * high + low)
  }

  /// 2 to the power of numbers in -126...126, within 0.000001 of the result; exactly 1 for 0.
  ///
  /// The whole part goes to the exponent; for the rest, within 0.5 of 0, six terms of the series of
  /// exp(x * ln 2) leave 2e-7.
  @inline(__always)
  static func exp2(_ x: Numbers) -> Numbers {
    let shifted = x + integer
    let rest = x - (shifted - integer)
    let square = rest * rest
    let low = rest * 0.693_147_18 + 1
    let middle = rest * 0.055_504_109 + 0.240_226_507
    let high = square * 0.000_154_035_3 + (rest * 0.001_333_355_8 + 0.009_618_129)
    let scale = (bits(shifted) &- integerBits &+ 127) &<< 23
    return (square * (square * high + middle) + low) * numbers(ofBits: scale)
  }

  /// Numbers from -1,000,000 to 1,000,000, rounded to the nearest integers, halves to even ones.
  @inline(__always)
  static func rounded(_ x: Numbers) -> SIMD8<Int32> { bits(x + integer) &- integerBits }

  /// The numbers that integers from -1,000,000 to 1,000,000 are.
  @inline(__always)
  static func numbers(_ x: SIMD8<Int32>) -> Numbers { numbers(ofBits: x &+ integerBits) - integer }

  @inline(__always)
  // Both vectors have eight elements of 32 bits.
  private static func bits(_ x: Numbers) -> SIMD8<Int32> { unsafeBitCast(x, to: SIMD8<Int32>.self) }

  @inline(__always)
  // Both vectors have eight elements of 32 bits.
  private static func numbers(ofBits bits: SIMD8<Int32>) -> Numbers { unsafeBitCast(bits, to: Numbers.self) }

  /// 3 << 22: a number near it has no bits for fractions, so its lowest bits are those of its integer.
  private static let integer: Float = 12_582_912
  private static let integerBits = Int32(bitPattern: 0x4B40_0000)
}
