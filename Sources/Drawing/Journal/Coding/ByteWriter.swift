/// Puts values into bytes, little-endian, for `ByteReader` to take out again.
public struct ByteWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8]

  /// A writer of nothing yet.
  public init() { bytes = [] }

  /// Makes room for `count` more bytes at once.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  /// A whole number of fixed size.
  public mutating func write(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number, every bit of it.
  public mutating func write(_ value: Double) { write(value.bitPattern) }

  /// True or false, a byte.
  public mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// A whole number in as few bytes as it needs, 1 ... 10: seven bits each, lowest first (LEB128).
  public mutating func writeCompact(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A whole number of either sign in as few bytes as it needs: 0, -1, 1, -2 ... become 0, 1, 2, 3 ...
  public mutating func writeCompact(_ value: Int64) {
    writeCompact(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// Bytes as they are, without their number.
  public mutating func write(raw more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Bytes with their number.
  public mutating func write(counted more: [UInt8]) {
    writeCompact(UInt64(more.count))
    bytes.append(contentsOf: more)
  }

  /// A text, with its number of bytes.
  public mutating func write(_ text: String) { write(counted: Array(text.utf8)) }
}
