import Testing

@testable import Desktop

@Suite("The Latin keysym of a key")
struct LatinFallbackTests {
  // Keycodes of the letter keys (evdev numbers), upper row first, and the characters that three
  // layouts have on them.
  private static let rows = [24...35, 38...48, 52...61]
  private static let us = ["qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"]
  private static let german = ["qwertzuiopü+", "asdfghjklöä", "yxcvbnm,.-"]
  private static let russian = ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю."]
  private static let escape = 9

  /// A keymap of these layouts: Latin 1 as in X, other scripts as Unicode keysyms. Escape is only
  /// in the first group.
  private static func keymap(_ groups: [[String]]) -> (Int, Int) -> UInt32 {
    var symbols: [[Int: UInt32]] = []
    for layout in groups {
      var group: [Int: UInt32] = [:]
      for (keys, text) in zip(rows, layout) {
        for (keycode, character) in zip(keys, text.unicodeScalars) {
          group[keycode] = character.value < 0x100 ? character.value : 0x0100_0000 + character.value
        }
      }
      symbols.append(group)
    }
    symbols[0][escape] = 0xff1b
    return { keycode, group in symbols.indices.contains(group) ? symbols[group][keycode] ?? 0 : 0 }
  }

  private func latin(_ groups: [[String]], keycode: Int, group: Int) -> UInt32 {
    let symbol = Self.keymap(groups)
    return LatinFallback(keycodes: 8...255, symbol: symbol).keysym(keycode: keycode, group: group, symbol: symbol)
  }

  @Test("A Cyrillic layout's letters are those of the Latin layout beside it, whichever comes first")
  func cyrillic() {
    let z = 52
    #expect(latin([Self.us, Self.russian], keycode: z, group: 1) == 0x7a)
    #expect(latin([Self.russian, Self.us], keycode: z, group: 0) == 0x7a)
  }

  @Test("So are its signs: the key of [ types a letter there, and the key of / a full stop")
  func signs() {
    #expect(latin([Self.us, Self.russian], keycode: 34, group: 1) == 0x5b)
    #expect(latin([Self.us, Self.russian], keycode: 61, group: 1) == 0x2f)
  }

  @Test("A Latin layout keeps its own keys, also those that are not ASCII")
  func german() {
    #expect(latin([Self.us, Self.german], keycode: 52, group: 1) == 0x79)
    #expect(latin([Self.us, Self.german], keycode: 34, group: 1) == 0xfc)
    #expect(latin([Self.german, Self.us], keycode: 34, group: 0) == 0xfc)
  }

  @Test("The first Latin layout counts where there are several")
  func firstLatin() {
    #expect(latin([Self.russian, Self.german, Self.us], keycode: 52, group: 0) == 0x79)
  }

  @Test("Where no layout is Latin a key is what is printed on it, and other keys keep what they are")
  func onlyCyrillic() {
    #expect(latin([Self.russian], keycode: 52, group: 0) == 0x7a)
    #expect(latin([Self.russian], keycode: 34, group: 0) == 0x5b)
    #expect(latin([Self.russian], keycode: Self.escape, group: 0) == 0xff1b)
  }

  @Test("Keys that are in the first group only have it in all")
  func commonKeys() {
    for group in 0..<4 { #expect(latin([Self.russian, Self.us], keycode: Self.escape, group: group) == 0xff1b) }
  }

  @Test("A key without keysyms has none")
  func unknownKey() {
    #expect(latin([Self.us, Self.russian], keycode: 200, group: 1) == 0)
  }
}
