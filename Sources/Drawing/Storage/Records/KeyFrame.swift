import Archive
import Document
import Journal
import Language
import Raster

/// The state of a drawing in its journal, as the differences from the key frame before. Tiles are compressed.
struct KeyFrame: Sendable {
  /// The canvas and the layers, without pixels.
  var list: LayerList
  /// Pixels that the key frame before lacks, or has with other content.
  var fresh: [SurfaceID] = []
  var selection: Mask?
  /// All tiles that differ, as a reader has them.
  private(set) var tiles: [(key: TileKey, bytes: [UInt8])] = []

  init(_ list: LayerList, selection: Mask?) { (self.list, self.selection) = (list, selection) }

  /// The record of a key frame with other tiles, which are nil where there are none.
  /// - Throws: if memory is short.
  func payload(_ keys: [TileKey], _ tile: (TileKey) -> Tile?) throws(ArchiveError) -> JournalPayload {
    var fields = RecordWriter(BrushTexts())
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.write(raw: try fields.bytes(of: self))
    writer.writeCompact(UInt64(keys.count))
    for key in keys { TileListCoding.write(key, try TileCoding.encoded(tile(key)), to: &writer) }
    return JournalPayload(type: .keyframe, bytes: writer.bytes)
  }

  /// Reads a record's payload.
  /// - Throws: if it is damaged, or of a later version.
  init(_ payload: [UInt8]) throws(PayloadError) {
    self.init(.blank, selection: nil)
    var reader = ByteReader(payload)
    try reader.expectVersion()
    try RecordReader.read(&self, from: &reader)
    tiles = try TileListCoding.tiles(&reader)
    try reader.finish()
  }
}

extension KeyFrame: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&list, "drawing")
    try coder.code(&fresh, "fresh")
    coder.canvas = (list.width, list.height)
    try coder.code(&selection, "selection")
  }
}
