import Glibc
import Language

/// A folder of new files that appears whole or not at all, even with a crash or a full disk.
///
/// 1. `init` makes a temporary folder beside the later one, hidden by its name.
/// 2. `write` adds files.
/// 3. `commit(firstFree:)` flushes all files to the disk together and renames the folder in one step.
///
/// If the object is released earlier, or a step fails, nothing remains. A process that is killed
/// leaves the temporary folder; the first commit in the parent folder removes those of ended
/// processes (`Leftovers`). Use it from one thread at a time.
public final class AtomicFolder {
  /// The folder that it will be in.
  private let parent: String
  private let temporaryPath: String
  private var isDone = false
  /// The paths of the files, for file systems that are not flushed as a whole.
  private var files: [String] = []

  /// Starts a folder.
  /// - Parameter parent: an existing folder.
  /// - Throws: if `parent` is missing or not writable.
  public init(in parent: String) throws(FileError) {
    self.parent = parent
    for _ in 0..<100 {
      let path = PathText.join(parent, Leftovers.newName(suffix: Leftovers.folderSuffix))
      if mkdir(PathText.system(path), 0o777) == 0 {
        temporaryPath = path
        return
      }
      if errno != EEXIST { throw FileError(.write, parent, errno: errno) }
    }
    throw FileError(.write, parent, errno: EEXIST)
  }

  deinit { remove() }

  /// Adds a file. It is flushed to the disk by the commit.
  /// - Parameter name: its path below the folder, parts separated by "/". No part is empty, "." or "..".
  ///   Missing folders are made.
  /// - Throws: if the disk is full or fails, or there is such a file.
  public func write(_ bytes: Span<UInt8>, to name: String) throws(FileError) {
    // By bytes: a combining mark behind a slash makes another character of it.
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    precondition(!isDone, "files are added before the commit")
    precondition(parts.allSatisfy { !["", ".", ".."].contains($0) }, "a file would be outside of its folder")
    do throws(FileError) {
      var folder = temporaryPath
      for part in parts.dropLast() {
        folder += "/" + part
        if mkdir(PathText.system(folder), 0o777) != 0, errno != EEXIST { throw FileError(.write, folder, errno: errno) }
      }
      let path = temporaryPath + "/" + name
      try Self.write(bytes, path)
      files.append(path)
    } catch {
      // The name of the temporary folder says nothing.
      throw FileError(.write, PathText.join(parent, name), fault: error.fault)
    }
  }

  private static func write(_ bytes: Span<UInt8>, _ path: String) throws(FileError) {
    let descriptor = open(PathText.system(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw FileError(.write, path, errno: errno) }
    var code = WholeWrite.write(bytes, to: descriptor)
    // Some file systems report a full disk only here. After EINTR, Linux has closed the file.
    if close(descriptor) != 0, errno != EINTR, code == 0 { code = errno }
    if code != 0 { throw FileError(.write, path, errno: code) }
  }

  /// Commits the folder under the first free name of `names`. It never replaces a folder with files.
  /// - Returns: the path of the folder.
  /// - Throws: if no name is free or the disk fails. No folder remains then.
  public func commit(firstFree names: some Sequence<String>) throws(FileError) -> String {
    try flush()
    for name in names {
      let target = PathText.join(parent, name)
      var information = stat()
      if lstat(PathText.system(target), &information) == 0 { continue }
      if rename(PathText.system(temporaryPath), PathText.system(target)) == 0 {
        isDone = true
        sync(parent)
        Leftovers.remove(in: parent)
        return target
      }
      // Another process may have made the folder meanwhile.
      if ![EEXIST, ENOTEMPTY, ENOTDIR].contains(errno) { throw FileError(.write, target, errno: errno) }
    }
    throw FileError(.write, parent, errno: EEXIST)
  }

  /// Flushes all files together: one by one, 5000 of them took a minute.
  private func flush() throws(FileError) {
    let folder = open(PathText.system(temporaryPath), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileError(.write, parent, errno: errno) }
    defer { close(folder) }
    if let syncFileSystem = Self.syncFileSystem {
      guard syncFileSystem(folder) == 0 else { throw FileError(.write, parent, errno: errno) }
      return
    }
    for path in files {
      let file = open(PathText.system(path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { throw FileError(.write, parent, errno: errno) }
      let code = fsync(file) == 0 || errno == EINVAL ? 0 : errno
      close(file)
      if code != 0 { throw FileError(.write, parent, errno: code) }
    }
    fsync(folder)
  }

  /// Linux's `syncfs`, see sync(2). The C library declares it only with `_GNU_SOURCE`.
  private static let syncFileSystem: (@Sendable @convention(c) (Int32) -> Int32)? = {
    guard let symbol = dlsym(nil, "syncfs") else { return nil }
    // A C function pointer is an address, and so is what dlsym returns.
    return unsafeBitCast(symbol, to: (@Sendable @convention(c) (Int32) -> Int32).self)
  }()

  /// Flushes a folder's list of names. Some file systems flush it only later.
  private func sync(_ folder: String) {
    let descriptor = open(PathText.system(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func remove() {
    guard !isDone else { return }
    isDone = true
    Leftovers.removeTree(temporaryPath)
  }
}
