/// Line breaks in text without spaces, as in East Asian scripts.
public enum LineBreaking {
  /// Whether a line may break between two adjacent characters other than spaces. It may beside a
  /// wide character, but not before a closing or after an opening one (JIS X 4051, simplified).
  public static func isAllowed(between left: Character, and right: Character) -> Bool {
    guard left.isWide || right.isWide, left != " ", right != " " else { return false }
    return !closing.contains(right) && !opening.contains(left)
  }

  /// The width of a text in terminal columns; wide characters count as two.
  public static func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }

  private static let closing = Set("、。，．）」』】：；！？ー〜…ぁぃぅぇぉっゃゅょァィゥェォッャュョ.,):;!?%")
  private static let opening = Set("（「『【(")
}

extension Character {
  fileprivate var isWide: Bool { unicodeScalars.contains(where: \.isWide) }
}

extension Unicode.Scalar {
  /// Whether it is wide: most characters with W or F in Unicode's East Asian Width (UAX #11).
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
