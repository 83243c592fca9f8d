import Glibc
import Language

/// A file that appears whole or not at all: after a crash or a power cut there is the old file or the new one.
///
/// Its life:
/// 1. `init` makes an empty file of a passing name in the folder of the file to be, so that a folder that cannot be written
///    to is found out before any work is done.
/// 2. `write` (or a writer that is lent the descriptor) fills it.
/// 3. `commitReplacing` or `commit(firstFree:)` brings it to the disk and gives it its name, in one step.
/// 4. Where it is dropped before, or where 3 fails, it is removed again and what was there is untouched.
///
/// Used by one thread at a time.
public final class AtomicFile {
  /// The file to be, as the caller named it.
  public let path: String
  /// For writing, until the commit; owned by this object.
  public let descriptor: Int32

  let folder: String
  private let name: String
  private let passingPath: String
  private var state = State.open

  private enum State { case open, closed, committed, removed }

  /// Starts a file that shall be `path`.
  ///
  /// A link is followed: the file that it points to is meant. What exists at `path` is not touched, but must be a
  /// regular file; its permissions are taken over.
  /// - Parameter replacesProtected: whether a file that may not be written to may be replaced all the same.
  /// - Throws: where the folder is missing or cannot be written to, the name is too long, `path` is a folder or device, or what
  ///   exists there is write-protected.
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
    (descriptor, passingPath) = try Self.makePassing(in: folder, for: path)
    if let existing = target.existing {
      // Failure leaves the permissions and the owner of a new file, which is what most would expect of a copy.
      _ = fchown(descriptor, existing.st_uid, existing.st_gid)
      _ = fchmod(descriptor, existing.st_mode & 0o777)
    }
  }

  deinit { remove() }

  /// Appends bytes.
  /// - Throws: where the disk is full or fails; the file is then good for nothing but being dropped.
  public func write(_ bytes: Span<UInt8>) throws(FileError) {
    precondition(state == .open, "a file is written before it is committed")
    var failure: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else {
          failure = count < 0 ? errno : EIO
          return
        }
        rest = rest.dropFirst(count)
      }
    }
    if failure != 0 { throw FileError(.write, path, errno: failure) }
  }

  /// Gives the file its name; a file that has it already is replaced.
  /// - Throws: where the disk fails; the old file, if any, is then still there, but where the fault is that of the folder, whose
  ///   sentence says so: the new one is there then, and a power cut may undo it.
  public func commitReplacing() throws(FileError) {
    try settle()
    let target = PathText.join(folder, name)
    guard rename(PathText.system(passingPath), PathText.system(target)) == 0 else { throw failed(errno) }
    state = .committed
    try settleFolder()
  }

  /// Gives the file the first of `names` that no file in its folder has, whoever else makes files there meanwhile:
  /// nothing is ever replaced. The name given to `init` is not used.
  /// - Returns: the path that it got.
  /// - Throws: where no name is free or the disk fails; nothing is then left, but as with `commitReplacing`.
  public func commit(firstFree names: some Sequence<String>) throws(FileError) -> String {
    try settle()
    for name in names {
      let target = PathText.join(folder, name)
      var code = ExclusiveName.byLink(passingPath, target)
      if ExclusiveName.isUnsupported(code) { code = ExclusiveName.byReservation(passingPath, target) }
      switch code {
      case 0:
        state = .committed
        try settleFolder()
        return target
      case EEXIST: continue
      default: throw failed(code)
      }
    }
    throw failed(EEXIST)
  }
}

extension AtomicFile {
  /// Whether there is a file at a path, links followed, whose permissions forbid writing to it. To replace it takes permission
  /// for its folder only, so nothing else stops that.
  public static func isProtected(_ path: String) -> Bool {
    var information = stat()
    return stat(PathText.system(path), &information) == 0 && isProtected(path, mode: information.st_mode)
  }

  private static func isProtected(_ path: String, mode: mode_t) -> Bool {
    // The superuser may write to any file; without a single permission to write, a file is meant to stay as it is.
    if mode & 0o222 == 0 { return true }
    return access(PathText.system(path), W_OK) != 0 && (errno == EACCES || errno == EPERM)
  }
}

// MARK: - Steps

extension AtomicFile {
  /// Where `path` leads to, links followed, and what is there.
  private static func target(of path: String) throws(FileError) -> (folder: String, name: String, existing: stat?) {
    func refused(_ fault: String) -> FileError { FileError(.write, path, fault: fault) }
    if path.isEmpty { throw refused(translated("its name is empty")) }
    if path.utf8.contains(0) { throw refused(translated("its name holds a zero byte")) }
    if path.utf8.last == UInt8(ascii: "/") { throw refused(translated("it is named as a folder")) }

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
    default: throw refused(translated("it is a device or the like, not a regular file"))
    }
    let parts = PathText.split(actual)
    return (parts.folder, parts.name, information)
  }

  /// An empty file of a name that nothing else has.
  private static func makePassing(in folder: String, for path: String) throws(FileError) -> (Int32, String) {
    for _ in 0..<100 {
      let passing = PathText.join(folder, ".fude-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".part")
      let descriptor = open(PathText.system(passing), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
      if descriptor >= 0 { return (descriptor, passing) }
      if errno == EEXIST || errno == EINTR { continue }
      // The name above is short: a complaint is about the folder.
      if errno == EACCES { throw FileError(.write, path, fault: translated("its folder cannot be written to")) }
      throw FileError(.write, path, errno: errno)
    }
    throw FileError(.write, path, errno: EEXIST)
  }

  /// Brings the content to the disk.
  private func settle() throws(FileError) {
    precondition(state == .open, "a file is committed once")
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failed(errno) }
    state = .closed
    // Some file systems tell of a full disk only now. EINTR: Linux has closed it all the same.
    guard close(descriptor) == 0 || errno == EINTR else { throw failed(errno) }
  }

  /// Brings the name to the disk.
  private func settleFolder() throws(FileError) {
    // A folder that may be written to but not read cannot be opened, and some file systems cannot do this at all: the
    // system then does it in its own time.
    let descriptor = open(PathText.system(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let code = fsync(descriptor) == 0 ? 0 : errno
    close(descriptor)
    if code == EIO || code == ENOSPC || code == EDQUOT {
      let reason = FileError.fault(errno: code, .write)
      throw FileError(
        .write, path, fault: translated("it is there, but a power cut may undo it: {reason}", ["reason": reason]))
    }
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
    unlink(PathText.system(passingPath))
    state = .removed
  }
}

/// Ways to give a file a name that must be free, by what file systems can do. Each returns 0 or an `errno`; on failure
/// the file keeps its passing name and nothing else is changed.
///
/// (Linux has renameat2 with RENAME_NOREPLACE, but Glibc's Swift module leaves it out; link is as good and older.)
enum ExclusiveName {
  /// By a second name: link never replaces. Not for FAT and some network disks, which know no second names.
  static func byLink(_ passing: String, _ target: String) -> Int32 {
    guard link(PathText.system(passing), PathText.system(target)) == 0 else { return errno }
    unlink(PathText.system(passing))
    return 0
  }

  /// By an empty file that takes the name, which is then replaced.
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

  /// Whether a code says that second names are not to be had here.
  static func isUnsupported(_ code: Int32) -> Bool {
    code == EPERM || code == EOPNOTSUPP || code == ENOSYS || code == EMLINK
  }
}
