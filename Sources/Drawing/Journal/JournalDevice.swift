import Glibc

/// What a journal's writer asks of the system; a test puts a failing disk in its place.
struct JournalDevice: Sendable {
  /// Writes some of the bytes at an offset; how many, or minus an `errno`.
  var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int
  /// Brings what was written to the disk; 0 or an `errno`.
  var sync: @Sendable (_ descriptor: Int32) -> Int32
  /// Cuts the file; 0 or an `errno`.
  var truncate: @Sendable (_ descriptor: Int32, _ size: Int) -> Int32

  /// The system itself.
  static let system = JournalDevice(
    write: { descriptor, bytes, offset in
      let count = pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
      return count < 0 ? -Int(errno) : count
    },
    sync: { descriptor in fdatasync(descriptor) == 0 ? 0 : errno },
    truncate: { descriptor, size in ftruncate(descriptor, off_t(size)) == 0 ? 0 : errno })
}
