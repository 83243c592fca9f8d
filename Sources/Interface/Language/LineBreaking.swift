/// Where a line may end within a run of characters without blanks: scripts of East Asia set none between words.
public enum LineBreaking {
  /// Whether a line may end between two characters that follow each other: beside a wide one, but not before what closes nor behind what
  /// opens (JIS X 4051, in its simplest form). Blanks are no matter of this.
  public static func isAllowed(between left: Character, and right: Character) -> Bool {
    guard left.isWide || right.isWide, left != " ", right != " " else { return false }
    return !closing.contains(right) && !opening.contains(left)
  }

  /// How many columns of a terminal a text takes: two for a wide character.
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
  /// Whether it is wide: most of what is W or F in Unicode's East Asian Width (UAX #11).
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
