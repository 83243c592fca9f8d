/// Base64 encoding (RFC 4648, section 4).
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Encodes bytes, padded with "=".
  public static func text(of bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let count = min(3, bytes.endIndex - at)
      var word = 0
      for i in 0..<3 { word = word << 8 | (i < count ? Int(bytes[at + i]) : 0) }
      for i in 0..<4 { text.append(i <= count ? alphabet[word >> (18 - 6 * i) & 63] : UInt8(ascii: "=")) }
      at += count
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Base64 {
  /// Decodes a text; nil if it is not one, padding included.
  public static func bytes(of text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    for at in stride(from: 0, to: text.count, by: 4) {
      var (word, count) = (0, 4)
      for i in 0..<4 {
        let value = values[Int(text[at + i])]
        if value >= 0, count == 4 {
          word = word << 6 | Int(value)
        } else {
          // Padding, at the end only.
          guard text[at + i] == UInt8(ascii: "="), at + 4 == text.count, i >= 2 else { return nil }
          count = min(count, i)
          word <<= 6
        }
      }
      for i in 0..<(count - 1) { bytes.append(UInt8(truncatingIfNeeded: word >> (16 - 8 * i))) }
    }
    return bytes
  }

  /// The value of each character; -1 for others.
  private static let values: [Int8] = {
    var values = [Int8](repeating: -1, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = Int8(value) }
    return values
  }()
}
