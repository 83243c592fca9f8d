import Language

/// Records in memory, in the very form that a journal has on the disk, for whoever keeps them elsewhere.
public enum JournalBytes {
  /// Bytes before the first record.
  public static let headerSize = JournalFormat.headerSize

  /// Records as bytes.
  /// - Parameters:
  ///   - records: types from 1, and payloads of at most `JournalWriter.largestPayload` bytes.
  ///   - identity: what the checksums begin with.
  public static func encoded(
    _ records: some Sequence<(type: UInt8, payload: [UInt8])>, identity: (UInt64, UInt64)
  ) -> [UInt8] {
    var (bytes, checksum) = JournalFormat.header(identity: identity)
    for record in records {
      let next = JournalFormat.record(type: record.type, payload: record.payload.span, following: checksum)
      bytes += next.bytes
      checksum = next.checksum
    }
    return bytes
  }

  /// The identity in a header, of which `bytes` are the first.
  /// - Throws: where they are none, or of a version that is not known.
  public static func identity(in bytes: [UInt8]) throws(PayloadError) -> (UInt64, UInt64) {
    _ = try checksum(ofHeaderIn: bytes)
    var reader = ByteReader(bytes)
    _ = try reader.readRaw(12)
    return (try reader.read(), try reader.read())
  }

  /// The records again.
  /// - Parameter limit: the most that there may be, each of which costs some tens of bytes beside its payload.
  /// - Throws: where any of them is cut short or damaged, or they are more.
  public static func decoded(_ bytes: [UInt8], limit: Int = 1 << 21) throws(PayloadError) -> [JournalRecord] {
    var checksum = try checksum(ofHeaderIn: bytes)
    var reader = ByteReader(bytes)
    _ = try reader.readRaw(headerSize)
    var records: [JournalRecord] = []
    while reader.remaining > 0 {
      let start = reader.position
      let length = Int(try reader.read(UInt32.self))
      let type = try reader.read(UInt8.self)
      guard type != 0, length <= JournalWriter.largestPayload else {
        throw PayloadError(translated("there is no record"))
      }
      let payload = Array(try reader.readRaw(length))
      checksum = CRC32C.checksum(bytes.span.extracting(start..<reader.position), following: checksum)
      guard try reader.read(UInt32.self) == checksum else {
        throw PayloadError(translated("a record's checksum is wrong"))
      }
      guard records.count < limit else {
        throw PayloadError(translated("there are more than {count} records", ["count": limit]))
      }
      records.append(JournalRecord(type: type, payload: payload, offset: start))
    }
    return records
  }

  private static func checksum(ofHeaderIn bytes: [UInt8]) throws(PayloadError) -> UInt32 {
    switch JournalFormat.checksum(ofHeader: Array(bytes.prefix(headerSize))) {
    case .success(let checksum): return checksum
    case .failure(let fault): throw PayloadError(fault.words)
    }
  }
}
