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
