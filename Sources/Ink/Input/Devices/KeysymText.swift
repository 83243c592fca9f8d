/// The text of X's keysyms, for keyboards without an input method.
///
/// Source: X Window System Protocol, appendix A "KEYSYM Encoding": Latin 1 keysyms are their code
/// points, keysyms from 0x01000100 on are code points plus 0x01000000, and older scripts have
/// blocks of their own (keysymdef.h).
public enum KeysymText {
  /// The text that a key with this keysym types; empty for none and for control characters.
  public static func text(of keysym: UInt32) -> String {
    switch keysym {
    case 0x20...0x7e, 0xa0...0xff: scalar(keysym)
    case 0x0100_0100...0x0110_ffff: scalar(keysym - 0x0100_0000)
    case 0xff80: " "  // KP_Space
    case 0xffaa...0xffb9: scalar(keysym - 0xff80)  // the keypad's * + , - . / and digits, as in ASCII
    case 0xffbd: "="  // KP_Equal
    default: legacy(keysym)
    }
  }

  private static func scalar(_ code: UInt32) -> String { Unicode.Scalar(code).map { String(Character($0)) } ?? "" }

  private static func legacy(_ keysym: UInt32) -> String {
    let block = keysym >> 8
    let place = keysym & 0xff
    switch block {
    // Arabic, Hebrew and Thai have the order of Unicode's blocks.
    case 0x05 where (0xac...0xf2).contains(place): return scalar(0x0600 + place - 0xa0)
    case 0x0c where (0xe0...0xfa).contains(place): return scalar(0x05d0 + place - 0xe0)
    case 0x0d where (0xa1...0xf9).contains(place): return scalar(0x0e00 + place - 0xa0)
    default:
      guard let scalars = blocks[block], place >= 0xa0, Int(place - 0xa0) < scalars.count else { return "" }
      let scalar = scalars[Int(place - 0xa0)]
      return scalar == " " ? "" : String(Character(scalar))
    }
  }

  /// By block, the scalars from 0xa0 on; a space for none.
  private static let blocks: [UInt32: [Unicode.Scalar]] = [
    0x01: Array(  // Latin 2
      " Ą˘Ł ĽŚ  ŠŞŤŹ ŽŻ ą˛ł ľśˇ šşťź˝žżŔ  Ă ĹĆ Č Ę Ě  ĎĐŃŇ  Ő  ŘŮ Ű  Ţ ŕ  ă ĺć č ę ě  ďđńň  ő  řů ű  ţ˙".unicodeScalars),
    0x02: Array(  // Latin 3
      " Ħ    Ĥ  İ ĞĴ    ħ    ĥ  ı ğĵ        ĊĈ              Ġ  Ĝ    ŬŜ      ċĉ              ġ  ĝ    ŭŝ".unicodeScalars),
    0x03: Array(  // Latin 4
      "  ĸŖ ĨĻ   ĒĢŦ      ŗ ĩļ   ēģŧŊ ŋĀ      Į    Ė  Ī ŅŌĶ     Ų   ŨŪ ā      į    ė  ī ņōķ     ų   ũū".unicodeScalars),
    0x04: Array(  // Kana
      " 。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜".unicodeScalars),
    0x06: Array(  // Cyrillic
      " ђѓёєѕіїјљњћќґўџ№ЂЃЁЄЅІЇЈЉЊЋЌҐЎЏюабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ".unicodeScalars),
    0x07: Array(  // Greek
      " ΆΈΉΊΪ ΌΎΫ Ώ  ΅― άέήίϊΐόύϋΰώ     ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣ ΤΥΦΧΨΩ       αβγδεζηθικλμνξοπρσςτυφχψω".unicodeScalars),
    0x08: Array(  // Technical
      " ⎷┌─⌠⌡│⎡⎣⎤⎦⎛⎝⎞⎠⎨⎬           ≤≠≥∫∴∝∞  ∇  ∼≃   ⇔⇒≡      √   ⊂⊃∩∪∧∨               ∂      ƒ    ←↑→↓".unicodeScalars),
    0x0a: Array(  // Publishing
      "         —– ␣ …‥⅓⅔⅕⅖⅗⅘⅙⅚℅  ‒〈.〉    ⅛⅜⅝⅞  ™☓ ◁▷○▯‘’“”℞‰′″ ✝ ▬◀▶●▮◦▫▭△▽☆•▪▲▼☜☞♣♦♥ ✠†‡✓✗♯♭♂♀☎⌕℗‸‚„".unicodeScalars),
    0x13: Array(  // Latin 9
      "                            ŒœŸ".unicodeScalars),
    0x20: Array(  // Currency
      "            €".unicodeScalars),
  ]
}
