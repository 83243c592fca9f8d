import CZlib
import Language

/// Bytes made small by zlib's format (RFC 1950 around RFC 1951), which also checks them by an Adler-32 sum.
public enum Deflate {
  /// The bytes, packed.
  /// - Parameter level: 1 (quick) ... 9 (small).
  /// - Throws: where memory is short.
  public static func packed(_ bytes: Span<UInt8>, level: Int = 1) throws(ArchiveError) -> [UInt8] {
    precondition((1...9).contains(level), "zlib has levels 1 to 9")
    var size = compressBound(uLong(bytes.count))
    var failure: Int32 = Z_OK
    let packed = [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
      failure = bytes.withUnsafeBufferPointer { source in
        compress2(target.baseAddress, &size, source.baseAddress, uLong(source.count), Int32(level))
      }
      count = failure == Z_OK ? Int(size) : 0
    }
    guard failure == Z_OK else { throw .system(12) }  // ENOMEM; the room was enough by compressBound's promise.
    return packed
  }

  /// The bytes that were packed.
  /// - Parameter count: how many they are; no more memory is ever used.
  /// - Throws: where the packed bytes are damaged, go on behind their end, or give another number of bytes.
  public static func unpacked(_ packed: Span<UInt8>, count: Int) throws(ArchiveError) -> [UInt8] {
    precondition(count >= 0, "a number of bytes")
    var (size, used) = (uLong(count), uLong(packed.count))
    var failure: Int32 = Z_OK
    // One byte of room at least: zlib would take none for no place to write to.
    let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { target, filled in
      failure = packed.withUnsafeBufferPointer { source in
        uncompress2(target.baseAddress, &size, source.baseAddress, &used)
      }
      filled = failure == Z_OK ? Int(size) : 0
    }
    if failure == Z_MEM_ERROR { throw .system(12) }
    guard failure == Z_OK, Int(used) == packed.count, bytes.count == count else {
      throw .fault(translated("packed bytes are damaged"))
    }
    return bytes
  }
}
