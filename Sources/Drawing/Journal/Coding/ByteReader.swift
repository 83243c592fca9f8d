import Language

/// Decodes values that `ByteWriter` encoded.
///
/// No input makes it trap or allocate more than the input's size. A failing read leaves `position`
/// unchanged.
public struct ByteReader: Sendable {
  private let bytes: [UInt8]
  /// The number of bytes read.
  public private(set) var position = 0

  /// A reader at the start of `bytes`.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of unread bytes.
  public var remaining: Int { bytes.count - position }

  /// Reads a little-endian integer of fixed size.
  public mutating func read<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(PayloadError) -> Number {
    let size = Number.bitWidth / 8
    guard size <= remaining else { throw .cutShort }
    var value: Number = 0
    for index in 0..<size { value |= Number(truncatingIfNeeded: bytes[position + index]) << Number(8 * index) }
    position += size
    return value
  }

  /// Reads a Double by its bit pattern. It may be infinite or NaN.
  public mutating func readDouble() throws(PayloadError) -> Double { Double(bitPattern: try read(UInt64.self)) }

  /// Reads a Boolean. Throws if the byte is neither 0 nor 1.
  public mutating func readBool() throws(PayloadError) -> Bool {
    guard remaining >= 1 else { throw .cutShort }
    guard bytes[position] <= 1 else { throw PayloadError(translated("a Boolean value is neither 0 nor 1")) }
    position += 1
    return bytes[position - 1] == 1
  }

  /// Reads an unsigned LEB128 integer. Throws if the encoding is longer than necessary.
  public mutating func readCompact() throws(PayloadError) -> UInt64 {
    var value: UInt64 = 0
    var at = position
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard at < bytes.count else { throw .cutShort }
      let byte = bytes[at]
      at += 1
      guard shift < 63 || byte <= 1, byte != 0 || shift == 0 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        position = at
        return value
      }
    }
    throw PayloadError(translated("a number is encoded incorrectly"))
  }

  /// Reads a zigzag-encoded signed LEB128 integer.
  public mutating func readCompactSigned() throws(PayloadError) -> Int64 {
    let value = try readCompact()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// Reads the number of following elements, each of at least `size` bytes. Throws if the remaining
  /// bytes cannot hold that many, so the result is safe to allocate for.
  public mutating func readCount(ofSize size: Int = 1) throws(PayloadError) -> Int {
    let start = position
    let value = try readCompact()
    guard value <= UInt64(remaining / max(1, size)) else {
      position = start
      throw .cutShort
    }
    return Int(value)
  }

  /// Reads `count` bytes.
  public mutating func readRaw(_ count: Int) throws(PayloadError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw .cutShort }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Reads bytes that are preceded by their count.
  public mutating func readCounted() throws(PayloadError) -> [UInt8] {
    let count = try readCount()
    return Array(try readRaw(count))
  }

  /// Reads a string that is preceded by its byte count. Throws if it is not valid UTF-8.
  public mutating func readText() throws(PayloadError) -> String {
    let start = position
    let bytes = try readCounted()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      position = start
      throw PayloadError(translated("a text is not UTF-8"))
    }
    return text
  }

  /// Throws if unread bytes remain.
  public func finish() throws(PayloadError) {
    guard remaining == 0 else { throw PayloadError(translated("{count} bytes are left over", ["count": remaining])) }
  }
}

/// An error in a payload's encoding. Records are checksummed, so it points to a faulty or newer
/// program rather than to a damaged disk.
public struct PayloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, as a phrase for messages.
  public var fault: String

  /// An error with its message.
  public init(_ fault: String) { self.fault = fault }

  /// The bytes end too early.
  public static var cutShort: PayloadError { PayloadError(translated("its bytes end too early")) }

  /// The message.
  public var description: String { fault }
}
