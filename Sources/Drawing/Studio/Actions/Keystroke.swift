import Input
import Language

/// A key with exactly the modifiers that must be held: "Ctrl+Shift+Z".
///
/// "Z" and "z" are the same key; Shift is named. The text form (`description`, `init(_:)`) is for
/// the settings file; `label` is for users.
public struct Keystroke: Sendable, Hashable, CustomStringConvertible {
  /// The keysym of the key without Shift: lower case for letters of any script, Unicode keysyms for
  /// all other characters.
  public let keysym: UInt32
  /// Modifiers that must be held.
  public let modifiers: Modifiers

  /// A keystroke by its parts; any keysym of the key will do.
  public init(keysym: UInt32, modifiers: Modifiers = []) {
    self.keysym = Key.canonical(keysym)
    self.modifiers = modifiers
  }

  /// The keystroke of a key event, for binding: the typed character if it needs Shift (plus on most
  /// layouts), else the key's position in a Latin layout. nil for releases and for modifier keys.
  public init?(_ key: KeyEvent) {
    guard key.isDown, key.keysym != 0, !Key.isModifier(key.keysym) else { return nil }
    let typed = Key.canonical(key.keysym)
    let latin = Key.canonical(key.latin)
    if typed != latin, key.modifiers.contains(.shift), (0x21...0x7E).contains(typed) {
      self.init(keysym: typed, modifiers: key.modifiers.subtracting(.shift))
    } else {
      self.init(keysym: latin, modifiers: key.modifiers)
    }
  }

  /// Parses the text form: any of Ctrl, Alt, Shift, Super, in any case and order, and a key, joined
  /// by `+`. A key is an X name (`bracketleft`, `F11`, `KP_Add`) or a character. nil for anything
  /// else.
  public init?(_ text: String) {
    var rest = text[...]
    var modifiers: Modifiers = []
    // The key may be the plus key.
    while let plus = rest.dropLast().firstIndex(of: "+"), plus != rest.startIndex {
      guard let modifier = Self.modifierNames[rest[..<plus].lowercased()] else { return nil }
      modifiers.insert(modifier)
      rest = rest[rest.index(after: plus)...]
    }
    guard let keysym = Key.keysym(named: String(rest)), !Key.isModifier(keysym) else { return nil }
    self.init(keysym: keysym, modifiers: modifiers)
  }

  /// The text form: "Ctrl+Shift+Z", "bracketleft".
  public var description: String { prefix + Key.name(of: keysym) }

  /// The label for users: "Ctrl+Shift+Z", "[", "Keypad +".
  public var label: String {
    var held: [String] = []
    if modifiers.contains(.control) { held.append(translated("Ctrl", context: "key")) }
    if modifiers.contains(.alt) { held.append(translated("Alt", context: "key")) }
    if modifiers.contains(.shift) { held.append(translated("Shift", context: "key")) }
    if modifiers.contains(.super) { held.append(translated("Super", context: "key")) }
    return (held + [Key.label(of: keysym)]).joined(separator: "+")
  }

  private var prefix: String {
    var text = ""
    if modifiers.contains(.control) { text += "Ctrl+" }
    if modifiers.contains(.alt) { text += "Alt+" }
    if modifiers.contains(.shift) { text += "Shift+" }
    if modifiers.contains(.super) { text += "Super+" }
    return text
  }

  private static let modifierNames: [String: Modifiers] = [
    "ctrl": .control, "control": .control, "alt": .alt, "shift": .shift, "super": .super,
  ]
}
