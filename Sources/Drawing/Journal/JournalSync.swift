import Glibc

/// A flush of a `JournalWriter`'s appended records to the disk. It may take long; any thread may
/// perform it while the writer appends more.
public struct JournalSync: Sendable {
  let file: JournalFile
  let device: JournalDevice
  /// Whether to flush the file's directory entry as well.
  let isNew: Bool
  /// The number of records that the writer has appended.
  let count: Int
  /// The number of the writer's unsynced bytes that the flush covers.
  let size: Int

  /// Flushes and waits for the disk.
  /// - Returns: 0 or an `errno`, to pass to `JournalWriter.endSync`.
  public func perform() -> Int32 {
    var code = device.sync(file.descriptor)
    while code == EINTR { code = device.sync(file.descriptor) }
    if code == 0, isNew { JournalFile.flushFolder(of: file.path) }
    return code
  }
}
