/// Percent encoding: some bytes become `%` and two hexadecimal digits (RFC 3986, section 2.1).
public enum PercentText {
  /// Encodes bytes as ASCII, with upper-case digits.
  /// - Parameter plain: the bytes that are not encoded, in addition to letters and digits.
  public static func text(of bytes: [UInt8], plain: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Set(plain)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      if isLetterOrDigit(byte) || plain.contains(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text. Nil if a `%` is not followed by two digits.
  public static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
