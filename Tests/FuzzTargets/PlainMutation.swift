import RandomSource

/// Random changes to bytes of which nothing is known: what a damaged disk does, and what tends to break parsers.
public enum PlainMutation {
  /// Numbers at the edges of what numbers can be, and the marks of the text formats.
  private static let words: [[UInt8]] = [
    "0", "-1", "1e308", "-1e308", "1e-320", "nan", "inf", "-0", "0x10", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "4294967296", "32767", "32768", "1000000000", "\n", "\r\n", "\r", "\t", "=", "\"", "#",
    "<", ">", "&", "]]>", "<!--", "<?xml", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "\u{0}", "\u{feff}", "\u{301}",
    "\u{202e}", "\u{1F58C}", "end\n", "lift\n", "brush ",
  ].map { Array($0.utf8) }

  private static let edges: [UInt64] = [
    0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
    0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000,
    0x7FEF_FFFF_FFFF_FFFF, 0xFFEF_FFFF_FFFF_FFFF,
  ]

  /// Changes one to a few places.
  public static func apply(_ bytes: inout [UInt8], _ random: inout RandomSource) {
    for _ in 0..<(random.isOne(in: 3) ? random.roll(2...6) : 1) { change(&bytes, &random) }
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout RandomSource) {
    guard !bytes.isEmpty else { return bytes = [UInt8(random.roll(0...255))] }
    let at = random.roll(0..<bytes.count)
    let span = at..<min(bytes.count, at + random.roll(1...(random.isOne(in: 4) ? 400 : 12)))
    switch random.roll(0...9) {
    case 0, 1: bytes[at] ^= 1 << UInt8(random.roll(0...7))
    case 2: bytes[at] = UInt8(random.roll(0...255))
    case 3: bytes.removeSubrange(span)
    case 4: bytes.insert(contentsOf: Array(bytes[span]), at: random.roll(0...bytes.count))
    case 5: bytes.insert(contentsOf: words[random.roll(0..<words.count)], at: at)
    case 6: bytes.replaceSubrange(span, with: words[random.roll(0..<words.count)])
    case 7: bytes.removeSubrange(at...)
    case 8: bytes[at] = bytes[at] &+ UInt8(truncatingIfNeeded: random.roll(-8...8))
    default:
      let number = edges[random.roll(0..<edges.count)]
      let size = 1 << random.roll(0...3)
      let isBigEndian = random.isOne(in: 2)
      for i in 0..<size where at + i < bytes.count {
        let shift = UInt64(8 * (isBigEndian ? size - 1 - i : i))
        bytes[at + i] = UInt8(truncatingIfNeeded: number >> shift)
      }
    }
  }
}
