import Archive
import Document
import Journal
import Language
import Pixels
import Raster

/// A file's history as an entry of a file: in the form of a journal, with the digest of its final
/// picture.
///
/// Records: the first drawing and its key frame; each edit's records, in order; one `.undo` for each undone edit;
/// `.ending`: the number of the next layer, the selection, the numbers of the layers.
extension FileHistory {
  /// What the entry is called.
  static let entryName = "Fude/history"
  /// The maximum size of an entry that is read, bytes. It accepts all that is written.
  static let entryLimit = largestLimit + baseLimit + 32 << 20

  func encoded(for document: borrowing Document) throws(ArchiveError) -> [UInt8] {
    try encoded(identity: document.pictureIdentity)
  }

  private func encoded(identity: (UInt64, UInt64)) throws(ArchiveError) -> [UInt8] {
    var end = RecordWriter(BrushTexts())
    let undo = JournalPayload(type: .undo, bytes: [JournalEntry.version])
    let ending = JournalPayload(type: .ending, bytes: [JournalEntry.version] + (try end.bytes(of: ending)))
    let records = base + steps.flatMap(\.records) + Array(repeating: undo, count: redoCount) + [ending]
    return JournalBytes.encoded(
      records.lazy.flatMap { $0.divided() }.map { ($0.type.rawValue, $0.bytes) }, identity: identity)
  }

  /// Decodes an entry. Throws if it is damaged, has a later version or belongs to another drawing.
  init(_ entry: [UInt8], of document: borrowing Document) throws(PayloadError) {
    let (history, size) = try Self.decoded(entry)
    guard size == (document.width, document.height) else {
      throw PayloadError(translated("it belongs to another drawing"))
    }
    guard history.ending.layers.count == document.layers.count else {
      throw PayloadError(translated("its numbers are invalid"))
    }
    self = history
  }

  /// Decodes an entry whose drawing is not known.
  init(_ entry: [UInt8]) throws(PayloadError) { self = try Self.decoded(entry).history }

  /// Decodes an entry. Returns also the size of its last canvas, px.
  private static func decoded(
    _ entry: [UInt8]
  ) throws(PayloadError) -> (history: FileHistory, size: (width: Int, height: Int)) {
    var (joiner, tracker, last) = (RecordJoiner(), FileHistoryTracker?.none, [UInt8]?.none)
    for next in try JournalBytes.decoded(entry) {
      guard let record = joiner.take(next) else { continue }
      guard last == nil else { throw PayloadError(translated("a record is in the wrong place")) }
      switch JournalEntry(rawValue: record.type) {
      case .drawing where tracker == nil:
        tracker = FileHistoryTracker(record, try DrawingHeader(record.payload))
      case .edit, .brushText, .keyframe, .undo: tracker?.take(record)
      case .ending: last = record.payload
      case nil:
        throw PayloadError(translated("a record is of type {type}, which is unknown", ["type": record.type]))
      default: throw PayloadError(translated("a record is in the wrong place"))
      }
    }
    guard let tracker else { throw PayloadError(translated("it contains no drawing")) }
    guard let last, !joiner.isOpen else { throw PayloadError(translated("its end is missing")) }
    guard let found = tracker.found else { throw PayloadError(translated("an edit is damaged")) }
    var size = (width: tracker.header.width, height: tracker.header.height)
    for step in found.steps[..<found.doneCount] {
      if let operation = step.canvasOperation { size = operation.size(from: size) }
    }
    guard Document.isAllowed(width: size.width, height: size.height) else {
      throw PayloadError(translated("it belongs to another drawing"))
    }
    let ending = try PastEnding(last, width: size.width, height: size.height)
    return (FileHistory(base: found.base, steps: found.steps, doneCount: found.doneCount, ending: ending), size)
  }

  func payloads() throws(ArchiveError) -> [JournalPayload] {
    let bytes = try encoded(identity: (0, 0))
    return stride(from: 0, to: bytes.count, by: JournalEntry.partSize).map { start in
      let piece = bytes[start..<min(bytes.count, start + JournalEntry.partSize)]
      return JournalPayload(type: .fileHistory, bytes: [JournalEntry.version] + piece)
    }
  }
}

extension PastEnding: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&next, Field("next-layer", in: 1...0x1p60))
    try coder.code(&selection, "selection")
    var ids = layers.map { Layer.ID($0) }
    try coder.code(&ids, "layers")
    layers = ids.map(\.number)
  }

  /// Parses the record. Its selection has the size that the canvas has after the done steps.
  /// - Throws: if it is damaged.
  init(_ payload: [UInt8], width: Int, height: Int) throws(PayloadError) {
    self.init(layers: [], next: 1, selection: nil)
    guard payload.first == JournalEntry.version else { throw PayloadError(translated("its end is missing")) }
    try RecordReader.read(&self, from: Array(payload.dropFirst()), BrushShelf(), canvas: (width, height))
    if selection?.isEmpty ?? false { selection = nil }
    guard Set(layers).count == layers.count, layers.allSatisfy({ $0 > 0 && $0 < next }) else {
      throw PayloadError(translated("its numbers are invalid"))
    }
  }
}

extension Document {
  /// A hash of the layers, the paper and the pixels as a file stores them. Different pictures
  /// collide with a probability of about 2^-32; compare the pictures if that matters. The depth of
  /// tiles does not count where 8 bits hold the same pixels.
  var pictureIdentity: (UInt64, UInt64) {
    var list = ByteWriter()
    list.write(paper)
    list.write(isPaperShown)
    var pixels = PixelDigest()
    for layer in layers {
      var item = LayerList.Item(layer)
      // A file says no numbers.
      (item.id, item.properties.name) = (Layer.ID(0), Self.nameInFile(layer.name))
      list.write(raw: RecordWriter.bytes(ofNumbers: item))
      pixels.add(0x4C41_5945)
      for plane in [SurfaceID.Plane.pixels, .mask] where layer.has(plane) {
        if plane == .mask { pixels.add(0x4D41_534B) }
        for index in layer[plane].tileIndices {
          guard let tile = layer[plane][index], !tile.isTransparent else { continue }
          pixels.add(UInt64(index))
          let narrowed = tile.narrowed
          if narrowed.isDeep {
            narrowed.withDeepRows(0..<Tile.size) { pixels.add($0) }
          } else {
            narrowed.withRows(0..<Tile.size) { pixels.add($0) }
          }
        }
      }
    }
    let checksum = CRC32C.checksum(list.bytes.span)
    return (UInt64(checksum) << 32 | UInt64(pixels.value), UInt64(width) << 32 | UInt64(height))
  }
}
