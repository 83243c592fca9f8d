import Archive
import Document
import Journal
import Language
import Raster

/// The record of an edit: what was done, and its result where that counts more than doing it again.
///
/// The version; a head (`EditHead`); the fields of the operation (`Operation.visitFields`), as `RecordWriter` writes
/// them; the result (`RecordedResult`).
struct EditRecord {
  var head: EditHead
  /// What was done. What a change leaves out is only known in its drawing (`Change.completed`).
  var operation: Operation
  var result: RecordedResult?

  /// The fields of an operation whose case is known.
  private struct Fields: Fielded {
    var operation: Operation

    mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try operation.visitFields(&coder)
    }
  }

  /// The record with the contents of brushes that it needs.
  /// - Parameters:
  ///   - head: its time, and how it follows the edit before; the rest is filled in.
  ///   - texts: the contents that a reader has; then also those of this record.
  /// - Returns: the record, and those of the new contents.
  /// - Throws: if memory is short.
  static func payload(
    of operation: Operation, _ result: RecordedResult?, _ head: EditHead, _ texts: inout BrushTexts
  ) throws(ArchiveError) -> (record: JournalPayload, newTexts: [JournalPayload]) {
    var fields = RecordWriter(texts)
    let parameters = try fields.bytes(of: Fields(operation: operation))
    texts = fields.texts
    var head = head
    (head.word, head.replaces, head.needs) = (operation.word, operation.replacesLast, fields.needs)
    head.reach = operation.change?.reach ?? (operation.replacesLast && result == nil ? 1 : 0)
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.write(raw: try fields.bytes(of: head))
    writer.write(raw: parameters)
    try RecordedResult.write(result, to: &writer)
    return (JournalPayload(type: .edit, bytes: writer.bytes), fields.newTexts)
  }

  /// Reads a record of a drawing of a size, px.
  /// - Throws: if it is damaged, or of a later version.
  init(_ record: JournalPayload, _ shelf: BrushShelf, width: Int, height: Int) throws(PayloadError) {
    var reader = ByteReader(record.bytes)
    (head, operation) = try Self.read(&reader, shelf, width: width, height: height)
    result = try RecordedResult.read(&reader, width: width, height: height)
    try reader.finish()
  }

  /// Reads a record without its result.
  /// - Throws: if it is damaged, or of a later version.
  static func operation(
    _ record: JournalPayload, _ shelf: BrushShelf, width: Int, height: Int
  ) throws(PayloadError) -> Operation {
    var reader = ByteReader(record.bytes)
    return try read(&reader, shelf, width: width, height: height).operation
  }

  private static func read(
    _ reader: inout ByteReader, _ shelf: BrushShelf, width: Int, height: Int
  ) throws(PayloadError) -> (head: EditHead, operation: Operation) {
    try reader.expectVersion()
    var head = EditHead()
    try RecordReader.read(&head, from: &reader)
    guard let blank = Operation(word: head.word), !blank.isOmitted else {
      throw PayloadError(
        translated("the operation “{operation}” is unknown", ["operation": RecordReader.shown(head.word)]))
    }
    var fields = Fields(operation: blank)
    try RecordReader.read(&fields, from: &reader, shelf, canvas: (width, height))
    if !head.replaces { return (head, fields.operation) }
    guard !fields.operation.strokes.isEmpty else { throw PayloadError(translated("an edit does not fit the drawing")) }
    return (head, .replacement(fields.operation))
  }
}

extension Change {
  /// The change of a drawing, with the heads of the operations that it leaves out.
  /// - Throws: if the drawing has no such edits.
  func completed(on document: borrowing Document) throws(PayloadError) -> Change {
    let done = document.history.done
    guard reach <= done.count else { throw PayloadError(translated("an edit does not fit the drawing")) }
    return mapItems { item in
      item.operation.isOmitted
        ? .omitted(done[done.count - item.distance].head.beforeOmission) : item.operation
    }
  }
}

extension JournalPayload {
  /// The records of an edit: the contents of its brushes, then its own.
  /// - Parameter tiles: the tiles that it changed, as they are after it; nil to perform it when it is read.
  /// - Throws: if memory is short.
  package static func records(
    of operation: Operation, tiles: [(index: Int, tile: Tile?)]? = nil
  ) throws(ArchiveError) -> [JournalPayload] {
    var texts = BrushTexts()
    let result = try tiles.map { tiles throws(ArchiveError) in
      try RecordedResult(tiles, of: operation.paintedSurface)
    }
    let (record, newTexts) = try EditRecord.payload(of: operation, result, EditHead(), &texts)
    return newTexts + [record]
  }
}
