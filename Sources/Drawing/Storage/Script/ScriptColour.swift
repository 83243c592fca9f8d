/// Colours as `#rrggbb`, or as `#rrggbbaa` where they have an opacity.
enum ScriptColour {
  static func text(_ rgb: UInt32) -> String { "#" + digits(rgb & 0xFF_FFFF, 6) }

  /// The text of a colour with an opacity, 0...255, which is left out if it is 255.
  static func text(_ rgb: UInt32, opacity: UInt8) -> String {
    opacity == 255 ? text(rgb) : text(rgb) + digits(UInt32(opacity), 2)
  }

  private static func digits(_ number: UInt32, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.count) + digits
  }

  /// 0xRRGGBB; nil if it is none.
  static func value(_ text: String) -> UInt32? {
    guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  /// 0xRRGGBB and an opacity, 0...255; nil if it is none.
  static func valueWithOpacity(_ text: String) -> (rgb: UInt32, opacity: UInt8)? {
    if let rgb = value(text) { return (rgb, 255) }
    guard text.utf8.count == 9, text.dropFirst(7).allSatisfy(\.isHexDigit), let rgb = value(String(text.prefix(7))),
      let opacity = UInt8(text.dropFirst(7), radix: 16)
    else { return nil }
    return (rgb, opacity)
  }
}
