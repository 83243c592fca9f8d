import Glibc
import Language

/// A file that is written completely or not at all, even with a crash or a power failure.
///
/// 1. `init` makes a temporary file in the target folder, so missing permission is detected first.
/// 2. `write`, or a writer that borrows the descriptor, fills it.
/// 3. `commitReplacing` or `commit(firstFree:)` flushes it to the disk and renames it in one step.
///
/// If the object is released earlier, or step 3 fails, the temporary file is removed and the old
/// file is unchanged. A process that is killed leaves the temporary file; the first commit in a
/// folder removes those of ended processes (`Leftovers`). Use it from one thread at a time.
public final class AtomicFile {
  /// The target's path, as the caller named it.
  public let path: String
  /// The descriptor for writing until the commit; owned by this object.
  public let descriptor: Int32

  let folder: String
  private let name: String
  private let temporaryPath: String
  private let number: Unfinished.Number
  private var state = State.open

  private enum State { case open, closed, committed, removed }

  /// Starts a file with the target `path`. Links are followed. An existing file must be a regular
  /// file, and its permissions are copied, with its access control list.
  /// - Parameter replacesProtected: whether a write-protected file may be replaced.
  /// - Throws: if the folder is missing or not writable, the name is too long, `path` is a folder
  ///   or device, or the file at `path` is write-protected.
  public init(path: String, replacesProtected: Bool = false) throws(FileError) {
    self.path = path
    let target = try Self.target(of: path)
    folder = target.folder
    name = target.name
    if let existing = target.existing, !replacesProtected,
      Self.isProtected(PathText.join(folder, name), mode: existing.st_mode)
    {
      throw FileError(.write, path, fault: translated("it is write-protected"))
    }
    (descriptor, temporaryPath, number) = try Self.makeTemporary(in: folder, for: path)
    if let existing = target.existing {
      // If this fails, the file has the owner and permissions of a new file.
      _ = fchown(descriptor, existing.st_uid, existing.st_gid)
      let hasAccessList = FileAttributes.copyAccessList(from: PathText.join(folder, name), to: descriptor)
      _ = fchmod(descriptor, existing.st_mode & (hasAccessList ? 0o777 : 0o707))
    }
  }

  deinit { remove() }

  /// Appends bytes.
  /// - Throws: if the disk is full or fails. The caller must discard the file then.
  public func write(_ bytes: Span<UInt8>) throws(FileError) {
    precondition(state == .open, "a file is written before it is committed")
    let failure = WholeWrite.write(bytes, to: descriptor)
    if failure != 0 { throw FileError(.write, path, errno: failure) }
  }

  /// Commits the file under its target name; replaces an existing file, whose attributes of the user stay.
  /// - Throws: if the disk fails. The old file then stays unchanged, except if only the folder
  ///   could not be flushed. Then the new file is in place, but a power failure may undo it.
  public func commitReplacing() throws(FileError) {
    precondition(state == .open, "a file is committed once")
    let target = PathText.join(folder, name)
    FileAttributes.copyUserAttributes(from: target, to: descriptor)
    try settle()
    // In one step with the rename, so that a signal finds the temporary file or the new one.
    var code: Int32 = 0
    let isRenamed = Unfinished.end(number) {
      let isRenamed = rename(PathText.system(temporaryPath), PathText.system(target)) == 0
      if !isRenamed { code = errno }
      return isRenamed
    }
    guard isRenamed else { throw failed(code) }
    committed()
    try flushFolder()
    Leftovers.remove(in: folder)
  }

  /// Commits the file under the first free name of `names`, never the name of `init`. It never
  /// replaces a file, even one that another program makes meanwhile.
  /// - Returns: the path of the file.
  /// - Throws: if no name is free or the disk fails. No file remains then, except if only the
  ///   folder could not be flushed, as in `commitReplacing`.
  public func commit(firstFree names: some Sequence<String>) throws(FileError) -> String {
    try settle()
    for name in names {
      let target = PathText.join(folder, name)
      var code = ExclusiveName.byLink(temporaryPath, target)
      if ExclusiveName.isUnsupported(code) { code = ExclusiveName.byReservation(temporaryPath, target) }
      switch code {
      case 0:
        committed()
        try flushFolder()
        Leftovers.remove(in: folder)
        return target
      case EEXIST: continue
      default: throw failed(code)
      }
    }
    throw failed(EEXIST)
  }
}

extension AtomicFile {
  /// Whether a file at a path (links followed) has permissions that forbid writing. Replacing it
  /// would need only write permission for its folder.
  public static func isProtected(_ path: String) -> Bool {
    var information = stat()
    return stat(PathText.system(path), &information) == 0 && isProtected(path, mode: information.st_mode)
  }

  private static func isProtected(_ path: String, mode: mode_t) -> Bool {
    // The superuser may write to any file; a file without any write permission counts as protected.
    if mode & 0o222 == 0 { return true }
    return access(PathText.system(path), W_OK) != 0 && (errno == EACCES || errno == EPERM)
  }
}

