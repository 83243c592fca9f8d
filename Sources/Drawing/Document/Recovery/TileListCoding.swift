import Archive
import Journal
import Language
import Raster

/// A list of tiles as records: all but the last are `.part`s.
struct TileListCoding {
  private var payloads: [JournalPayload] = []
  private var part = ByteWriter()
  private var count = 0

  init() {}

  /// Adds a tile; nil is a missing tile.
  mutating func add(_ key: TileKey, _ tile: Tile?) throws(ArchiveError) {
    part.writeCompact(key.surface.number)
    part.writeCompact(UInt64(key.index))
    part.write(counted: try TileCoding.encoded(tile))
    count += 1
    if part.bytes.count >= JournalEntry.partSize {
      payloads.append(JournalPayload(type: .part, bytes: list(after: [])))
      (part, count) = (ByteWriter(), 0)
    }
  }

  private func list(after head: [UInt8], version: UInt8 = JournalEntry.version) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(version)
    writer.write(raw: head)
    writer.writeCompact(UInt64(count))
    writer.write(raw: part.bytes)
    return writer.bytes
  }

  /// Returns all records; `head` is the other content of the last one, which has a version.
  mutating func finish(
    _ type: JournalEntry, head: [UInt8], version: UInt8 = JournalEntry.version
  ) -> [JournalPayload] {
    payloads + [JournalPayload(type: type, bytes: list(after: head, version: version))]
  }

  /// Returns all tiles of layers as records of type `.part`.
  static func parts(_ layers: LayerTree) throws(ArchiveError) -> [JournalPayload] {
    var list = TileListCoding()
    for layer in layers {
      for surface in layer.surfaces {
        let image = layer[surface.plane]
        for index in image.tileIndices {
          if let tile = image[index] { try list.add(TileKey(surface, index: index), tile) }
        }
      }
    }
    return list.finish(.part, head: [])
  }

  /// Reads the list of tiles at the end of a record. The tiles stay compressed.
  /// - Throws: `PayloadError` if the list is damaged.
  static func tiles(_ reader: inout ByteReader) throws(PayloadError) -> [(key: TileKey, bytes: [UInt8])] {
    let count = try reader.readCount(ofSize: 3)
    var tiles: [(TileKey, [UInt8])] = []
    tiles.reserveCapacity(count)
    for _ in 0..<count {
      let surface = SurfaceID(number: try reader.readCompact())
      let index = try reader.readCompact()
      guard index < JournalEntry.mostTiles else { throw PayloadError(translated("a tile's position is invalid")) }
      tiles.append((TileKey(surface, index: Int(index)), try reader.readCounted()))
    }
    try reader.finish()
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
