import Language

extension Key {
  /// Names of keysyms that are no characters, and of characters whose names are easier to read in a
  /// file.
  private static let names: [(keysym: UInt32, name: String)] =
    [
      (0x20, "space"), (0x21, "exclam"), (0x22, "quotedbl"), (0x23, "numbersign"), (0x24, "dollar"), (0x25, "percent"),
      (0x26, "ampersand"), (0x27, "apostrophe"), (0x28, "parenleft"), (0x29, "parenright"), (0x2A, "asterisk"),
      (0x2B, "plus"), (0x2C, "comma"), (0x2D, "minus"), (0x2E, "period"), (0x2F, "slash"), (0x3A, "colon"),
      (0x3B, "semicolon"), (0x3C, "less"), (0x3D, "equal"), (0x3E, "greater"), (0x3F, "question"), (0x40, "at"),
      (0x5B, "bracketleft"), (0x5C, "backslash"), (0x5D, "bracketright"), (0x5E, "asciicircum"), (0x5F, "underscore"),
      (0x60, "grave"), (0x7B, "braceleft"), (0x7C, "bar"), (0x7D, "braceright"), (0x7E, "asciitilde"),
      (0xA0, "nobreakspace"), (0xAD, "hyphen"),
      (0xFF08, "BackSpace"), (0xFF09, "Tab"), (0xFF0A, "Linefeed"), (0xFF0B, "Clear"), (0xFF0D, "Return"),
      (0xFF13, "Pause"), (0xFF15, "Sys_Req"), (0xFF1B, "Escape"), (0xFFFF, "Delete"),
      (0xFF20, "Multi_key"), (0xFF22, "Muhenkan"), (0xFF23, "Henkan_Mode"), (0xFF25, "Hiragana"), (0xFF26, "Katakana"),
      (0xFF27, "Hiragana_Katakana"), (0xFF2A, "Zenkaku_Hankaku"), (0xFF30, "Eisu_toggle"), (0xFF31, "Hangul"),
      (0xFF34, "Hangul_Hanja"),
      (0xFF50, "Home"), (0xFF51, "Left"), (0xFF52, "Up"), (0xFF53, "Right"), (0xFF54, "Down"), (0xFF55, "Prior"),
      (0xFF56, "Next"), (0xFF57, "End"), (0xFF58, "Begin"),
      (0xFF60, "Select"), (0xFF61, "Print"), (0xFF62, "Execute"), (0xFF63, "Insert"), (0xFF65, "Undo"),
      (0xFF66, "Redo"),
      (0xFF67, "Menu"), (0xFF68, "Find"), (0xFF69, "Cancel"), (0xFF6A, "Help"), (0xFF6B, "Break"),
      (0xFF80, "KP_Space"), (0xFF89, "KP_Tab"), (0xFF8D, "KP_Enter"), (0xFF95, "KP_Home"), (0xFF96, "KP_Left"),
      (0xFF97, "KP_Up"), (0xFF98, "KP_Right"), (0xFF99, "KP_Down"), (0xFF9A, "KP_Prior"), (0xFF9B, "KP_Next"),
      (0xFF9C, "KP_End"), (0xFF9D, "KP_Begin"), (0xFF9E, "KP_Insert"), (0xFF9F, "KP_Delete"), (0xFFBD, "KP_Equal"),
      (0xFFAA, "KP_Multiply"), (0xFFAB, "KP_Add"), (0xFFAC, "KP_Separator"), (0xFFAD, "KP_Subtract"),
      (0xFFAE, "KP_Decimal"), (0xFFAF, "KP_Divide"),
    ] + (0...9).map { (0xFFB0 + $0, "KP_\($0)") } + (1...35).map { (0xFFBD + $0, "F\($0)") }

  static let byKeysym = Dictionary(names.map { ($0.keysym, $0.name) }) { first, _ in first }

  /// Keysyms by name in lower case, with X's alternative names.
  static let byName: [String: UInt32] = {
    var all = Dictionary(names.map { ($0.name.lowercased(), $0.keysym) }) { first, _ in first }
    for (name, keysym) in [("Page_Up", 0xFF55), ("Page_Down", 0xFF56), ("quoteright", 0x27), ("quoteleft", 0x60)] {
      all[name.lowercased()] = UInt32(keysym)
    }
    for (name, keysym) in [("KP_Page_Up", 0xFF9A), ("KP_Page_Down", 0xFF9B), ("Esc", 0xFF1B), ("Enter", 0xFF0D)] {
      all[name.lowercased()] = UInt32(keysym)
    }
    return all
  }()

  /// The labels that differ from the name or the character.
  static let labels: [UInt32: String] = {
    var all: [UInt32: String] = [
      0x20: translated("Space", context: "key"), 0xA0: translated("No-break space", context: "key"),
      0xFF08: translated("Backspace", context: "key"), 0xFF09: translated("Tab", context: "key"),
      0xFF0D: translated("Return", context: "key"), 0xFF13: translated("Pause", context: "key"),
      0xFF1B: translated("Esc", context: "key"), 0xFF50: translated("Home", context: "key"),
      0xFF51: "←", 0xFF52: "↑", 0xFF53: "→", 0xFF54: "↓",
      0xFF55: translated("Page up", context: "key"), 0xFF56: translated("Page down", context: "key"),
      0xFF57: translated("End", context: "key"), 0xFF61: translated("Print", context: "key"),
      0xFF63: translated("Insert", context: "key"), 0xFF67: translated("Menu", context: "key"),
      0xFFFF: translated("Delete", context: "key"), 0xFF20: translated("Compose", context: "key"),
    ]
    // Keypad keys have the label of another key, or a character.
    let characters: [UInt32: String] = [0xFFAA: "*", 0xFFAB: "+", 0xFFAD: "-", 0xFFAE: ".", 0xFFAF: "/", 0xFFBD: "="]
    let twins: [UInt32: UInt32] = [
      0xFF80: 0x20, 0xFF89: 0xFF09, 0xFF95: 0xFF50, 0xFF96: 0xFF51, 0xFF97: 0xFF52, 0xFF98: 0xFF53, 0xFF99: 0xFF54,
      0xFF9A: 0xFF55, 0xFF9B: 0xFF56, 0xFF9C: 0xFF57, 0xFF9E: 0xFF63, 0xFF9F: 0xFFFF,
    ]
    func keypad(_ key: String) -> String { translated("Keypad {key}", context: "key", ["key": key]) }
    for (keysym, character) in characters { all[keysym] = keypad(character) }
    for (keysym, twin) in twins { all[keysym] = all[twin].map(keypad) }
    all[0xFF8D] = keypad(translated("Enter", context: "key"))
    for digit in 0...9 { all[0xFFB0 + UInt32(digit)] = keypad(String(digit)) }
    for keysym in 0xFF80...0xFFBD as ClosedRange<UInt32> where all[keysym] == nil {
      if let name = byKeysym[keysym] { all[keysym] = keypad(String(name.dropFirst(3))) }
    }
    // Characters with names in files are their own labels.
    for keysym in 0x21...0x7E as ClosedRange<UInt32> where byKeysym[keysym] != nil {
      all[keysym] = Unicode.Scalar(keysym).map { String($0) }
    }
    return all
  }()
}
