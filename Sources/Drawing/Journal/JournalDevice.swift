import Glibc

/// The system calls of `JournalWriter`. Tests replace them to simulate a failing disk.
struct JournalDevice: Sendable {
  /// Writes some of the bytes at an offset. Returns the number written, or a negated `errno`.
  var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int
  /// Flushes written data to the disk. Returns 0 or an `errno`.
  var sync: @Sendable (_ descriptor: Int32) -> Int32
  /// Truncates the file. Returns 0 or an `errno`.
  var truncate: @Sendable (_ descriptor: Int32, _ size: Int) -> Int32

  static let system = JournalDevice(
    write: { descriptor, bytes, offset in
      let count = pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
      return count < 0 ? -Int(errno) : count
    },
    sync: { descriptor in fdatasync(descriptor) == 0 ? 0 : errno },
    truncate: { descriptor, size in ftruncate(descriptor, off_t(size)) == 0 ? 0 : errno })
}
