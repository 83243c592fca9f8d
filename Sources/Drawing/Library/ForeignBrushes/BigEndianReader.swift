import Archive
import Language

/// Reads big-endian numbers and the texts of Photoshop's files. No input makes it trap, or allocate more than twice
/// the input's size.
struct BigEndianReader {
  private var bytes: ArraySlice<UInt8>

  /// A reader of bytes, which it shares.
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The bytes that are not read yet.
  var rest: ArraySlice<UInt8> { bytes }
  /// Their number.
  var remaining: Int { bytes.count }

  /// Reads a number of fixed size.
  mutating func read<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(ArchiveError) -> Number {
    try raw(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// Reads a number of four bytes without a sign.
  mutating func readCount() throws(ArchiveError) -> Int { Int(try read(UInt32.self)) }

  /// Reads a Double; 0 for one that is not finite.
  mutating func readDouble() throws(ArchiveError) -> Double {
    let value = Double(bitPattern: try read(UInt64.self))
    return value.isFinite ? value : 0
  }

  /// Reads a Float; 0 for one that is not finite.
  mutating func readFloat() throws(ArchiveError) -> Double {
    let value = Float(bitPattern: try read(UInt32.self))
    return value.isFinite ? Double(value) : 0
  }

  /// Reads bytes.
  mutating func raw(_ count: Int) throws(ArchiveError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count else { throw .fault(translated("its bytes end too early")) }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  /// Reads a text of UTF-16 behind the number of its units, without a closing 0.
  mutating func readText() throws(ArchiveError) -> String {
    let count = try readCount()
    guard count <= bytes.count / 2 else { throw .fault(translated("its bytes end too early")) }
    let raw = try raw(2 * count)
    var units = stride(from: raw.startIndex, to: raw.endIndex, by: 2).map { UInt16(raw[$0]) << 8 | UInt16(raw[$0 + 1]) }
    while units.last == 0 { units.removeLast() }
    return String(decoding: units, as: UTF16.self)
  }

  /// Reads a key of a descriptor: its length and characters; a length of 0 stands for 4.
  mutating func readKey() throws(ArchiveError) -> String {
    let count = try readCount()
    return String(decoding: try raw(count == 0 ? 4 : count), as: UTF8.self)
  }

  /// Reads four characters.
  mutating func readType() throws(ArchiveError) -> String { String(decoding: try raw(4), as: UTF8.self) }
}
