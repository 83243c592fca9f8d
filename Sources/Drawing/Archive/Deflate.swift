import CZlib
import Language

/// Compression in zlib's format (RFC 1950 around RFC 1951), with an Adler-32 checksum.
public enum Deflate {
  /// Compresses bytes.
  /// - Parameter level: 1 (fast) ... 9 (small).
  /// - Throws: if memory is short.
  public static func packed(_ bytes: Span<UInt8>, level: Int = 1) throws(ArchiveError) -> [UInt8] {
    precondition((1...9).contains(level), "zlib has levels 1 to 9")
    var stream = z_stream()
    let (window, memory) = room(for: bytes.count)
    guard
      deflateInit2_(
        &stream, Int32(level), Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .system(12) }  // ENOMEM.
    defer { deflateEnd(&stream) }
    let most = Int(deflateBound(&stream, uLong(bytes.count)))
    let packed = [UInt8](unsafeUninitializedCapacity: most) { target, count in
      bytes.withUnsafeBufferPointer { source in
        // zlib does not write to this pointer despite its type, and counts with 32 bits.
        stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.next_out = target.baseAddress
        var (unread, room, status) = (source.count, most, Z_OK)
        while status == Z_OK {
          if stream.avail_in == 0 { unread -= Self.feed(&stream.avail_in, of: unread) }
          if stream.avail_out == 0 { room -= Self.feed(&stream.avail_out, of: room) }
          status = deflate(&stream, unread == 0 ? Z_FINISH : Z_NO_FLUSH)
        }
        count = status == Z_STREAM_END ? most - room - Int(stream.avail_out) : 0
      }
    }
    precondition(!packed.isEmpty, "deflateBound promises room for all")
    return packed
  }

  /// Offers zlib as many bytes as its counter can hold, and returns this number.
  private static func feed(_ available: inout uInt, of count: Int) -> Int {
    available = uInt(clamping: count)
    return Int(available)
  }

  /// zlib's window size (logarithm, 9...15) and memory level (1...8) for a number of bytes. zlib
  /// clears this memory first, which takes most of the time for small records.
  static func room(for count: Int) -> (window: Int32, memory: Int32) {
    let bits = Int32(Int.bitWidth - max(1, count).leadingZeroBitCount)
    return (min(15, max(9, bits)), min(8, max(1, bits - 6)))
  }

  /// Decompresses bytes whose size is not known. Bytes after the compressed data are ignored.
  /// - Parameter most: the most bytes that they may have.
  /// - Throws: if the data are damaged or larger.
  public static func unpacked(_ packed: Span<UInt8>, most: Int) throws(ArchiveError) -> [UInt8] {
    var capacity = min(most, 1 << 16)
    while true {
      var failure: Int32 = Z_OK
      let bytes = [UInt8](unsafeUninitializedCapacity: max(1, capacity)) { target, filled in
        var (size, used) = (uLong(capacity), uLong(packed.count))
        failure = packed.withUnsafeBufferPointer { source in
          uncompress2(target.baseAddress, &size, source.baseAddress, &used)
        }
        filled = failure == Z_OK ? Int(size) : 0
      }
      if failure == Z_OK { return bytes }
      if failure == Z_MEM_ERROR { throw .system(12) }
      guard failure == Z_BUF_ERROR, capacity < most else { throw .fault(translated("compressed data is damaged")) }
      capacity = min(most, capacity * 8)
    }
  }

  /// Decompresses bytes.
  /// - Parameter count: the expected size, which also limits the memory.
  /// - Throws: if the data are damaged, have extra bytes at their end, or another size.
  public static func unpacked(_ packed: Span<UInt8>, count: Int) throws(ArchiveError) -> [UInt8] {
    precondition(count >= 0, "a number of bytes")
    var (size, used) = (uLong(count), uLong(packed.count))
    var failure: Int32 = Z_OK
    // At least one byte, since zlib does not accept an empty buffer.
    let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { target, filled in
      failure = packed.withUnsafeBufferPointer { source in
        uncompress2(target.baseAddress, &size, source.baseAddress, &used)
      }
      filled = failure == Z_OK ? Int(size) : 0
    }
    if failure == Z_MEM_ERROR { throw .system(12) }
    guard failure == Z_OK, Int(used) == packed.count, bytes.count == count else {
      throw .fault(translated("compressed data is damaged"))
    }
    return bytes
  }
}
