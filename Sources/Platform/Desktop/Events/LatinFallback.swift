/// Which keysym a key has in the first Latin layout, so that shortcuts work whatever script is active.
///
/// A keyboard's layouts are X's "groups". A group is Latin where most letters a to z are on its keys; German, Czech
/// and Turkish layouts are, Cyrillic, Greek, Hebrew and Arabic ones are not. On a Latin layout every key keeps its
/// own keysym. On another the key's keysym in the first Latin group stands in for it: for the letters and also for
/// the signs, so that Ctrl+[ works where "[" types a Cyrillic letter. Where no group is Latin, what is printed on most
/// keyboards stands in: the layout of the United States.
struct LatinFallback {
  /// X allows four.
  static let groupCount = 4
  private let isLatin: [Bool]

  /// From a keymap: `symbol(keycode, group)` is the keysym without modifiers, 0 where the key has none in that group.
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

  /// The keysym of the key in the active group, or in the first Latin one where the active group is of another
  /// script. 0 where the key has none.
  func keysym(keycode: Int, group: Int, symbol: (_ keycode: Int, _ group: Int) -> UInt32) -> UInt32 {
    // Keys that are the same in all layouts (Return, F1) are in group 0 only.
    let active = symbol(keycode, group)
    let own = active != 0 ? active : symbol(keycode, 0)
    if isLatin.indices.contains(group), isLatin[group] { return own }
    guard let latin = isLatin.firstIndex(of: true) else { return Self.printed[keycode] ?? own }
    let substitute = symbol(keycode, latin)
    return substitute != 0 ? substitute : own
  }

  /// The keys of letters and signs as every X server on Linux numbers them (xkeyboard-config, keycodes/evdev).
  private static let printed: [Int: UInt32] = {
    var all: [Int: UInt32] = [:]
    for (first, row) in [(10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (52, "zxcvbnm,./")] {
      for (i, scalar) in row.unicodeScalars.enumerated() { all[first + i] = scalar.value }
    }
    return all
  }()
}
