import Language

/// A record of a journal.
public struct JournalRecord: Hashable, Sendable {
  /// The type, 1 ... 255. Its meaning is defined by the users of this module.
  public var type: UInt8
  /// The content.
  public var payload: [UInt8]
  /// The start of the record in the file, bytes.
  public var offset: Int

  /// Makes a record from its values.
  public init(type: UInt8, payload: [UInt8], offset: Int) {
    (self.type, self.payload, self.offset) = (type, payload, offset)
  }
}

/// The format of a journal file.
///
///     file     header record*
///     header   "FudeJrnl" version:4 identity:16 checksum:4
///     record   length:4 type:1 payload:length checksum:4
///
/// Numbers are little-endian. The header's checksum is the CRC-32C of the 28 bytes before it. A
/// record's checksum covers its length, type and payload *following* the previous checksum, so
/// checksums form a chain from the random identity. Records of other journals, truncated older
/// content and zeros (no record has type 0) are rejected.
enum JournalFormat {
  static let magic: [UInt8] = Array("FudeJrnl".utf8)
  static let version: UInt32 = 2
  static let headerSize = 32
  /// The bytes of a record before and after its payload.
  static let (prefixSize, suffixSize) = (5, 4)

  static func header(identity: (UInt64, UInt64)) -> (bytes: [UInt8], checksum: UInt32) {
    var writer = ByteWriter()
    writer.write(raw: magic)
    writer.write(version)
    writer.write(identity.0)
    writer.write(identity.1)
    let checksum = CRC32C.checksum(writer.bytes.span)
    writer.write(checksum)
    return (writer.bytes, checksum)
  }

  /// The checksum of a header, or why the header is invalid.
  static func checksum(ofHeader bytes: [UInt8]) -> Result<UInt32, HeaderFault> {
    guard !bytes.isEmpty else { return .failure(.unfinished(translated("it is empty"))) }
    guard bytes.prefix(8).elementsEqual(magic.prefix(bytes.count)) else {
      return .failure(.foreign(translated("it is not a Fude journal")))
    }
    guard bytes.count >= headerSize else { return .failure(.unfinished(translated("it is cut short in its header"))) }
    var reader = ByteReader(Array(bytes[8..<headerSize]))
    guard let version = try? reader.read(UInt32.self), (try? reader.readRaw(16)) != nil,
      let checksum = try? reader.read(UInt32.self)
    else { return .failure(.unfinished(translated("it is cut short in its header"))) }
    guard checksum == CRC32C.checksum(bytes.span.extracting(0..<headerSize - 4)) else {
      return .failure(.foreign(translated("its header is damaged")))
    }
    if version < Self.version {
      return .failure(.foreign(translated("an earlier version of Fude wrote it, and this one does not read it")))
    }
    if version > Self.version { return .failure(.foreign(translated("a later version of Fude wrote it"))) }
    return .success(checksum)
  }

  static func record(type: UInt8, payload: Span<UInt8>, following checksum: UInt32) -> (
    bytes: [UInt8], checksum: UInt32
  ) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(prefixSize + payload.count + suffixSize)
    withUnsafeBytes(of: UInt32(payload.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(type)
    payload.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    let checksum = CRC32C.checksum(bytes.span, following: checksum)
    withUnsafeBytes(of: checksum.littleEndian) { bytes.append(contentsOf: $0) }
    return (bytes, checksum)
  }
}

/// Why a header is invalid.
enum HeaderFault: Error {
  /// The header is incomplete, so there is nothing to recover.
  case unfinished(String)
  /// The header is damaged, or the file is not a journal.
  case foreign(String)

  var words: String {
    switch self {
    case .unfinished(let words), .foreign(let words): words
    }
  }
}

/// The end of a journal's intact records, and the reason.
public struct JournalEnd: Hashable, Sendable {
  /// The offset after the last intact record.
  public var offset: Int
  /// Why the rest cannot be read; nil if there is no rest.
  public var fault: String?
  /// The number of bytes after `offset`.
  public var rest: Int
  let checksum: UInt32

  /// The fault of a record that was written only partly.
  public static var cutShort: String { translated("a record is cut short") }

  /// "at byte 1234: a record is cut short", for a message; nil if the journal is intact.
  public var sentence: String? {
    fault.map { translated("at byte {offset}: {fault}", ["offset": offset, "fault": $0]) }
  }
}