// MARK: - Steps

extension AtomicFile {
  /// The target of `path` with links followed, and the existing file's information.
  private static func target(of path: String) throws(FileError) -> (folder: String, name: String, existing: stat?) {
    func refused(_ fault: String) -> FileError { FileError(.write, path, fault: fault) }
    if path.isEmpty { throw refused(translated("its name is empty")) }
    if path.utf8.contains(0) { throw refused(translated("its name contains a zero byte")) }
    if path.utf8.last == UInt8(ascii: "/") {
      throw refused(translated("its name ends with a slash, as a folder's does"))
    }

    var information = stat()
    guard lstat(PathText.system(path), &information) == 0 else {
      guard errno == ENOENT else { throw FileError(.write, path, errno: errno) }
      let parts = PathText.split(path)
      return (parts.folder, parts.name, nil)
    }
    var actual = path
    if information.st_mode & S_IFMT == S_IFLNK {
      guard let resolved = realpath(PathText.system(path), nil) else {
        if errno == ENOENT { throw refused(translated("it is a link to a file that does not exist")) }
        throw FileError(.write, path, errno: errno)
      }
      actual = PathText.text(ofSystem: resolved)
      free(resolved)
      guard stat(PathText.system(actual), &information) == 0 else { throw FileError(.write, path, errno: errno) }
    }
    switch information.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw refused(translated("it is a folder"))
    default: throw refused(translated("it is not a regular file"))
    }
    let parts = PathText.split(actual)
    return (parts.folder, parts.name, information)
  }

  /// Makes an empty file with a unique name.
  private static func makeTemporary(
    in folder: String, for path: String
  ) throws(FileError) -> (Int32, String, Unfinished.Number) {
    for _ in 0..<100 {
      let passing = PathText.join(folder, Leftovers.newName())
      let (opened, number) = Unfinished.begin { () -> (descriptor: Int32, code: Int32) in
        let descriptor = open(PathText.system(passing), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        return (descriptor, errno)
      } removal: { opened in
        guard opened.descriptor >= 0 else { return nil }
        return { _ = unlink(PathText.system(passing)) }
      }
      if opened.descriptor >= 0 { return (opened.descriptor, passing, number) }
      if opened.code == EEXIST || opened.code == EINTR { continue }
      // The temporary name is short, so the error is about the folder.
      if opened.code == EACCES { throw FileError(.write, path, fault: translated("its folder cannot be written to")) }
      throw FileError(.write, path, errno: opened.code)
    }
    throw FileError(.write, path, errno: EEXIST)
  }

  /// Flushes the content to the disk.
  private func settle() throws(FileError) {
    precondition(state == .open, "a file is committed once")
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failed(errno) }
    state = .closed
    // Some file systems report a full disk only here. After EINTR, Linux has closed the file.
    guard close(descriptor) == 0 || errno == EINTR else { throw failed(errno) }
  }

  /// Flushes the directory entry to the disk.
  private func flushFolder() throws(FileError) {
    // Folders without read permission and some file systems are flushed later by the system.
    let descriptor = open(PathText.system(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let code = fsync(descriptor) == 0 ? 0 : errno
    close(descriptor)
    if code == EIO || code == ENOSPC || code == EDQUOT {
      let reason = FileError.fault(errno: code, .write)
      throw FileError(
        .write, path, fault: translated("it was saved, but a power failure may undo it: {reason}", ["reason": reason]))
    }
  }

  private func committed() {
    state = .committed
    Unfinished.end(number)
  }

  private func failed(_ code: Int32) -> FileError {
    remove()
    return FileError(.write, path, errno: code)
  }

  private func remove() {
    switch state {
    case .committed, .removed: return
    case .open: close(descriptor)
    case .closed: break
    }
    unlink(PathText.system(temporaryPath))
    state = .removed
    Unfinished.end(number)
  }
}

/// Two ways to rename a file to a name that must be free. Each returns 0 or an `errno`. After an
/// error nothing has changed. (Glibc's Swift module lacks RENAME_NOREPLACE.)
enum ExclusiveName {
  /// Uses a hard link, which never replaces a file. FAT and some network disks have no hard links.
  static func byLink(_ passing: String, _ target: String) -> Int32 {
    guard link(PathText.system(passing), PathText.system(target)) == 0 else { return errno }
    unlink(PathText.system(passing))
    return 0
  }

  /// Reserves the name with an empty file, which is then replaced.
  static func byReservation(_ passing: String, _ target: String) -> Int32 {
    let descriptor = open(PathText.system(target), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    guard rename(PathText.system(passing), PathText.system(target)) == 0 else {
      let code = errno
      unlink(PathText.system(target))
      return code
    }
    return 0
  }

  /// Whether the error means that the file system has no hard links.
  static func isUnsupported(_ code: Int32) -> Bool {
    code == EPERM || code == EOPNOTSUPP || code == ENOSYS || code == EMLINK
  }
}
