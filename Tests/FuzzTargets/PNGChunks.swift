import Archive
import RandomSource

/// A PNG image split into its chunks, for changes with right checksums.
struct PNGChunks {
  var chunks: [(type: [UInt8], content: [UInt8])] = []

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let types = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "pHYs", "gAMA", "iCCP", "zTXt", "sBIT", "bKGD", "cHRM", "cICP", "sRGB",
    "eXIf",
  ]

  /// Creates an image of chunks with these types, of four letters, and contents.
  init(_ chunks: [(type: String, content: [UInt8])]) { self.chunks = chunks.map { (Array($0.type.utf8), $0.content) } }

  /// Reads the chunks of an image, up to the last whole one. Returns nil without the signature.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    var at = 8
    while at + 12 <= bytes.count {
      let count = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard count <= bytes.count - at - 12 else { break }
      chunks.append((Array(bytes[at + 4..<at + 8]), Array(bytes[at + 8..<at + 8 + count])))
      at += 12 + count
    }
    if chunks.isEmpty { return nil }
  }

  /// The content of the first chunk of a type, or nil.
  func content(of type: String) -> [UInt8]? { chunks.first { $0.type.elementsEqual(type.utf8) }?.content }

  /// A number in PNG's format: four bytes, big-endian.
  static func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

  /// The image with another width in its header, px; its rows are unchanged.
  func claiming(width: Int) -> PNGChunks {
    var other = self
    other.chunks[0].content.replaceSubrange(0..<4, with: Self.big(width))
    return other
  }

  var bytes: [UInt8] {
    chunks.reduce(into: Self.signature) { bytes, chunk in
      bytes += Self.big(chunk.content.count) + chunk.type + chunk.content
      bytes += Self.big(Int(CRC32.checksum(chunk.type + chunk.content)))
    }
  }

  /// Changes a chunk's content (rows also unpacked), type or position.
  mutating func mutate(_ rng: inout RandomSource, _ plain: FuzzTarget.Plain) {
    let i = rng.roll(0..<chunks.count)
    switch rng.roll(0...9) {
    case 0: chunks.insert(chunks[i], at: rng.roll(0...chunks.count))
    case 1: if chunks.count > 1 { chunks.remove(at: i) }
    case 2: chunks.swapAt(i, rng.roll(0..<chunks.count))
    case 3: chunks[i].type = Array(Self.types[rng.roll(0..<Self.types.count)].utf8)
    case 4: plain(&chunks[0].content, &rng)
    case 5, 6: mutateRows(&rng, plain)
    default: plain(&chunks[i].content, &rng)
    }
  }

  private mutating func mutateRows(_ rng: inout RandomSource, _ plain: FuzzTarget.Plain) {
    guard let first = chunks.firstIndex(where: { $0.type == Array("IDAT".utf8) }) else { return }
    let packed = chunks.filter { $0.type == chunks[first].type }.flatMap(\.content)
    guard var rows = unpacked(packed) else { return }
    plain(&rows, &rng)
    guard let again = try? Deflate.packed(rows.span) else { return }
    chunks.removeAll { $0.type == Array("IDAT".utf8) }
    chunks.insert((Array("IDAT".utf8), again), at: min(first, chunks.count))
  }

  /// The unpacked bytes of all rows. Returns nil if the header does not give their number, or the
  /// image is interlaced.
  private func unpacked(_ packed: [UInt8]) -> [UInt8]? {
    guard let header = chunks.first?.content, header.count == 13, header[12] == 0 else { return nil }
    func number(_ at: Int) -> Int { header[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let channels = [1, 1, 3, 1, 2, 1, 4][min(6, Int(header[9]))]
    let (width, height) = (number(0), number(4))
    guard (1...1000).contains(width), (1...1000).contains(height) else { return nil }
    return try? Deflate.unpacked(packed.span, count: height * (1 + (width * channels * Int(header[8]) + 7) / 8))
  }
}
