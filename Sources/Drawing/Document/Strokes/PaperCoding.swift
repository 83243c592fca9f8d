import Archive
import Ink
import Journal
import Language

/// Encodes papers: width and height (LEB128), then the heights, compressed.
enum PaperCoding {
  /// - Throws: if memory is short.
  static func encoded(_ texture: PaperTexture) throws(ArchiveError) -> [UInt8] {
    var writer = ByteWriter()
    for value in [texture.width, texture.height] { writer.writeCompact(UInt64(value)) }
    let heights = texture.heights
    writer.write(raw: try Deflate.packed(heights.span, level: 6))
    return writer.bytes
  }

  /// - Throws: if the bytes are not from `encoded`.
  static func decoded(_ bytes: [UInt8]) throws(PayloadError) -> PaperTexture {
    var reader = ByteReader(bytes)
    let size = (try reader.readCompact(), try reader.readCompact())
    let packed = Array(try reader.readRaw(reader.remaining))
    guard let width = Int(exactly: size.0), let height = Int(exactly: size.1),
      PaperTexture.isPossible(width: width, height: height),
      let heights = try? Deflate.unpacked(packed.span, count: width * height),
      let texture = PaperTexture(width: width, height: height, heights: heights)
    else { throw PayloadError(translated("the paper of a brush is damaged")) }
    return texture
  }
}

extension ByteWriter {
  /// Writes a brush's paper; `number` is that of the record that has its texture.
  mutating func write(_ paper: Brush.Paper, _ number: UInt64) {
    writeCompact(number)
    write(paper.strength)
    write(paper.scale)
  }
}

extension ByteReader {
  /// Reads a brush's paper; `texts` has textures.
  mutating func readPaper(_ texts: BrushTexts) throws(PayloadError) -> Brush.Paper {
    guard case .paper(let texture) = texts[try readCompact()] else {
      throw PayloadError(translated("the paper of a brush is missing"))
    }
    let (strength, scale) = (try readDouble(in: 0...1), try readDouble(in: Brush.Paper.scales))
    return Brush.Paper(texture, strength: strength, scale: scale)
  }
}
