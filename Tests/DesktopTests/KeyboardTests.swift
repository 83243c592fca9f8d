import Testing

@testable import Desktop

@Suite("The Latin keysym of a key")
struct LatinFallbackTests {
  // Keycodes of the letter keys as evdev numbers them, upper row first, with what three layouts have on them.
  private static let rows = [24...35, 38...48, 52...61]
  private static let us = ["qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"]
  private static let german = ["qwertzuiopü+", "asdfghjklöä", "yxcvbnm,.-"]
  private static let russian = ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю."]
  private static let escape = 9

  /// A keymap of these layouts; Latin 1 as X writes it, other scripts as Unicode keysyms. Escape is in the first
  /// group only.
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

  @Test("Where no layout is Latin a key keeps its own keysym")
  func onlyCyrillic() {
    #expect(latin([Self.russian], keycode: 52, group: 0) == 0x0100_044f)
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

@Suite("What keysyms type")
struct KeysymTextTests {
  @Test(
    "Keysyms of every block, as keysymdef.h lists them",
    arguments: [
      (0x20, " "), (0x41, "A"), (0x7e, "~"), (0xa0, "\u{a0}"), (0xe9, "é"), (0xff, "ÿ"), (0x01a1, "Ą"), (0x01b5, "ľ"),
      (0x01ff, "˙"), (0x02a1, "Ħ"), (0x02fe, "ŝ"), (0x03a2, "ĸ"), (0x03bf, "ŋ"), (0x04b1, "ア"), (0x04df, "゜"),
      (0x05ac, "،"), (0x05c7, "ا"), (0x05f2, "\u{652}"), (0x06c1, "а"), (0x06d1, "я"), (0x06ff, "Ъ"), (0x06a4, "є"),
      (0x07e1, "α"), (0x07f3, "ς"), (0x07f9, "ω"), (0x07c1, "Α"), (0x08fb, "←"), (0x08fe, "↓"), (0x0aa9, "—"),
      (0x0aae, "…"),
      (0x0ce0, "א"), (0x0cfa, "ת"), (0x0da1, "ก"), (0x0df9, "๙"), (0x13bc, "Œ"), (0x13be, "Ÿ"), (0x20ac, "€"),
      (0x0100_0173, "ų"), (0x0100_7b46, "筆"), (0x0101_f58c, "🖌"), (0xff80, " "), (0xffab, "+"), (0xffae, "."),
      (0xffb0, "0"), (0xffb9, "9"), (0xffbd, "="),
    ] as [(UInt32, String)])
  func types(_ keysym: UInt32, _ text: String) { #expect(KeysymText.text(of: keysym) == text) }

  @Test(
    "Function keys, modifiers, dead keys, gaps in blocks and nonsense type nothing",
    arguments: [
      0, 0x0a, 0x7f, 0x90, 0x01a4, 0x01a0, 0x04e0, 0x05ab, 0x0cdf, 0x0dfb, 0x13bf, 0x20ad, 0xff0d, 0xff1b, 0xff8d,
      0xffbe,
      0xffe1, 0xfe51, 0xffff, 0x0100_d800, 0x0110_ffff + 1, .max,
    ] as [UInt32])
  func typesNothing(_ keysym: UInt32) { #expect(KeysymText.text(of: keysym) == "") }
}
