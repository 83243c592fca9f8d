import Language

/// Encodes records in memory in the same format as a journal file.
public enum JournalBytes {
  /// The number of bytes before the first record.
  public static let headerSize = JournalFormat.headerSize

  /// Encodes records.
  /// - Parameters:
  ///   - records: types from 1, and payloads of at most `JournalWriter.largestPayload` bytes.
  ///   - identity: the start of the chain of checksums.
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

  /// Returns the identity in a header, which is at the start of `bytes`.
  /// - Throws: if there is no valid header, or its version is unknown.
  public static func identity(in bytes: [UInt8]) throws(PayloadError) -> (UInt64, UInt64) {
    _ = try checksum(ofHeaderIn: bytes)
    var reader = ByteReader(bytes)
    _ = try reader.readRaw(12)
    return (try reader.read(), try reader.read())
  }

  /// Decodes records.
  /// - Parameter limit: the largest number of records. Each takes some tens of bytes in addition to
  ///   its payload.
  /// - Throws: if a record is incomplete or damaged, or there are more records than `limit`.
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
        throw PayloadError(translated("a record's header is invalid"))
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
