import Archive

/// The texts of a PNG image: its chunks tEXt, zTXt and iTXt. Checksums are not verified.
struct PNGTexts {
  private let bytes: [UInt8]

  /// The greatest size of a text, uncompressed bytes.
  static let mostBytes = 32 << 20

  /// The texts of an image. Finding one takes time in proportion to the number of chunks.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The first text of a key, in UTF-8; nil without one, or if it is damaged.
  subscript(key: String) -> String? {
    let key = Array(key.utf8) + [0]
    var reader = BigEndianReader(bytes.dropFirst(8))
    while let length = try? reader.readCount(), let type = try? reader.readType(), let content = try? reader.raw(length)
    {
      if type.hasSuffix("Xt"), content.starts(with: key) { return Self.text(type, content.dropFirst(key.count)) }
      if type == "IEND" || (try? reader.raw(4)) == nil { return nil }
    }
    return nil
  }

  /// The text of a chunk.
  /// - Parameter content: the bytes behind its key.
  private static func text(_ type: String, _ content: ArraySlice<UInt8>) -> String? {
    switch type {
    case "tEXt": return ForeignTip.latin1(content)
    case "zTXt":
      guard content.first == 0 else { return nil }
      return unpacked(content.dropFirst()).map { ForeignTip.latin1($0) }
    case "iTXt":
      // Whether it is compressed, the method, the language, the translated key.
      let parts = content.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      guard content.first == 1 else { return String(decoding: parts[2], as: UTF8.self) }
      return unpacked(parts[2]).map { String(decoding: $0, as: UTF8.self) }
    default: return nil
    }
  }

  private static func unpacked(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    try? Deflate.unpacked(Array(content).span, most: mostBytes)
  }
}
