/// The cyclic redundancy check CRC-32C (Castagnoli, Bräuer, Herrmann, "Optimization of cyclic
/// redundancy-check codes with 24 and 32 parity bits", 1993), as used by iSCSI (RFC 3720, 12.1) and
/// ext4. It detects every burst error of up to 32 bits and all but one in 2^32 other errors.
public enum CRC32C {
  /// Returns the checksum of `bytes` appended to bytes whose checksum is `previous`; pass 0 to
  /// start. O(n) in the number of bytes.
  public static func checksum(_ bytes: Span<UInt8>, following previous: UInt32 = 0) -> UInt32 {
    var crc = ~previous
    let tables = tables.span
    var at = 0
    // Eight bytes at a time (Kounavis, Berry, "A systematic approach to building high performance
    // software-based CRC generators", 2005).
    while at + 8 <= bytes.count {
      let a = crc ^ word(bytes, at)
      let b = word(bytes, at + 4)
      let low =
        tables[Int(7 << 8 | a & 255)] ^ tables[Int(6 << 8 | a >> 8 & 255)]
        ^ tables[Int(5 << 8 | a >> 16 & 255)] ^ tables[Int(4 << 8 | a >> 24)]
      let high =
        tables[Int(3 << 8 | b & 255)] ^ tables[Int(2 << 8 | b >> 8 & 255)]
        ^ tables[Int(1 << 8 | b >> 16 & 255)] ^ tables[Int(b >> 24)]
      crc = low ^ high
      at += 8
    }
    while at < bytes.count {
      crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[at])) & 255)]
      at += 1
    }
    return ~crc
  }

  @inline(__always) private static func word(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
    UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24
  }

  /// Table k starts at k * 256. It holds each byte value's effect when k more bytes follow.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(before >> 8 ^ tables[Int(before & 255)])
    }
    return tables
  }()
}
