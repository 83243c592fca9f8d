import Language

/// A record of a journal.
public struct JournalRecord: Hashable, Sendable {
  /// What kind of record it is, 1 ... 255; what they mean is up to who writes them.
  public var type: UInt8
  /// Its content.
  public var payload: [UInt8]
  /// Where it starts in the file, bytes.
  public var offset: Int

  /// A record by its values.
  public init(type: UInt8, payload: [UInt8], offset: Int) {
    (self.type, self.payload, self.offset) = (type, payload, offset)
  }
}

/// How records lie in a file.
///
///     file     header record*
///     header   "FudeJrnl" version:4 identity:16 checksum:4
///     record   length:4 type:1 payload:length checksum:4
///
/// Numbers are little-endian. The header's checksum is the CRC-32C of the 28 bytes before it. A record's checksum is that of
/// its length, type and payload *following* the checksum before it, which is the last record's or the header's. So the
/// checksums are a chain that begins with the 128 random bits of the identity: a record that another journal left in this
/// place, or that stood here before the file was cut and written on, does not fit. Nor do zeros, which a power cut may
/// leave behind: no record has type 0.
enum JournalFormat {
  static let magic: [UInt8] = Array("FudeJrnl".utf8)
  static let version: UInt32 = 1
  static let headerSize = 32
  /// Bytes of a record beside its payload: before and behind it.
  static let (prefixSize, suffixSize) = (5, 4)

  /// A header and its checksum.
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

  /// The checksum of a header; what is wrong with it, where something is.
  static func checksum(ofHeader bytes: [UInt8]) -> Result<UInt32, HeaderFault> {
    guard !bytes.isEmpty else { return .failure(.unfinished(translated("it is empty"))) }
    guard bytes.prefix(8).elementsEqual(magic.prefix(bytes.count)) else {
      return .failure(.foreign(translated("it is not a journal of Fude's")))
    }
    guard bytes.count >= headerSize else { return .failure(.unfinished(translated("it is cut short in its header"))) }
    var reader = ByteReader(Array(bytes[8..<headerSize]))
    guard let version = try? reader.read(UInt32.self), (try? reader.readRaw(16)) != nil,
      let checksum = try? reader.read(UInt32.self)
    else { return .failure(.unfinished(translated("it is cut short in its header"))) }
    guard checksum == CRC32C.checksum(bytes.span.extracting(0..<headerSize - 4)) else {
      return .failure(.foreign(translated("its header is damaged")))
    }
    guard version == Self.version else {
      return .failure(
        .foreign(
          translated(
            "it is of version {version}, and only version {known} is known here",
            ["version": version, "known": Self.version])))
    }
    return .success(checksum)
  }

  /// A record's bytes and its checksum.
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

/// Why a header is none.
enum HeaderFault: Error {
  /// Its writer did not come to write it: there is nothing to be recovered.
  case unfinished(String)
  /// Something else, or damaged.
  case foreign(String)

  var words: String {
    switch self {
    case .unfinished(let words), .foreign(let words): words
    }
  }
}

/// Where the whole records of a journal end, and why.
public struct JournalEnd: Hashable, Sendable {
  /// The byte behind the last whole record.
  public var offset: Int
  /// What is wrong with what follows there; nil where nothing follows.
  public var fault: String?
  /// How many bytes follow there.
  public var rest: Int
  let checksum: UInt32

  /// What is wrong where a writer was stopped in the middle of a record.
  public static var cutShort: String { translated("a record is cut short") }

  /// "at byte 1234: a record is cut short", for a message; nil where the journal is whole.
  public var sentence: String? {
    fault.map { translated("at byte {offset}: {fault}", ["offset": offset, "fault": $0]) }
  }
}
