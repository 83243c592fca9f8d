import Archive
import Journal
import Language
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
    var base: [JournalPayload] = []
    var steps: [Step] = []
    var open: [JournalPayload] = []
    var found: (steps: Int, done: Int, ending: PastEnding)?
    var joiner = RecordJoiner()
    for next in try JournalBytes.decoded(entry) {
      guard let record = joiner.take(next) else { continue }
      guard let type = JournalEntry(rawValue: record.type) else {
        throw PayloadError(translated("a record is of type {type}, which is unknown", ["type": record.type]))
      }
      let payload = JournalPayload(type: type, bytes: record.payload)
      switch type {
      case .ending:
        guard found == nil else { throw PayloadError(translated("it has two end records")) }
        found = try Self.ending(record.payload, of: document)
      case .stroke, .replacement, .painted, .edit, .change, .operation, .tiles, .part, .setting, .drawing, .keyframe:
        if found == nil {
          base.append(payload)
        } else {
          open.append(payload)
          if type.isEdit {
            steps.append(Step(records: open))
            open.removeAll()
          }
        }
      case .resolution where found == nil: base.append(payload)
      case .brushText where found != nil, .time where found != nil: open.append(payload)
      case .undo, .redo, .saved, .closed, .packedHistory, .resolution, .size, .piece, .work, .reference, .references,
        .unfinished, .brushText, .time, .foreign, .outside, .canvasMap:
        throw PayloadError(translated("a record is in the wrong place"))
      }
    }
    guard let found, open.isEmpty, !joiner.isOpen, found.steps == steps.count, found.done <= found.steps else {
      throw PayloadError(translated("its end is missing"))
    }
    guard let head = base.first, head.type == .drawing else {
      throw PayloadError(translated("it contains no drawing"))
    }
    let header = try DrawingHeader(head.bytes)
    var size = (width: header.width, height: header.height)
    for step in steps[..<found.done] {
      if let operation = step.canvasOperation { size = operation.size(from: size) }
    }
    guard size == (document.width, document.height) else {
      throw PayloadError(translated("it belongs to another drawing"))
    }
    (self.base, self.steps, doneCount, ending) = (base, steps, found.done, found.ending)
  }

  func payloads() throws(ArchiveError) -> [JournalPayload] {
    let bytes = try encoded(identity: (0, 0))
    return stride(from: 0, to: bytes.count, by: JournalEntry.partSize).map { start in
      let piece = bytes[start..<min(bytes.count, start + JournalEntry.partSize)]
      return JournalPayload(type: .packedHistory, bytes: [JournalEntry.version] + piece)
    }
  }

  private static func ending(
    _ payload: [UInt8], of document: borrowing Document
  ) throws(PayloadError) -> (steps: Int, done: Int, ending: PastEnding) {
    var reader = ByteReader(payload)
    try reader.expectVersion()
    let (steps, done, next) = (try reader.readCompact(), try reader.readCompact(), try reader.readCompact())
    var ending = PastEnding(of: document)
    ending.selection = try SelectionCoding.read(&reader, width: document.width, height: document.height) ?? nil
    var layers: [UInt64] = []
    for _ in 0..<(try reader.readCount()) { layers.append(try reader.readCompact()) }
    try reader.finish()
    guard layers.count == ending.layers.count, Set(layers).count == layers.count, next < 1 << 61,
      layers.allSatisfy({ $0 > 0 && $0 < next }), steps < 1 << 32, done < 1 << 32
    else { throw PayloadError(translated("its numbers are invalid")) }
    (ending.layers, ending.next) = (layers, next)
    if ending.selection?.isEmpty ?? false { ending.selection = nil }
    return (Int(steps), Int(done), ending)
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
