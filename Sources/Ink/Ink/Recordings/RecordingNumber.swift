/// Decimal numbers in recordings, independent of the locale. `value` reads what `text` writes as the
/// same double.
package enum RecordingNumber {
  /// The shortest decimal that reads back as the same number; whole numbers without a point.
  package static func text(_ value: Double) -> String {
    // Swift's description is the shortest (SwiftDtoa), with ".0" added to whole numbers below 2^54.
    guard let whole = Int(exactly: value), whole.magnitude < 1 << 54 else { return value.description }
    return whole == 0 && value.sign == .minus ? "-0" : whole.description
  }

  /// The double nearest to the number in `bytes[range]`; nil if it is none.
  ///
  /// A number is an optional minus sign, digits with at most one point among them or at either end,
  /// and an optional exponent: "e", an optional sign and one to four digits. Other texts, such as
  /// "nan", "inf" and "0x1", and numbers too large for a double are none.
  static func value(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
    var at = range.lowerBound
    let end = range.upperBound
    let isNegative = at < end && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }

    var mantissa: UInt64 = 0
    // The number of digits from the first one that is not 0.
    var digits = 0
    // The power of ten of the mantissa's last digit.
    var exponent = 0
    var hasDigit = false
    var isPastPoint = false
    while at < end {
      let byte = bytes[at]
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        hasDigit = true
        if digits < 19 {
          mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
          if mantissa > 0 { digits += 1 }
        } else {
          digits += 1
        }
        if isPastPoint { exponent -= 1 }
      } else if byte == UInt8(ascii: "."), !isPastPoint {
        isPastPoint = true
      } else {
        break
      }
      at += 1
    }
    guard hasDigit else { return nil }

    if at < end {
      guard bytes[at] | 0x20 == UInt8(ascii: "e") else { return nil }
      at += 1
      let hasNegativePower = at < end && bytes[at] == UInt8(ascii: "-")
      if at < end, hasNegativePower || bytes[at] == UInt8(ascii: "+") { at += 1 }
      guard at < end, end - at <= 4 else { return nil }
      var power = 0
      while at < end {
        guard bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "9") else { return nil }
        power = power * 10 + Int(bytes[at] - UInt8(ascii: "0"))
        at += 1
      }
      exponent += hasNegativePower ? -power : power
    }

    // Fast path: where the digits and the power of ten are exact as Double, one operation rounds
    // correctly (Clinger, "How to read floating point numbers accurately", 1990).
    if digits <= 19, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      let whole = Double(mantissa)
      let value = exponent < 0 ? whole / powersOfTen[-exponent] : whole * powersOfTen[exponent]
      return isNegative ? -value : value
    }
    guard let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
