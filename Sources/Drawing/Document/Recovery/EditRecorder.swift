import Archive
import Ink
import Journal
import Raster

/// Writes edits as records, for journals and for the histories in files.
struct EditRecorder: Sendable {
  /// The texts of brushes so far.
  private var texts = BrushTexts()
  /// Their records by number, if they are repeated.
  private var textRecords: [UInt64: JournalPayload] = [:]
  /// Whether each edit that needs a brush's text gets it in its own records.
  private let repeatsTexts: Bool

  init(repeatingTexts: Bool) { repeatsTexts = repeatingTexts }

  /// What an edit did, beside its operation.
  struct Outcome {
    /// When it was done, s since 1970; nil if that is not known.
    var time: Double?
    var surface: SurfaceID?
    /// The changed tiles of the layer, after the edit.
    var tiles: [(index: Int, tile: Tile?)] = []
    /// Both sides of them, for an operation that keeps its result or replaces the edit before.
    var result: [TileChange] = []
    /// The selection after the edit; nil if it did not change.
    var selection: Mask??
    /// What the record of a change of earlier edits has.
    var facts: ChangeFacts?
    /// All layers after an edit whose records have them (`Edit.recordsImages`); else empty.
    var images = LayerTree()
  }

  /// The numbers of a brush's text, pictures and paper, and their records if they are not written yet.
  /// - Throws: if memory is short.
  mutating func numbers(of brush: Brush) throws(ArchiveError) -> (BrushNumbers, records: [JournalPayload]) {
    try texts.numbers(of: brush)
  }

  /// The records of an edit; the last one is its own.
  /// - Parameters:
  ///   - isContinued: whether it replaces the edit before, an operation on layers.
  ///   - hasLast: whether a reader has the edit before, which a replacement needs.
  /// - Throws: if memory is short; nothing is recorded then.
  mutating func records(
    of operation: Operation, _ outcome: Outcome, isContinued: Bool = false, hasLast: Bool = true
  ) throws(ArchiveError) -> [JournalPayload] {
    let records = try untimedRecords(of: operation, outcome, isContinued: isContinued, hasLast: hasLast)
    return outcome.time.map { [JournalPayload(time: $0)] + records } ?? records
  }

  private mutating func untimedRecords(
    of operation: Operation, _ outcome: Outcome, isContinued: Bool, hasLast: Bool
  ) throws(ArchiveError) -> [JournalPayload] {
    if let bytes = try OperationCoding.encodedOfStack(operation, isContinued: isContinued) {
      let parts = outcome.images.isEmpty ? [] : try TileListCoding.parts(outcome.images)
      return parts + [JournalPayload(type: .operation, bytes: bytes)]
    }
    if case .change(let change) = operation { return try records(of: change, outcome.facts ?? ChangeFacts()) }
    // Without the edit before, a reader cannot perform a replacement.
    let needsResult = operation.keepsResult || operation.replacesLast && !hasLast
    if let records = try records(of: operation, needsResult ? result(of: operation, outcome) : nil) { return records }
    var head = ByteWriter()
    head.write(operation.name)
    try SelectionCoding.write(outcome.selection, to: &head)
    var list = TileListCoding()
    if let surface = outcome.surface {
      for (index, tile) in outcome.tiles { try list.add(TileKey(surface, index: index), tile) }
    }
    return list.finish(.tiles, head: head.bytes)
  }

  private mutating func records(
    of change: Change, _ facts: ChangeFacts
  ) throws(ArchiveError) -> [JournalPayload] {
    var texts = texts
    var new: [JournalPayload] = []
    var numbers: [UInt64] = []
    let record = try RecordedChange.payload(of: change, facts) { brush throws(ArchiveError) in
      let (found, records) = try texts.numbers(of: brush)
      new += records
      numbers += found.all.filter { !numbers.contains($0) }
      return found
    }
    self.texts = texts
    guard repeatsTexts else { return new + [record] }
    for record in new { if let number = BrushTexts.number(record) { textRecords[number] = record } }
    return numbers.compactMap { textRecords[$0] } + [record]
  }

  private func result(of operation: Operation, _ outcome: Outcome) -> OperationCoding.Result {
    // Fills have many tiles of one colour.
    if case .fill = operation { return .tiles(outcome.tiles) }
    return .pixels(PaintedPixels(outcome.result.map { (index: $0.index, before: $0.before, after: $0.after) }))
  }

  /// The records of an operation with its parameters; nil for one that is recorded by its result alone.
  private mutating func records(
    of operation: Operation, _ result: OperationCoding.Result?
  ) throws(ArchiveError) -> [JournalPayload]? {
    var texts = texts
    let (numbers, textRecords) =
      try operation.stroke.map { stroke throws(ArchiveError) in
        try texts.numbers(of: stroke.brush)
      } ?? (BrushNumbers(), [])
    var records: [JournalPayload] = []
    switch operation {
    case .stroke(let record) where !record.brush.needsPictures,
      .replacement(.stroke(let record)) where !record.brush.needsPictures:
      if case .pixels(let pixels) = result, let text = numbers.text {
        let painted = PaintedStroke(record, replacesLast: operation.replacesLast, pixels: pixels)
        records = [try painted.payload(textNumber: text)]
      } else if result == nil, let payload = try record.payload(replacesLast: operation.replacesLast) {
        records = [payload]
      } else {
        return nil
      }
    default:
      guard let bytes = try OperationCoding.encoded(operation, numbers: numbers, result: result) else {
        return nil
      }
      records = [JournalPayload(type: .edit, bytes: bytes)]
    }
    self.texts = texts
    guard repeatsTexts else { return textRecords + records }
    for record in textRecords { if let number = BrushTexts.number(record) { self.textRecords[number] = record } }
    return numbers.all.compactMap { self.textRecords[$0] } + records
  }
}
