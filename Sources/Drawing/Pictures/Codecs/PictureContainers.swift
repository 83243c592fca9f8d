/// The segments of a JPEG file (ITU-T T.81, annex B) before its pixels.
public enum JPEGSegments {
  public static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// Reads the properties. Ignores what is damaged.
  public static func properties(of bytes: [UInt8]) -> PictureProperties {
    var properties = PictureProperties()
    var exif: ArraySlice<UInt8> = []
    var (parts, total): ([Int: ArraySlice<UInt8>], Int) = ([:], 0)
    forEach(bytes) { marker, content in
      switch marker {
      case 0xE0 where content.starts(with: Array("JFIF\0".utf8)) && content.count >= 12:
        let start = content.startIndex
        let (x, y) = (big(content, start + 8), big(content, start + 10))
        let unit = content[start + 7]
        if unit == 1 || unit == 2 {
          properties.resolution = Exif.resolution(Double(x), Double(y), perCentimetre: unit == 2)
        }
      case 0xE1 where content.starts(with: Array("Exif\0\0".utf8)): if exif.isEmpty { exif = content }
      case 0xE2 where content.starts(with: Array("ICC_PROFILE\0".utf8)) && content.count > 14:
        parts[Int(content[content.startIndex + 12])] = content.dropFirst(14)
        total = Int(content[content.startIndex + 13])
      case 0xEE where content.starts(with: Array("Adobe".utf8)): properties.isAdobe = true
      default: break
      }
    }
    Exif.read(exif, into: &properties)
    if total > 0, parts.count == total, (1...total).allSatisfy({ parts[$0] != nil }) {
      properties.profile = (1...total).flatMap { parts[$0] ?? [] }
      if properties.profile.count > PictureProperties.mostOfProfile { properties.profile = [] }
    }
    return properties
  }

  /// Passes each segment with its marker to `body`, up to the pixels.
  private static func forEach(_ bytes: [UInt8], _ body: (UInt8, ArraySlice<UInt8>) -> Void) {
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      let length = big(bytes[...], at + 2)
      guard marker != 0xDA, marker != 0xD9, length >= 2, at + 2 + length <= bytes.count else { return }
      body(marker, bytes[at + 4..<at + 2 + length])
      at += 2 + length
    }
  }

  private static func big(_ bytes: ArraySlice<UInt8>, _ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }

  /// Adds the density and the note that the colours are sRGB to an encoder's file.
  public static func marked(_ bytes: [UInt8], density: Double?) -> [UInt8] {
    // The encoder writes SOI and a JFIF segment of 18 bytes.
    guard bytes.count > 20, bytes[3] == 0xE0 else { return bytes }
    var head = Array(bytes[..<20])
    if let density {
      let value = Int(max(1, min(65535, density.rounded())))
      head[13] = 1
      for at in [14, 16] { (head[at], head[at + 1]) = (UInt8(value >> 8), UInt8(value & 255)) }
    }
    let exif = Array("Exif\0\0".utf8) + Exif.made(density: density)
    let length = exif.count + 2
    return head + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif + bytes[20...]
  }
}

/// The chunks of a WebP file (RIFF container, RFC 9649).
public enum WebPChunks {
  /// Whether a file begins like a WebP file.
  public static func isStart(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
  }

  /// Reads the properties. Ignores what is damaged.
  public static func properties(of bytes: [UInt8]) -> PictureProperties {
    var properties = PictureProperties()
    for chunk in chunks(of: bytes) {
      switch chunk.name {
      case "ICCP":
        if chunk.content.count <= PictureProperties.mostOfProfile { properties.profile = Array(chunk.content) }
      case "EXIF": Exif.read(chunk.content, into: &properties)
      default: break
      }
    }
    return properties
  }

  /// The chunks from an index on, up to one that is cut.
  private static func chunks(of bytes: [UInt8], from start: Int = 12) -> [(name: String, content: ArraySlice<UInt8>)] {
    var (found, at): ([(String, ArraySlice<UInt8>)], Int) = ([], start)
    while at + 8 <= bytes.count, found.count < 1000 {
      let size = bytes[at + 4..<at + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard size <= bytes.count - at - 8 else { break }
      found.append((String(decoding: bytes[at..<at + 4], as: UTF8.self), bytes[at + 8..<at + 8 + size]))
      at += 8 + size + size % 2
    }
    return found
  }

  /// Adds the density and the note that the colours are sRGB to an encoder's file.
  public static func marked(_ bytes: [UInt8], width: Int, height: Int, hasAlpha: Bool, density: Double?) -> [UInt8] {
    let images = chunks(of: bytes).filter { Self.images.contains($0.name) }
    // Flags: alpha 0x10, Exif 0x08.
    let head = [hasAlpha ? 0x18 : 0x08, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)
    var body = chunk("VP8X", head)
    for image in images { body += chunk(image.name, image.content) }
    body += chunk("EXIF", Exif.made(density: density))
    return file(body)
  }

  /// The first picture of an animation, as a file of its own, and its place on the animation's canvas; nil if there is
  /// none, or if it is cut.
  static func firstPicture(ofAnimation bytes: [UInt8]) -> (bytes: [UInt8], x: Int, y: Int)? {
    // Before the chunks of the picture: column and row divided by 2, width and height less 1, the time and flags.
    guard let frame = chunks(of: bytes).first(where: { $0.name == "ANMF" })?.content, frame.count > 16 else {
      return nil
    }
    func number(_ at: Int) -> Int { (0..<3).reduce(0) { $0 | Int(frame[frame.startIndex + at + $1]) << (8 * $1) } }
    let images = chunks(of: Array(frame.dropFirst(16)), from: 0).filter { Self.images.contains($0.name) }
    guard images.contains(where: { $0.name != "ALPH" }) else { return nil }
    // Without VP8X, a decoder does not expect the alpha of a lossy picture.
    let hasAlpha = images.contains { $0.name == "ALPH" }
    var body = hasAlpha ? chunk("VP8X", [0x10, 0, 0, 0] + frame.dropFirst(6).prefix(6)) : []
    for image in images { body += chunk(image.name, image.content) }
    return (file(body), 2 * number(0), 2 * number(3))
  }

  /// The chunks with pixels.
  private static let images = ["ALPH", "VP8 ", "VP8L"]

  private static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func chunk(_ name: String, _ content: some Collection<UInt8>) -> [UInt8] {
    Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private static func file(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
  }
}
