import Archive
import Geometry
import Journal
import Language
import Raster

/// The pixels that a painted stroke changed, as they are after it: the stroke's result, which counts
/// more than painting it again.
///
/// Coding: the size of the following bytes before compression, their digest, then the compressed
/// bytes: for each tile its index (LEB128) and a word of its changed rows; for each such row a word of
/// its changed pixels; the pixels. A bit for a row or a pixel, the first one lowest.
struct PaintedPixels: Sendable {
  /// The changed tiles, in the order of their indices.
  private var tiles: [(index: Int, rows: [(row: Int, columns: UInt64)], pixels: [UInt32])] = []

  /// The most bytes before compression: a million tiles of an endless canvas.
  private static let limit = 1 << 34

  /// The differences of some tiles; nil is a transparent tile.
  init(_ changes: some Sequence<(index: Int, before: Tile?, after: Tile?)>) {
    let none = Tile()
    for change in changes.sorted(by: { $0.index < $1.index }) {
      let (before, after) = (change.before ?? none, change.after ?? none)
      var rows: [(Int, UInt64)] = []
      var pixels: [UInt32] = []
      let (old, new) = (before.pixels.span, after.pixels.span)
      for row in 0..<Tile.size {
        var columns: UInt64 = 0
        for column in 0..<Tile.size where old[row << Tile.shift | column] != new[row << Tile.shift | column] {
          columns |= 1 << UInt64(column)
          pixels.append(new[row << Tile.shift | column])
        }
        if columns != 0 { rows.append((row, columns)) }
      }
      if !rows.isEmpty { tiles.append((change.index, rows, pixels)) }
    }
  }

  /// An image's tiles with these pixels set; a transparent tile is nil. Returns nil if a tile or a pixel
  /// lies outside the image.
  func tiles(on image: TileGrid) -> [(index: Int, tile: Tile?)]? {
    var result: [(Int, Tile?)] = []
    for (index, rows, pixels) in tiles {
      guard index < image.slotCount else { return nil }
      let square = image.bounds(ofTile: index)
      var tile = image[index] ?? Tile()
      var at = 0
      for (row, columns) in rows {
        guard row < square.height, (columns >> UInt64(square.width - 1)) >> 1 == 0 else { return nil }
        var rest = columns
        while rest != 0 {
          tile[rest.trailingZeroBitCount, row] = pixels[at]
          rest &= rest - 1
          at += 1
        }
      }
      result.append((index, tile.isTransparent ? nil : tile))
    }
    return result
  }

  /// Appends the coding.
  /// - Throws: if memory is short.
  func write(to writer: inout ByteWriter) throws(ArchiveError) {
    var plain = ByteWriter()
    for (index, rows, pixels) in tiles {
      plain.writeCompact(UInt64(index))
      var mask: UInt64 = 0
      for (row, _) in rows { mask |= 1 << UInt64(row) }
      plain.write(mask)
      for (_, columns) in rows { plain.write(columns) }
      plain.reserve(4 * pixels.count)
      for pixel in pixels { plain.write(pixel) }
    }
    writer.writeCompact(UInt64(plain.bytes.count))
    writer.write(Self.digest(plain.bytes))
    writer.write(counted: try Deflate.packed(plain.bytes.span))
  }

  /// Reads the coding.
  /// - Throws: if it is damaged.
  init(_ reader: inout ByteReader) throws(PayloadError) {
    let (count, digest) = (try reader.readCompact(), try reader.read(UInt32.self))
    let packed = try reader.readCounted()
    // Deflate packs at most 1032 bytes into one.
    guard count <= Self.limit, count <= 1040 * UInt64(packed.count) + 1040,
      let bytes = try? Deflate.unpacked(packed.span, count: Int(count)), Self.digest(bytes) == digest
    else { throw PayloadError(translated("the pixels of a stroke are damaged")) }
    var plain = ByteReader(bytes)
    var last = -1
    while plain.remaining > 0 {
      let index = try plain.readCompact()
      var mask = try plain.read(UInt64.self)
      guard index < JournalEntry.mostTiles, Int(index) > last, mask != 0 else {
        throw PayloadError(translated("a tile's position is invalid"))
      }
      last = Int(index)
      var rows: [(Int, UInt64)] = []
      var sum = 0
      while mask != 0 {
        let columns = try plain.read(UInt64.self)
        guard columns != 0 else { throw PayloadError(translated("the pixels of a stroke are damaged")) }
        rows.append((mask.trailingZeroBitCount, columns))
        sum += columns.nonzeroBitCount
        mask &= mask - 1
      }
      guard 4 * sum <= plain.remaining else { throw .cutShort }
      var pixels: [UInt32] = []
      pixels.reserveCapacity(sum)
      for _ in 0..<sum {
        let pixel = try plain.read(UInt32.self)
        let alpha = pixel >> 24
        guard pixel & 255 <= alpha, pixel >> 8 & 255 <= alpha, pixel >> 16 & 255 <= alpha else {
          throw PayloadError(translated("the pixels of a stroke are damaged"))
        }
        pixels.append(pixel)
      }
      tiles.append((last, rows, pixels))
    }
  }

  private static func digest(_ bytes: [UInt8]) -> UInt32 {
    var digest = PixelDigest()
    for byte in bytes { digest.add(UInt64(byte)) }
    return digest.value
  }
}
