import Archive
import Journal
import Language
import Raster

/// Encodes tiles: their number, then for each its surface (LEB128), its index (LEB128) and its counted bytes
/// (`TileCoding`).
package enum TileListCoding {
  static func write(_ tiles: [(key: TileKey, bytes: [UInt8])], to writer: inout ByteWriter) {
    writer.writeCompact(UInt64(tiles.count))
    for (key, bytes) in tiles { write(key, bytes, to: &writer) }
  }

  /// Appends a tile of a list.
  package static func write(_ key: TileKey, _ bytes: [UInt8], to writer: inout ByteWriter) {
    writer.writeCompact(key.surface.number)
    writer.writeCompact(UInt64(key.index))
    writer.write(counted: bytes)
  }

  /// Reads tiles. They stay compressed.
  /// - Throws: if the list is damaged.
  package static func tiles(_ reader: inout ByteReader) throws(PayloadError) -> [(key: TileKey, bytes: [UInt8])] {
    let count = try reader.readCount(ofSize: 3)
    var tiles: [(TileKey, [UInt8])] = []
    tiles.reserveCapacity(count)
    for _ in 0..<count {
      let surface = SurfaceID(number: try reader.readCompact())
      let index = try reader.readCompact()
      guard index < TileKey.indexLimit else { throw PayloadError(translated("a tile's position is invalid")) }
      tiles.append((TileKey(surface, index: Int(index)), try reader.readCounted()))
    }
    return tiles
  }
}

/// Encodes a change of the selection within a record.
enum SelectionCoding {
  /// Writes a selection. The outer nil means that it did not change, the inner nil that nothing is
  /// selected.
  static func write(_ selection: Mask??, to writer: inout ByteWriter) throws(ArchiveError) {
    switch selection {
    case .none: writer.write(UInt8(0))
    case .some(.none): writer.write(UInt8(1))
    case .some(.some(let mask)):
      writer.write(UInt8(2))
      writer.write(counted: try MaskCoding.encoded(mask))
    }
  }

  static func read(
    _ reader: inout ByteReader, width: Int, height: Int
  ) throws(PayloadError) -> Mask?? {
    switch try reader.read(UInt8.self) {
    case 0: return .none
    case 1: return .some(.none)
    case 2: return .some(.some(try MaskCoding.decoded(try reader.readCounted(), width: width, height: height)))
    default: throw PayloadError(translated("a selection is encoded incorrectly"))
    }
  }
}
