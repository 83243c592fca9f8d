extension XMLReader {
  /// Removes the characters that XML 1.0 forbids, also references to them: most control characters, U+FFFE and U+FFFF.
  /// Some programs write them, so that `read` would refuse their documents. O(n).
  /// - Parameter bytes: a document in UTF-8.
  public static func withoutForbidden(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      var skipped = 0
      if byte < 0x20 {
        skipped = isForbidden(UInt32(byte)) ? 1 : 0
      } else if byte == 0xEF, at + 2 < bytes.count, bytes[at + 1] == 0xBF, bytes[at + 2] >= 0xBE {
        skipped = 3
      } else if byte == UInt8(ascii: "&") {
        skipped = forbiddenReference(bytes[at...])
      }
      if skipped == 0 { result.append(byte) }
      at += max(1, skipped)
    }
    return result
  }

  /// The length of the reference to a forbidden character that bytes begin with, such as "&#x1F;"; 0 if there is none.
  private static func forbiddenReference(_ bytes: ArraySlice<UInt8>) -> Int {
    // Leading zeros can make one longer; no program writes that many.
    guard bytes.starts(with: "&#".utf8), let end = bytes.prefix(16).firstIndex(of: UInt8(ascii: ";")) else { return 0 }
    let digits = String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self)
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, isForbidden(number) else { return 0 }
    return end + 1 - bytes.startIndex
  }

  /// Whether XML 1.0 forbids a character (2.2).
  private static func isForbidden(_ number: UInt32) -> Bool {
    switch number {
    case 0x9, 0xA, 0xD: false
    case 0..<0x20, 0xFFFE, 0xFFFF: true
    default: Unicode.Scalar(number) == nil
    }
  }
}
