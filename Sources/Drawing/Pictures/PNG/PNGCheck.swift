import Archive

/// What of a PNG image in memory is undamaged, by the checksums of its chunks. Decodes nothing.
public struct PNGCheck {
  /// Whether the header, which has the size, is undamaged.
  public private(set) var hasHeader = false
  /// The number of bytes at the start that are undamaged. Where the image is cut, they include the part of the last
  /// chunk, whose checksum is missing.
  public private(set) var count = 0
  /// Whether the image is complete: the undamaged bytes reach to its end.
  public private(set) var isWhole = false

  /// The number of bytes that have the header.
  public static let headerSize = 33
  private static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// Checks an image, or its first bytes.
  public init(_ bytes: [UInt8]) {
    guard bytes.starts(with: PNGDecoder.signature) else { return }
    count = PNGDecoder.signature.count
    // A chunk has a length, a name, its content and a checksum.
    while !isWhole {
      let rest = bytes.count - count - 12
      let length = rest >= 0 ? Self.number(bytes, at: count) : 0
      guard rest >= length else {
        // Either the image is cut here, or the length is damaged.
        if !bytes.suffix(Self.end.count).elementsEqual(Self.end) { count = bytes.count }
        return
      }
      let (start, stop) = (count + 4, count + 8 + length)
      let name = bytes[start..<start + 4]
      let checksum = CRC32.checksum(bytes.span.extracting(start..<stop))
      // Other chunks do not change the pixels. Their names begin with a small letter.
      let isNeeded = bytes[start] & 0x20 == 0 || name.elementsEqual("tRNS".utf8)
      if isNeeded, UInt32(truncatingIfNeeded: Self.number(bytes, at: stop)) != checksum { return }
      if !hasHeader {
        guard length == 13, name.elementsEqual("IHDR".utf8) else { return }
        hasHeader = true
      }
      count = stop + 4
      isWhole = name.elementsEqual("IEND".utf8)
    }
  }

  private static func number(_ bytes: [UInt8], at index: Int) -> Int {
    bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
