import Journal
import Testing

@testable import Document
@testable import Storage

/// Operations and layers as their records have them.
enum RecordForm {
  /// Reads the operation in the last of some records, which the others precede.
  static func operation(_ records: [JournalPayload], width: Int, height: Int) throws -> Operation {
    let shelf = BrushShelf()
    for text in records.dropLast() { try shelf.take(text) }
    return try EditRecord(try #require(records.last), shelf, width: width, height: height).operation
  }

  /// The operation after it was written and read.
  static func again(_ operation: Operation, width: Int = 100, height: Int = 80) throws -> Operation {
    try Self.operation(JournalPayload.records(of: operation), width: width, height: height)
  }

  /// The bytes of a value without brushes.
  static func bytes<Value: Fielded>(_ value: Value) throws -> [UInt8] {
    var writer = RecordWriter(BrushTexts())
    return try writer.bytes(of: value)
  }
}

extension StrokeRecord {
  /// The records of an edit that is this stroke: the contents of its brush, then its own.
  func records() throws -> [JournalPayload] { try JournalPayload.records(of: .stroke(self)) }

  /// The stroke after it was written and read.
  func again(width: Int, height: Int) throws -> StrokeRecord {
    try #require(try RecordForm.again(.stroke(self), width: width, height: height).stroke)
  }
}

extension JournalPayload {
  /// The same with the first of some bytes replaced by as many others; nil if it has none of them.
  func replacing(_ text: String, with other: String) -> JournalPayload? {
    let (old, new) = (Array(text.utf8), Array(other.utf8))
    guard old.count == new.count,
      let at = bytes.indices.first(where: { bytes[$0...].starts(with: old) })
    else { return nil }
    var copy = self
    copy.bytes.replaceSubrange(at..<at + old.count, with: new)
    return copy
  }
}
