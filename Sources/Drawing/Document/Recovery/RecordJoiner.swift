import Journal

extension JournalPayload {
  /// Itself, or, where it is longer than a record may be, pieces of it and the record that ends it.
  /// - Parameter limit: the most bytes of a record.
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

/// Puts records that were divided together again.
///
/// Its life is one reading of records in order.
struct RecordJoiner {
  private var bytes: [UInt8] = []
  /// Whether there are pieces whose end is still to come.
  private(set) var isOpen = false

  /// The record that is whole now; nil for a piece of one.
  mutating func take(_ record: JournalRecord) -> JournalRecord? {
    // A piece of a later version is left to whoever meets it.
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
