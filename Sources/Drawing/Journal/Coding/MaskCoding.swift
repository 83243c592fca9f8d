import Archive
import Language
import Raster

/// Lossless compression of masks.
public enum MaskCoding {
  /// From this number of tiles on, only those of a rectangle around the mask are encoded.
  private static let manyTiles = 1 << 20

  /// Encodes the mask's size, for a very large one the rectangle of tiles that follow, and
  /// compressed a byte for each tile (empty, full, with bits, with shares), then the rows of the tiles that are neither empty
  /// nor full: 8 bytes for bits, 64 for shares.
  public static func encoded(_ mask: Mask) throws(ArchiveError) -> [UInt8] {
    var inner = ByteWriter()
    let range = mask.slotCount < manyTiles ? TileRange(mask.extent) : TileRange(mask.bounds)
    let tiles = range.indices(columns: mask.columns)
    for tile in tiles {
      switch mask.share(ofTile: tile) {
      case .none: inner.write(UInt8(0))
      case .all: inner.write(UInt8(1))
      case .some: inner.write(UInt8(mask.isSoft(tile: tile) ? 3 : 2))
      }
    }
    for tile in tiles where mask.share(ofTile: tile) == .some {
      if mask.isSoft(tile: tile) {
        // Differences between neighbours in a row; most are small.
        var last: UInt8 = 0
        for share in mask.shares(ofTile: tile) {
          inner.write(share &- last)
          last = share
        }
        continue
      }
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
    if mask.slotCount >= manyTiles {
      for value in [range.columns.lowerBound, range.columns.count, range.rows.lowerBound, range.rows.count] {
        writer.writeCompact(UInt64(value))
      }
    }
    writer.writeCompact(UInt64(inner.bytes.count))
    writer.write(raw: try Deflate.packed(inner.bytes.span, level: 6))
    return writer.bytes
  }

  /// The size that encoded bytes claim for their mask, px; nil if they have none.
  package static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    var reader = ByteReader(bytes)
    guard let width = try? reader.readCompact(), let height = try? reader.readCompact() else { return nil }
    return (Int(clamping: width), Int(clamping: height))
  }

  /// Decodes a mask. `width` and `height` are its expected size, px.
  /// - Throws: if the bytes are not the output of `encoded`, or the mask has another size.
  public static func decoded(_ bytes: [UInt8], width: Int, height: Int) throws(PayloadError) -> Mask {
    var outer = ByteReader(bytes)
    let (w, h) = (try outer.readCompact(), try outer.readCompact())
    guard w == UInt64(width), h == UInt64(height) else { throw PayloadError(translated("a mask is of another size")) }
    var mask = Mask(width: width, height: height)
    var range = TileRange(mask.extent)
    if mask.slotCount >= manyTiles {
      let (left, across) = (try outer.readCompact(), try outer.readCompact())
      let (top, down) = (try outer.readCompact(), try outer.readCompact())
      let (columns, rows) = (UInt64(mask.columns), UInt64(mask.rows))
      guard left <= columns, across <= columns - left, top <= rows, down <= rows - top else {
        throw PayloadError(translated("a mask's size is invalid"))
      }
      range = TileRange(columns: Int(left)..<Int(left + across), rows: Int(top)..<Int(top + down))
    }
    let size = try outer.readCompact()
    let tiles = range.indices(columns: mask.columns)
    let count = tiles.count
    // Deflate compresses at most 1032 to 1, so the claimed size is bounded by the input's size.
    guard size >= UInt64(count), size <= UInt64(count) * UInt64(1 + Tile.count), size / 1032 <= UInt64(outer.remaining)
    else {
      throw PayloadError(translated("a mask's size is invalid"))
    }
    let packed = Array(try outer.readRaw(outer.remaining))
    let inner: [UInt8]
    do throws(ArchiveError) { inner = try Deflate.unpacked(packed.span, count: Int(size)) } catch {
      throw PayloadError(error.description)
    }
    var reader = ByteReader(inner)
    let shares = Array(try reader.readRaw(count))
    for (tile, share) in zip(tiles, shares) {
      switch share {
      case 0: continue
      case 1: mask.setTile(tile, isFull: true)
      case 2:
        var words: [UInt64] = []
        words.reserveCapacity(Tile.size)
        for _ in 0..<Tile.size { words.append(try reader.read(UInt64.self) ^ (words.last ?? 0)) }
        mask.setWords(words, ofTile: tile)
      case 3:
        var last: UInt8 = 0
        let shares = try reader.readRaw(Tile.count).map { difference in
          last = last &+ difference
          return last
        }
        mask.setShares(shares, ofTile: tile)
      default: throw PayloadError(translated("a mask's tile is invalid"))
      }
    }
    try reader.finish()
    return mask
  }
}
