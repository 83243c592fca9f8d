/// Colours as `#rrggbb`.
enum ScriptColour {
  static func text(_ rgb: UInt32) -> String {
    let digits = String(rgb & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// 0xRRGGBB; nil if it is none.
  static func value(_ text: String) -> UInt32? {
    guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }
}
