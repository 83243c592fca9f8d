import Archive
import Ink
import Journal
import Language

/// Encodes the pictures of a tip: width, height and number (LEB128), then the masks, compressed.
enum TipCoding {
  /// - Throws: if memory is short.
  static func encoded(_ images: TipImages) throws(ArchiveError) -> [UInt8] {
    var writer = ByteWriter()
    for value in [images.width, images.height, images.count] { writer.writeCompact(UInt64(value)) }
    let masks = images.masks
    writer.write(raw: try Deflate.packed(masks.span, level: 6))
    return writer.bytes
  }

  /// - Throws: if the bytes are not from `encoded`.
  static func decoded(_ bytes: [UInt8]) throws(PayloadError) -> TipImages {
    var reader = ByteReader(bytes)
    let size = (try reader.readCompact(), try reader.readCompact(), try reader.readCompact())
    let packed = Array(try reader.readRaw(reader.remaining))
    guard let width = Int(exactly: size.0), let height = Int(exactly: size.1), let count = Int(exactly: size.2),
      TipImages.arePossible(width: width, height: height, count: count),
      let masks = try? Deflate.unpacked(packed.span, count: width * height * count),
      let images = TipImages(width: width, height: height, count: count, masks: masks)
    else { throw PayloadError(translated("the pictures of a brush are damaged")) }
    return images
  }
}
