import Input

/// The names of keys: X's keysyms and the names of X's tools.
///
/// Source: keysymdef.h and `XKeysymToString`; X Window System Protocol, appendix A "KEYSYM
/// Encoding" for characters. A key is in the table or a character, so no X is needed.
public enum Key {
  /// The space bar.
  public static let space: UInt32 = 0x20
  /// Escape.
  public static let escape: UInt32 = 0xFF1B
  /// Return.
  public static let enter: UInt32 = 0xFF0D
  /// Tab.
  public static let tab: UInt32 = 0xFF09
  /// Backspace.
  public static let backspace: UInt32 = 0xFF08
  /// Delete.
  public static let delete: UInt32 = 0xFFFF

  /// The one keysym for a key, whether Shift is held or not: lower case for letters of any script,
  /// Unicode keysyms for characters of X's old blocks, Tab for ISO_Left_Tab.
  static func canonical(_ keysym: UInt32) -> UInt32 {
    if keysym == 0xFE20 { return tab }  // ISO_Left_Tab
    // Keypad keys type the same characters as other keys, but remain keys of their own.
    if (0xFF00...0xFFFF).contains(keysym) { return keysym }
    let scalars = KeysymText.text(of: keysym).unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else { return keysym }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return Self.keysym(of: lower.count == 1 ? lower.first ?? scalar : scalar)
  }

  /// The keysym of a character.
  static func keysym(of scalar: Unicode.Scalar) -> UInt32 {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xFF: scalar.value
    default: 0x0100_0000 + scalar.value
    }
  }

  /// The keysym of a name: a name of the table in any case, a character, `U` with the 4 to 6
  /// hexadecimal digits of a character, or `0x` with those of a keysym. nil for any other text, and
  /// for control characters.
  static func keysym(named name: String) -> UInt32? {
    let scalars = name.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first {
      return isPrintable(scalar) ? canonical(keysym(of: scalar)) : nil
    }
    if let keysym = byName[name.lowercased()] { return keysym }
    let digits = name.dropFirst(name.hasPrefix("0x") ? 2 : 1)
    guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    if name.hasPrefix("U"), (4...6).contains(digits.utf8.count) {
      guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code),
        scalar.properties.generalCategory != .control
      else { return nil }
      return canonical(keysym(of: scalar))
    }
    guard name.hasPrefix("0x"), (1...8).contains(digits.utf8.count), let keysym = UInt32(digits, radix: 16), keysym > 0
    else { return nil }
    return canonical(keysym)
  }

  /// The name of a canonical keysym, as `keysym(named:)` reads it.
  static func name(of keysym: UInt32) -> String {
    if let name = byKeysym[keysym] { return name }
    guard let scalar = scalar(of: keysym) else { return "0x" + String(keysym, radix: 16) }
    if isPrintable(scalar) { return capital(scalar) }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The label of a key in the user's language: "Z", "+", "Keypad +", "Page up".
  static func label(of keysym: UInt32) -> String {
    if let label = labels[keysym] { return label }
    if let scalar = scalar(of: keysym), isPrintable(scalar) { return capital(scalar) }
    return name(of: keysym)
  }

  private static func scalar(of keysym: UInt32) -> Unicode.Scalar? {
    switch keysym {
    case 0x21...0x7E, 0xA0...0xFF: Unicode.Scalar(keysym)
    case 0x0100_0100...0x0110_FFFF: Unicode.Scalar(keysym - 0x0100_0000)
    default: nil
    }
  }

  /// The character on the key's cap, if it is one character of the same key.
  private static func capital(_ scalar: Unicode.Scalar) -> String {
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    guard upper.count == 1, let first = upper.first, isPrintable(first),
      canonical(keysym(of: first)) == keysym(of: scalar)
    else { return String(scalar) }
    return String(first)
  }

  /// Whether a character can be written by itself in a line of text.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator,
      .nonspacingMark, .enclosingMark, .spacingMark:
      false
    // Combining characters, as in Thai, join the character before them.
    default: ("+" + String(scalar)).count == 2
    }
  }

  /// Whether a key only changes the meaning of others: Shift, Control, a lock, a switch of layouts.
  static func isModifier(_ keysym: UInt32) -> Bool {
    switch keysym {
    case 0xFFE1...0xFFEE, 0xFE01...0xFE13, 0xFF7E, 0xFF7F, 0xFF14: true
    default: false
    }
  }
}
