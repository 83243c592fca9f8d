/// Finds a key's keysym in a Latin layout, so that shortcuts work in every script.
///
/// A keyboard's layouts are called "groups" in X. A group is Latin if its keys produce most of the
/// letters a to z. German, Czech and Turkish layouts are Latin; Cyrillic, Greek, Hebrew and Arabic
/// ones are not.
///
/// - In a Latin group every key keeps its keysym.
/// - In another group, the first Latin group determines the keysym, also for signs. So Ctrl+[ works
///   where "[" types a Cyrillic letter.
/// - Without a Latin group, the layout of the United States applies.
struct LatinFallback {
  /// The maximum number of groups in X.
  static let groupCount = 4
  private let isLatin: [Bool]

  /// Reads a keymap. `symbol(keycode, group)` returns the unmodified keysym; 0 means none.
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

  /// Returns the keysym in the active group if Latin, else in the first Latin group; 0 means none.
  func keysym(keycode: Int, group: Int, symbol: (_ keycode: Int, _ group: Int) -> UInt32) -> UInt32 {
    // Keys without layout-specific symbols (Return, F1) have only group 0.
    let active = symbol(keycode, group)
    let own = active != 0 ? active : symbol(keycode, 0)
    if isLatin.indices.contains(group), isLatin[group] { return own }
    guard let latin = isLatin.firstIndex(of: true) else { return Self.printed[keycode] ?? own }
    let substitute = symbol(keycode, latin)
    return substitute != 0 ? substitute : own
  }

  /// The US layout by the keycodes of X servers on Linux (xkeyboard-config, keycodes/evdev).
  private static let printed: [Int: UInt32] = {
    var all: [Int: UInt32] = [:]
    for (first, row) in [(10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (52, "zxcvbnm,./")] {
      for (i, scalar) in row.unicodeScalars.enumerated() { all[first + i] = scalar.value }
    }
    return all
  }()
}
