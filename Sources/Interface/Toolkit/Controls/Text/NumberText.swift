import Language

/// Numbers as the user reads and types them.
public enum NumberText {
  /// A number with at most `decimals` decimals, without zeros at the end.
  public static func text(_ value: Double, decimals: Int) -> String {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let scaled = (abs(value) * factor).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(factor))
    var digits = String(rest)
    digits = String(repeating: "0", count: decimals - (decimals == 0 ? 0 : digits.count)) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + (decimals == 0 || digits.isEmpty ? "\(whole)" : "\(whole)\(Language.decimalSeparator)\(digits)")
  }

  /// Parses a number with a point or a comma; nil for other texts. A unit after it is ignored.
  public static func number(_ text: String) -> Double? {
    var digits = ""
    for c in text.prefix(40) where !c.isWhitespace {
      switch c {
      case "0"..."9", "-": digits.append(c)
      case ".", ",", "\u{66B}": digits.append(".")
      default:
        // Full-width digits of Japanese input methods.
        if let value = c.wholeNumberValue, (0...9).contains(value) {
          digits.append("\(value)")
        } else if digits.isEmpty {
          return nil
        } else {
          return Double(digits)
        }
      }
    }
    return Double(digits)
  }
}
