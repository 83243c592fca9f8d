import Archive
import Document
import Geometry
import Journal
import Language
import Pictures
import Raster

/// Pixels outside the canvas in a drawing's journal, one record for each layer.
extension OutsidePixels {
  /// The records.
  /// - Throws: if memory is short.
  func payloads() throws(ArchiveError) -> [JournalPayload] {
    var payloads: [JournalPayload] = []
    for (id, parts) in layers.sorted(by: { $0.key.number < $1.key.number }) {
      var writer = ByteWriter()
      writer.write(JournalEntry.version)
      writer.writeCompact(id.number)
      writer.writeCompact(UInt64(parts.count))
      for part in parts {
        writer.writeCompact(Int64(part.x))
        writer.writeCompact(Int64(part.y))
        writer.writeCompact(UInt64(part.image.width))
        writer.writeCompact(UInt64(part.image.height))
        try part.image.write(to: &writer)
      }
      payloads.append(JournalPayload(type: .outside, bytes: writer.bytes))
    }
    return payloads
  }

  /// Parses the record of a layer, whose parts have at most `limit` tiles.
  /// - Throws: if it is damaged, of a later version, or exceeds the limits.
  fileprivate static func layer(
    _ payload: [UInt8], limit: Int
  ) throws(PayloadError) -> (id: Layer.ID, parts: [Part]) {
    var reader = ByteReader(payload)
    try reader.expectVersion()
    let id = Layer.ID(try reader.readCompact())
    var (parts, left): ([Part], Int) = ([], limit)
    for _ in 0..<(try reader.readCount(ofSize: 5)) {
      let (x, y) = (try reader.readCompactSigned(), try reader.readCompactSigned())
      let (width, height) = (try reader.readCompact(), try reader.readCompact())
      let sides = 1...UInt64(ImageLimits.standard.side + Tile.size)
      guard max(x.magnitude, y.magnitude) <= UInt64(RasterStack.reach), sides.contains(width), sides.contains(height)
      else { throw PayloadError(translated("a number is out of range")) }
      var image = TileGrid(width: Int(width), height: Int(height))
      try image.read(&reader, limit: left)
      left -= image.tileCount
      parts.append(Part(image: image, x: Int(x), y: Int(y)))
    }
    try reader.finish()
    return (id, parts)
  }
}

/// The pixels outside the canvas in a journal. Damaged records are ignored.
struct OutsideTracker {
  private(set) var pixels = OutsidePixels()
  private var tileCount = 0

  mutating func handle(_ record: JournalRecord) {
    guard record.type == JournalEntry.outside.rawValue else { return }
    guard let layer = try? OutsidePixels.layer(record.payload, limit: OutsidePixels.mostTiles - tileCount) else {
      return
    }
    // A journal that was continued from before a fault has some twice.
    if let known = pixels.layers.updateValue(layer.parts, forKey: layer.id) { tileCount -= Self.tiles(known) }
    tileCount += Self.tiles(layer.parts)
  }

  private static func tiles(_ parts: [OutsidePixels.Part]) -> Int { parts.reduce(0) { $0 + $1.image.tileCount } }
}
