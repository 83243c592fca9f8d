import Testing

@testable import Input

@Suite("text of keysyms")
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
