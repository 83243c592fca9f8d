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
