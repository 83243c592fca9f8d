import Glibc

/// The bringing of what a `JournalWriter` has appended to the disk, which may take long: any thread may do it while the writer goes on.
public struct JournalSync: Sendable {
  let file: JournalFile
  let device: JournalDevice
  /// Whether the file's name is to be kept as well.
  let isNew: Bool
  /// How many records are there.
  let count: Int
  /// How many of the writer's bytes.
  let size: Int

  /// Waits for the disk.
  /// - Returns: 0, or an `errno`; for `JournalWriter.endSync`.
  public func perform() -> Int32 {
    var code = device.sync(file.descriptor)
    while code == EINTR { code = device.sync(file.descriptor) }
    if code == 0, isNew { JournalFile.settleFolder(of: file.path) }
    return code
  }
}
