import Archive
import Journal
import Language
import Pixels
import Raster

/// A packed history as an entry of a file: in the form of a journal, with the digest of its final
/// picture.
///
/// Records: the first drawing and its key frame; `.ending`; then each edit's records, in order.
extension PackedHistory {
  /// What the entry is called.
  static let entryName = "Fude/history"
  /// The maximum size of an entry that is read, bytes. It accepts all that is written.
  static let entryLimit = largestLimit + baseLimit + 32 << 20

  func encoded(for document: borrowing Document) throws(ArchiveError) -> [UInt8] {
    try encoded(identity: document.pictureIdentity)
  }

  private func encoded(identity: (UInt64, UInt64)) throws(ArchiveError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.writeCompact(UInt64(steps.count))
    writer.writeCompact(UInt64(doneCount))
    writer.writeCompact(ending.next)
    try SelectionCoding.write(.some(ending.selection), to: &writer)
    writer.writeCompact(UInt64(ending.layers.count))
    for number in ending.layers { writer.writeCompact(number) }
    let records = base + [JournalPayload(type: .ending, bytes: writer.bytes)] + steps.flatMap(\.records)
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
  ) throws(PayloadError) -> (history: PackedHistory, size: (width: Int, height: Int)) {
    var base: [JournalPayload] = []
    var steps: [Step] = []
    var open: [JournalPayload] = []
    var end: [UInt8]?
    var joiner = RecordJoiner()
    for next in try JournalBytes.decoded(entry) {
      guard let record = joiner.take(next) else { continue }
      guard let type = JournalEntry(rawValue: record.type) else {
        throw PayloadError(translated("a record is of type {type}, which is unknown", ["type": record.type]))
      }
      let payload = JournalPayload(type: type, bytes: record.payload)
      switch type {
      case .ending:
        guard end == nil else { throw PayloadError(translated("it has two end records")) }
        end = record.payload
      case .stroke, .replacement, .painted, .edit, .change, .operation, .tiles, .part, .setting, .drawing, .keyframe:
        if end == nil {
          base.append(payload)
        } else {
          open.append(payload)
          if type.isEdit {
            steps.append(Step(records: open))
            open.removeAll()
          }
        }
      case .resolution where end == nil: base.append(payload)
      case .brushText where end != nil, .time where end != nil: open.append(payload)
      case .undo, .redo, .saved, .closed, .packedHistory, .resolution, .size, .piece, .work, .reference, .references,
        .unfinished, .brushText, .time, .foreign, .outside, .canvasMap:
        throw PayloadError(translated("a record is in the wrong place"))
      }
    }
    guard let head = base.first, head.type == .drawing else {
      throw PayloadError(translated("it contains no drawing"))
    }
    guard let end, open.isEmpty, !joiner.isOpen else { throw PayloadError(translated("its end is missing")) }
    let found = try Self.ending(end, of: steps, from: try DrawingHeader(head.bytes))
    return (PackedHistory(base: base, steps: steps, doneCount: found.done, ending: found.ending), found.size)
  }

  func payloads() throws(ArchiveError) -> [JournalPayload] {
    let bytes = try encoded(identity: (0, 0))
    return stride(from: 0, to: bytes.count, by: JournalEntry.partSize).map { start in
      let piece = bytes[start..<min(bytes.count, start + JournalEntry.partSize)]
      return JournalPayload(type: .packedHistory, bytes: [JournalEntry.version] + piece)
    }
  }

  /// Parses the end record. Its selection has the size that the canvas has after the done steps.
  private static func ending(
    _ payload: [UInt8], of all: [Step], from header: DrawingHeader
  ) throws(PayloadError) -> (done: Int, ending: PastEnding, size: (width: Int, height: Int)) {
    var reader = ByteReader(payload)
    try reader.expectVersion()
    let (steps, done, next) = (try reader.readCompact(), try reader.readCompact(), try reader.readCompact())
    guard steps == UInt64(all.count), done <= steps else { throw PayloadError(translated("its end is missing")) }
    var size = (width: header.width, height: header.height)
    for step in all[..<Int(done)] {
      if let operation = step.canvasOperation { size = operation.size(from: size) }
    }
    guard Document.isAllowed(width: size.width, height: size.height) else {
      throw PayloadError(translated("it belongs to another drawing"))
    }
    var selection = try SelectionCoding.read(&reader, width: size.width, height: size.height) ?? nil
    if selection?.isEmpty ?? false { selection = nil }
    var layers: [UInt64] = []
    for _ in 0..<(try reader.readCount()) { layers.append(try reader.readCompact()) }
    try reader.finish()
    guard Set(layers).count == layers.count, next < 1 << 61, layers.allSatisfy({ $0 > 0 && $0 < next }) else {
      throw PayloadError(translated("its numbers are invalid"))
    }
    return (Int(done), PastEnding(layers: layers, next: next, selection: selection), size)
  }
}

extension Document {
  /// A hash of the layers, the paper and the pixels as a file stores them. Different pictures
  /// collide with a probability of about 2^-32; compare the pictures if that matters. The depth of
  /// tiles does not count where 8 bits hold the same pixels.
  var pictureIdentity: (UInt64, UInt64) {
    var writer = ByteWriter()
    writer.writeCompact(UInt64(paper))
    writer.write(isPaperShown)
    var pixels = PixelDigest()
    for layer in layers {
      writer.write(Self.nameInFile(layer.name))
      writer.write(layer.isVisible)
      writer.write(layer.isLocked)
      writer.write(layer.opacity)
      writer.write(layer.blend.rawValue)
      if layer.label != .none { writer.write(0xB0 + layer.label.rawValue) }
      // Flat lists of layers have neither.
      if let group = layer.group { writer.write(group == .passThrough) }
      if layer.depth > 0 { writer.writeCompact(UInt64(layer.depth)) }
      if layer.isClipped { writer.write(UInt8(0xC1)) }
      if layer.isAlphaLocked { writer.write(UInt8(0xA1)) }
      if !layer.isMaskOn { writer.write(UInt8(0xB1)) }
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
    let list = CRC32C.checksum(writer.bytes.span)
    return (UInt64(list) << 32 | UInt64(pixels.value), UInt64(width) << 32 | UInt64(height))
  }

  /// Returns a layer's name as it is read back from a file: XML has no control characters.
  static func nameInFile(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r": text.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text.append("\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
