import Language

/// Takes values out of bytes as `ByteWriter` put them in. No bytes whatever make it trap or allocate more than they are.
///
/// A read that fails leaves the reader where it was.
public struct ByteReader: Sendable {
  private let bytes: [UInt8]
  /// How many bytes were taken.
  public private(set) var position = 0

  /// A reader of all of `bytes`.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many bytes are left.
  public var remaining: Int { bytes.count - position }

  /// A whole number of fixed size.
  public mutating func read<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(PayloadError) -> Number {
    let size = Number.bitWidth / 8
    guard size <= remaining else { throw .cutShort }
    var value: Number = 0
    for index in 0..<size { value |= Number(truncatingIfNeeded: bytes[position + index]) << Number(8 * index) }
    position += size
    return value
  }

  /// A number, every bit of it; not necessarily finite.
  public mutating func readDouble() throws(PayloadError) -> Double { Double(bitPattern: try read(UInt64.self)) }

  /// True or false.
  public mutating func readBool() throws(PayloadError) -> Bool {
    guard remaining >= 1 else { throw .cutShort }
    guard bytes[position] <= 1 else { throw PayloadError(translated("a truth value is neither 0 nor 1")) }
    position += 1
    return bytes[position - 1] == 1
  }

  /// A whole number that `writeCompact` wrote; refused in any longer form than that.
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
    throw PayloadError(translated("a number is wrongly written"))
  }

  /// A whole number of either sign.
  public mutating func readCompactSigned() throws(PayloadError) -> Int64 {
    let value = try readCompact()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A number of things that follow, each of at least `size` bytes: more than the bytes can hold is refused, so that it can
  /// be allocated for.
  public mutating func readCount(ofSize size: Int = 1) throws(PayloadError) -> Int {
    let start = position
    let value = try readCompact()
    guard value <= UInt64(remaining / max(1, size)) else {
      position = start
      throw .cutShort
    }
    return Int(value)
  }

  /// The next `count` bytes.
  public mutating func readRaw(_ count: Int) throws(PayloadError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw .cutShort }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Bytes that were written with their number.
  public mutating func readCounted() throws(PayloadError) -> [UInt8] {
    let count = try readCount()
    return Array(try readRaw(count))
  }

  /// A text; refused where it is not UTF-8.
  public mutating func readText() throws(PayloadError) -> String {
    let start = position
    let bytes = try readCounted()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      position = start
      throw PayloadError(translated("a text is not UTF-8"))
    }
    return text
  }

  /// Makes sure that nothing is left.
  public func finish() throws(PayloadError) {
    guard remaining == 0 else { throw PayloadError(translated("{count} bytes are left over", ["count": remaining])) }
  }
}

/// Why bytes are not what they should be. A record that was read has a right checksum, so this speaks of a version or a
/// program at fault rather than of a disk.
public struct PayloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public var fault: String

  /// A fault in words.
  public init(_ fault: String) { self.fault = fault }

  /// The bytes end too early.
  public static var cutShort: PayloadError { PayloadError(translated("its bytes end too early")) }

  /// What is wrong.
  public var description: String { fault }
}
