import Archive
import Language
import Raster

/// Lossless compression of masks.
public enum MaskCoding {
  /// Encodes the mask's size, then a byte for each tile, then the compressed rows of the tiles that
  /// are neither empty nor full.
  public static func encoded(_ mask: Mask) throws(ArchiveError) -> [UInt8] {
    var inner = ByteWriter()
    for tile in 0..<(mask.columns * mask.rows) {
      switch mask.share(ofTile: tile) {
      case .none: inner.write(UInt8(0))
      case .all: inner.write(UInt8(1))
      case .some: inner.write(UInt8(2))
      }
    }
    for tile in 0..<(mask.columns * mask.rows) where mask.share(ofTile: tile) == .some {
      // Differences between rows; most are 0.
      var last: UInt64 = 0
      for word in mask.words(ofTile: tile) {
        inner.write(word ^ last)
        last = word
      }
    }
    var writer = ByteWriter()
    writer.writeCompact(UInt64(mask.width))
    writer.writeCompact(UInt64(mask.height))
    writer.writeCompact(UInt64(inner.bytes.count))
    writer.write(raw: try Deflate.packed(inner.bytes.span, level: 6))
    return writer.bytes
  }

  /// Decodes a mask. `width` and `height` are its expected size, px.
  /// - Throws: if the bytes are not the output of `encoded`, or the mask has another size.
  public static func decoded(_ bytes: [UInt8], width: Int, height: Int) throws(PayloadError) -> Mask {
    var outer = ByteReader(bytes)
    let (w, h, size) = (try outer.readCompact(), try outer.readCompact(), try outer.readCompact())
    guard w == UInt64(width), h == UInt64(height) else { throw PayloadError(translated("a mask is of another size")) }
    var mask = Mask(width: width, height: height)
    let count = mask.columns * mask.rows
    // Deflate compresses at most 1032 to 1, so the claimed size is bounded by the input's size.
    guard size >= UInt64(count), size <= UInt64(count) * 513, size / 1032 <= UInt64(outer.remaining) else {
      throw PayloadError(translated("a mask's size is invalid"))
    }
    let packed = Array(try outer.readRaw(outer.remaining))
    let inner: [UInt8]
    do throws(ArchiveError) { inner = try Deflate.unpacked(packed.span, count: Int(size)) } catch {
      throw PayloadError(error.description)
    }
    var reader = ByteReader(inner)
    let shares = Array(try reader.readRaw(count))
    for (tile, share) in shares.enumerated() {
      switch share {
      case 0: continue
      case 1: mask.setTile(tile, isFull: true)
      case 2:
        var words: [UInt64] = []
        words.reserveCapacity(Tile.size)
        for _ in 0..<Tile.size { words.append(try reader.read(UInt64.self) ^ (words.last ?? 0)) }
        mask.setWords(words, ofTile: tile)
      default: throw PayloadError(translated("a mask's tile is invalid"))
      }
    }
    try reader.finish()
    return mask
  }
}
