import Input

/// The keys by name: keysyms as X numbers them, and what X's tools call them.
///
/// Source: keysymdef.h and `XKeysymToString`; X Window System Protocol, appendix A "KEYSYM Encoding" for characters. Needs
/// no X: a key is either in the table or a character.
public enum Key {
  /// The space bar.
  public static let space: UInt32 = 0x20
  /// Escape.
  public static let escape: UInt32 = 0xFF1B
  /// Return.
  public static let enter: UInt32 = 0xFF0D
  /// Tab.
  public static let tab: UInt32 = 0xFF09
  /// Rubs out what is left of the cursor.
  public static let backspace: UInt32 = 0xFF08
  /// Delete.
  public static let delete: UInt32 = 0xFFFF

  /// The one keysym that stands for all by which X knows a key whose Shift does not count: lower case for letters of any
  /// script, characters of X's old blocks by their Unicode keysyms, Tab for what Shift makes of it.
  static func canonical(_ keysym: UInt32) -> UInt32 {
    if keysym == 0xFE20 { return tab }  // ISO_Left_Tab
    // The keypad's keys type what others type and are others all the same.
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

  /// The keysym that a name stands for: a name of the table in any case, a character, `U` with the 4 to 6 hexadecimal
  /// digits of a character, or `0x` with those of a keysym. nil for any other text, and for control characters.
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

  /// The name by which `keysym(named:)` finds a (canonical) keysym.
  static func name(of keysym: UInt32) -> String {
    if let name = byKeysym[keysym] { return name }
    guard let scalar = scalar(of: keysym) else { return "0x" + String(keysym, radix: 16) }
    if isPrintable(scalar) { return capital(scalar) }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// How a key is shown to people: "Z", "+", "Keypad +", "Page up".
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

  /// As it is printed on a key's cap, where that is one character too that means the same key.
  private static func capital(_ scalar: Unicode.Scalar) -> String {
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    guard upper.count == 1, let first = upper.first, isPrintable(first),
      canonical(keysym(of: first)) == keysym(of: scalar)
    else { return String(scalar) }
    return String(first)
  }

  /// Whether a character can stand for itself in a line of text.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator,
      .nonspacingMark, .enclosingMark, .spacingMark:
      false
    // Some others, as in Thai, join what is before them too.
    default: ("+" + String(scalar)).count == 2
    }
  }

  /// Whether a key does nothing by itself but change what others mean: Shift, Control, a lock, a switch of layouts.
  static func isModifier(_ keysym: UInt32) -> Bool {
    switch keysym {
    case 0xFFE1...0xFFEE, 0xFE01...0xFE13, 0xFF7E, 0xFF7F, 0xFF14: true
    default: false
    }
  }
}
