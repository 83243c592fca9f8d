import CZlib

/// The checksum of zip archives and of the chunks of PNG images.
public enum CRC32 {
  /// The checksum of some bytes.
  public static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
