/// The keysym of a key in the first Latin layout, so that shortcuts work with every script.
///
/// X calls a keyboard's layouts "groups". A group is Latin if most of the letters a to z are on its
/// keys, as in German, Czech and Turkish layouts; Cyrillic, Greek, Hebrew and Arabic ones are not.
/// In a Latin group every key keeps its keysym. In another group, the keysym of the first Latin
/// group replaces it, for letters and signs: Ctrl+[ works where "[" types a Cyrillic letter.
/// Without a Latin group, the keysyms of the US layout are used.
struct LatinFallback {
  /// X allows four.
  static let groupCount = 4
  private let isLatin: [Bool]

  /// Reads a keymap. `symbol(keycode, group)` is the keysym without modifiers, 0 if the key has
  /// none in that group.
  init(keycodes: ClosedRange<Int>, symbol: (_ keycode: Int, _ group: Int) -> UInt32) {
    isLatin = (0..<Self.groupCount).map { group in
      var letters: Set<UInt32> = []
      for keycode in keycodes {
        let keysym = symbol(keycode, group)
        if (0x61...0x7a).contains(keysym) { letters.insert(keysym) }
      }
      return letters.count >= 20
    }
  }

  /// The keysym of the key in the active group if that is Latin, else in the first Latin one; 0 if
  /// the key has none.
  func keysym(keycode: Int, group: Int, symbol: (_ keycode: Int, _ group: Int) -> UInt32) -> UInt32 {
    // Keys that are equal in all layouts (Return, F1) are in group 0 only.
    let active = symbol(keycode, group)
    let own = active != 0 ? active : symbol(keycode, 0)
    if isLatin.indices.contains(group), isLatin[group] { return own }
    guard let latin = isLatin.firstIndex(of: true) else { return Self.printed[keycode] ?? own }
    let substitute = symbol(keycode, latin)
    return substitute != 0 ? substitute : own
  }

  /// The keycodes of letters and signs on every X server on Linux (xkeyboard-config,
  /// keycodes/evdev).
  private static let printed: [Int: UInt32] = {
    var all: [Int: UInt32] = [:]
    for (first, row) in [(10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (52, "zxcvbnm,./")] {
      for (i, scalar) in row.unicodeScalars.enumerated() { all[first + i] = scalar.value }
    }
    return all
  }()
}
