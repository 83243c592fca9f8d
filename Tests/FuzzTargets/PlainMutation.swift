import RandomSource

/// Random changes to unstructured bytes, as by damaged disks, and values that often break parsers.
public enum PlainMutation {
  /// Extreme numbers and the delimiters of the text formats.
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

  /// Makes one to six changes.
  public static func apply(_ bytes: inout [UInt8], _ rng: inout RandomSource) {
    for _ in 0..<(rng.isOne(in: 3) ? rng.roll(2...6) : 1) { change(&bytes, &rng) }
  }

  private static func change(_ bytes: inout [UInt8], _ rng: inout RandomSource) {
    guard !bytes.isEmpty else { return bytes = [UInt8(rng.roll(0...255))] }
    let at = rng.roll(0..<bytes.count)
    let span = at..<min(bytes.count, at + rng.roll(1...(rng.isOne(in: 4) ? 400 : 12)))
    switch rng.roll(0...9) {
    case 0, 1: bytes[at] ^= 1 << UInt8(rng.roll(0...7))
    case 2: bytes[at] = UInt8(rng.roll(0...255))
    case 3: bytes.removeSubrange(span)
    case 4: bytes.insert(contentsOf: Array(bytes[span]), at: rng.roll(0...bytes.count))
    case 5: bytes.insert(contentsOf: words[rng.roll(0..<words.count)], at: at)
    case 6: bytes.replaceSubrange(span, with: words[rng.roll(0..<words.count)])
    case 7: bytes.removeSubrange(at...)
    case 8: bytes[at] = bytes[at] &+ UInt8(truncatingIfNeeded: rng.roll(-8...8))
    default:
      let number = edges[rng.roll(0..<edges.count)]
      let size = 1 << rng.roll(0...3)
      let isBigEndian = rng.isOne(in: 2)
      for i in 0..<size where at + i < bytes.count {
        let shift = UInt64(8 * (isBigEndian ? size - 1 - i : i))
        bytes[at + i] = UInt8(truncatingIfNeeded: number >> shift)
      }
    }
  }
}
