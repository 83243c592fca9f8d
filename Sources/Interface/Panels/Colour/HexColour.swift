import Language
import Toolkit

public enum HexColour {
  /// "#1D1F24".
  public static func text(_ rgb: UInt32) -> String {
    let digits = String(rgb & 0xff_ffff, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Parses #RGB or #RRGGBB, upper or lower case, the sign optional. Surrounding spaces, quotes,
  /// commas and semicolons are ignored. nil for any other text.
  public static func rgb(_ text: String) -> UInt32? {
    let around: Set<Character> = ["\"", "'", "`", ";", ","]
    func isAround(_ c: Character) -> Bool { c.isWhitespace || around.contains(c) }
    var digits = text.prefix(100).drop(while: isAround)
    while let last = digits.last, isAround(last) { digits.removeLast() }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      digits.removeFirst(2)
    } else if digits.first == "#" {
      digits.removeFirst()
    }
    guard digits.utf8.count == digits.count, digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16)
    else { return nil }
    switch digits.count {
    case 6: return number
    case 3: return (number >> 8) * 0x110000 | (number >> 4 & 15) * 0x1100 | (number & 15) * 0x11
    default: return nil
    }
  }

  static func fault(_ text: String) -> String {
    let shown = text.count > 24 ? String(text.prefix(24)) + "…" : text
    return shown.isEmpty
      ? translated("A colour is written as #RGB or #RRGGBB.")
      : translated("“{shown}” is not a colour. Write a colour as #RGB or #RRGGBB.", ["shown": shown])
  }
}
