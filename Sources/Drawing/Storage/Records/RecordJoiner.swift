import Journal

extension JournalPayload {
  /// The payload itself, or pieces of it and a final record if it has more than `limit` bytes.
  func divided(_ limit: Int = JournalWriter.largestPayload) -> [JournalPayload] {
    if bytes.count <= limit { return [self] }
    let size = min(limit - 1, JournalEntry.partSize)
    var (pieces, rest): ([JournalPayload], ArraySlice<UInt8>) = ([], bytes[...])
    while rest.count > size {
      pieces.append(JournalPayload(type: .piece, bytes: [JournalEntry.version] + rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return pieces + [JournalPayload(type: type, bytes: Array(rest))]
  }
}

/// Joins divided records again. Use one instance for one reading of records in order.
struct RecordJoiner {
  private var bytes: [UInt8] = []
  /// Whether pieces are waiting for their final record.
  private(set) var isOpen = false

  /// Returns the complete record; nil if `record` is a piece.
  mutating func take(_ record: JournalRecord) -> JournalRecord? {
    // A piece of a later version is left to the caller.
    if record.type == JournalEntry.piece.rawValue, record.payload.first == JournalEntry.version {
      bytes += record.payload.dropFirst()
      isOpen = true
      return nil
    }
    if !isOpen { return record }
    defer { (bytes, isOpen) = ([], false) }
    return JournalRecord(type: record.type, payload: bytes + record.payload, offset: record.offset)
  }
}
