import Archive
import Journal
import Language
import Raster

/// An image's tiles as bytes: their number, then each tile's index (LEB128) and its coding.
extension TileGrid {
  /// The most tiles of an image in a file: 268 megapixels. A tile of one colour takes 9 bytes of a
  /// record and 16 KiB of memory, a deep one 13 bytes and 32 KiB.
  package static let mostTilesInFile = 1 << 16

  /// Appends the coding.
  /// - Throws: if memory is short.
  package func write(to writer: inout ByteWriter) throws(ArchiveError) {
    writer.writeCompact(UInt64(tileCount))
    for index in tileIndices {
      writer.writeCompact(UInt64(index))
      writer.write(counted: try TileCoding.encoded(self[index]))
    }
  }

  /// Reads the tiles of an image of this size.
  /// - Throws: if the coding is damaged, or has more tiles than `limit`.
  package mutating func read(_ reader: inout ByteReader, limit: Int = .max) throws(PayloadError) {
    let count = try reader.readCount(ofSize: 2)
    guard count <= limit else { throw PayloadError(translated("a pasted picture is too large")) }
    for _ in 0..<count {
      let index = try reader.readCompact()
      guard index < UInt64(slotCount) else { throw PayloadError(translated("a tile's position is invalid")) }
      self[Int(index)] = try TileCoding.decoded(try reader.readCounted())
    }
  }
}
