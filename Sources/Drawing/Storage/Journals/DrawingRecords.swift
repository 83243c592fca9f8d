import Archive
import Document
import Files
import Journal
import Language

/// The records of a drawing's journal, one after the other.
///
/// A journal of an opened file begins with the drawing (`JournalComposer.start`). Until that is written, it names
/// the file in its second record instead (`JournalComposer.start(from:)`). Then these records are as if it began with
/// the drawing, which is read from the file. If the file was changed since the journal's first edit, or is missing,
/// the records begin with an empty canvas: the edits are kept in any case.
struct DrawingRecords {
  private let reader: JournalReader
  /// Records that precede those of the reader.
  private var pending: ArraySlice<JournalRecord>
  /// Whether the drawing is not in the journal, but in the file that the journal names.
  let beginsWithFile: Bool
  /// Why the file could not be used, as a phrase that calls it "it"; nil if it was, or the journal needs none.
  let fileFault: String?

  /// The end of the records read so far.
  var end: JournalEnd { reader.end }

  /// - Throws: if the file cannot be read or is not a journal.
  init(_ file: JournalFile, opener: DrawingOpener) throws(JournalError) {
    let reader = try JournalReader(file)
    guard let first = reader.next(), first.type == JournalEntry.drawing.rawValue,
      let header = try? DrawingHeader(first.payload), let path = reader.next().flatMap(JournalPayload.start)
    else {
      // From the start again.
      self.reader = try JournalReader(file)
      (pending, beginsWithFile, fileFault) = ([], false, nil)
      return
    }
    self.reader = reader
    beginsWithFile = true
    do throws(FileError) {
      let records = try Self.records(from: path, first, header, before: Self.firstEdit(file), opener)
      (pending, fileFault) = (ArraySlice(records), nil)
    } catch {
      var header = header
      header.name = translated("{drawing}, recovered", ["drawing": header.name])
      let record = JournalRecord(type: first.type, payload: header.payload().bytes, offset: first.offset)
      (pending, fileFault) = ([record], error.fault)
    }
  }

  /// The next record; nil at the end, or if the next one is incomplete or damaged.
  mutating func next() -> JournalRecord? {
    if let record = pending.popFirst() { return record }
    while let record = reader.next() {
      // A drawing that begins with an empty canvas is in no file.
      if fileFault != nil, record.type == JournalEntry.saved.rawValue { continue }
      return record
    }
    return nil
  }

  /// When the journal's first edit was done, or else the journal was written last, s since 1970.
  private static func firstEdit(_ file: JournalFile) -> Double {
    guard let reader = try? JournalReader(file) else { return file.time }
    var joiner = RecordJoiner()
    while let next = reader.next() {
      guard let record = joiner.take(next), record.type == JournalEntry.edit.rawValue else { continue }
      if let time = JournalPayload(type: .edit, bytes: record.payload).editHead?.time { return time }
    }
    return file.time
  }

  /// The records of a journal that begins with the drawing in a file.
  private static func records(
    from path: String, _ first: JournalRecord, _ header: DrawingHeader, before time: Double, _ opener: DrawingOpener
  ) throws(FileError) -> [JournalRecord] {
    let stamp = FileStamp(path)
    // Otherwise a journal could name itself.
    guard let document = try opener.open(path) else {
      throw FileError(.read, path, fault: translated("it has another drawing"))
    }
    guard let stamp, stamp == FileStamp(path), stamp.time <= time else {
      throw FileError(.read, path, fault: translated("it was changed by another program"))
    }
    var composer = JournalComposer(document, name: header.name, program: header.program)
    let payloads: [JournalPayload]
    do throws(ArchiveError) { payloads = try composer.start() } catch {
      throw FileError(.read, path, fault: "\(error)")
    }
    guard let own = payloads.first, own.bytes == first.payload else {
      throw FileError(.read, path, fault: translated("it has another drawing"))
    }
    return payloads.map { JournalRecord(type: $0.type.rawValue, payload: $0.bytes, offset: first.offset) }
  }
}
