/// Encodes values as little-endian bytes, which `ByteReader` decodes.
public struct ByteWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8]

  /// A writer without bytes.
  public init() { bytes = [] }

  /// Reserves capacity for `count` more bytes.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  /// Appends an integer of fixed size.
  public mutating func write(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a Double's bit pattern, 8 bytes.
  public mutating func write(_ value: Double) { write(value.bitPattern) }

  /// Appends a Boolean as one byte, 0 or 1.
  public mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Appends an unsigned integer as LEB128: 1...10 bytes of seven bits, lowest first.
  public mutating func writeCompact(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a signed integer as zigzag LEB128: 0, -1, 1, -2 ... are encoded as 0, 1, 2, 3 ...
  public mutating func writeCompact(_ value: Int64) {
    writeCompact(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// Appends bytes without their count.
  public mutating func write(raw more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Appends the number of bytes as LEB128, then the bytes.
  public mutating func write(counted more: [UInt8]) {
    writeCompact(UInt64(more.count))
    bytes.append(contentsOf: more)
  }

  /// Appends the number of UTF-8 bytes as LEB128, then the bytes.
  public mutating func write(_ text: String) { write(counted: Array(text.utf8)) }
}
