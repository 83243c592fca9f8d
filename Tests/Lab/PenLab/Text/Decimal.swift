extension Double {
  /// With so many digits after the point, rounded half away from zero, whatever the language of the
  /// system: "12.50".
  func decimal(_ digits: Int) -> String {
    guard isFinite, abs(self) < 1e12, (0...6).contains(digits) else { return isNaN ? "-" : "\(self)" }
    var factor = 1
    for _ in 0..<digits { factor *= 10 }
    let scaled = Int((abs(self) * Double(factor)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % factor)
    return "\(sign)\(scaled / factor)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
