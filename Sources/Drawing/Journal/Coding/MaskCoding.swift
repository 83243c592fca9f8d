import Archive
import Language
import Raster

/// A mask in few bytes.
public enum MaskCoding {
  /// The mask as bytes: its size, then a byte for each tile, then the rows of those that are neither empty nor full, packed.
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
      // As changes from row to row, of which most are none.
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

  /// The mask again.
  /// - Parameters: the size that it must have, px.
  /// - Throws: where the bytes are not what `encoded` makes, or are of a mask of another size.
  public static func decoded(_ bytes: [UInt8], width: Int, height: Int) throws(PayloadError) -> Mask {
    var outer = ByteReader(bytes)
    let (w, h, size) = (try outer.readCompact(), try outer.readCompact(), try outer.readCompact())
    guard w == UInt64(width), h == UInt64(height) else { throw PayloadError(translated("a mask is of another size")) }
    var mask = Mask(width: width, height: height)
    let count = mask.columns * mask.rows
    // Deflate packs at most 1032 to 1: so a claim cannot ask for more memory than its bytes deserve.
    guard size >= UInt64(count), size <= UInt64(count) * 513, size / 1032 <= UInt64(outer.remaining) else {
      throw PayloadError(translated("a mask's size is impossible"))
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
      default: throw PayloadError(translated("a mask's tile is neither empty nor full nor between"))
      }
    }
    try reader.finish()
    return mask
  }
}
