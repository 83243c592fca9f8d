/// Values as JSON writes them (RFC 8259).
enum JSONText {
  /// A string in quotes, all that must be escaped escaped.
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A number; null for NaN and infinity.
  static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }
}
