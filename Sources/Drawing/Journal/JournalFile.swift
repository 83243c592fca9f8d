import Files
import Glibc
import Language
import Synchronization

/// An open journal that is locked against other openers, in this process and others. The lock
/// (flock) ends when this object is released or the process ends. Use it from one thread at a time.
public final class JournalFile: Sendable {
  /// The current path.
  public var path: String { place.withLock { $0 } }
  private let place: Mutex<String>
  /// Whether records can be appended. A read-only journal can still be read.
  public let isWritable: Bool
  let descriptor: Int32

  private init(path: String, descriptor: Int32, isWritable: Bool) {
    place = Mutex(path)
    self.descriptor = descriptor
    self.isWritable = isWritable
  }

  deinit {
    // Closing may not be enough: a child process that is just starting shares the open file.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Makes a new, empty file without a header.
  /// - Returns: nil if the name is taken.
  static func make(_ path: String) throws(JournalError) -> JournalFile? {
    let descriptor = Glibc.open(PathText.system(path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST || errno == EINTR { return nil }
      throw JournalError(.write, path, errno: errno)
    }
    let file = JournalFile(path: path, descriptor: descriptor, isWritable: true)
    // Another program may have locked the empty file already, or even removed it.
    return try file.lock() && file.isAtItsPath ? file : nil
  }

  /// Opens and locks the journal at a path.
  /// - Returns: nil if another program has locked it, or it does not exist.
  /// - Throws: if it cannot be opened, or is not a regular file.
  public static func claim(_ path: String) throws(JournalError) -> JournalFile? {
    // O_NONBLOCK: the path might be a named pipe.
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    var descriptor = Glibc.open(PathText.system(path), O_RDWR | flags)
    let isWritable = descriptor >= 0
    // A file without write permission can still be recovered.
    if !isWritable, [EACCES, EPERM, EROFS].contains(errno) {
      descriptor = Glibc.open(PathText.system(path), O_RDONLY | flags)
    }
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw JournalError(.read, path, errno: errno)
    }
    let file = JournalFile(path: path, descriptor: descriptor, isWritable: isWritable)
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw JournalError(.read, path, errno: errno) }
    guard information.st_mode & S_IFMT == S_IFREG else {
      throw JournalError(.read, path, fault: translated("it is not a regular file"))
    }
    return try file.lock() && file.isAtItsPath ? file : nil
  }

  /// Opens a journal for reading, even if another program has locked it. That program may append
  /// more meanwhile.
  /// - Throws: if it cannot be opened, or is not a regular file.
  public static func look(at path: String) throws(JournalError) -> JournalFile {
    let descriptor = Glibc.open(PathText.system(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw JournalError(.read, path, errno: errno) }
    let file = JournalFile(path: path, descriptor: descriptor, isWritable: false)
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw JournalError(.read, path, errno: errno) }
    guard information.st_mode & S_IFMT == S_IFREG else {
      throw JournalError(.read, path, fault: translated("it is not a regular file"))
    }
    return file
  }

  /// The first bytes of every journal.
  public static let signature: [UInt8] = JournalFormat.magic

  /// The time of the last write, seconds since 1970.
  public var time: Double {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return 0 }
    return Double(information.st_mtim.tv_sec) + Double(information.st_mtim.tv_nsec) / 1e9
  }

  /// Moves the file into another folder on the same disk. It stays open and locked.
  /// - Parameter stem: the new name without the extension; a number is added if it is taken. nil
  ///   keeps the name.
  /// - Throws: if it cannot be moved. It stays in place then.
  public func move(to folder: JournalFolder, as stem: String? = nil) throws(JournalError) {
    let old = path
    guard isAtItsPath else { throw JournalError(.write, old, errno: ENOENT) }
    let stem = stem ?? String((old.split(separator: "/").last ?? "").dropLast(JournalFolder.suffix.count))
    var new = ""
    for number in 1...1000 {
      new = folder.path(of: number == 1 ? stem : "\(stem) \(number)") + JournalFolder.suffix
      if try Self.rename(old, to: new) { break }
      if number == 1000 { throw JournalError(.write, new, errno: EEXIST) }
    }
    place.withLock { $0 = new }
    Self.flushFolder(of: new)
    Self.flushFolder(of: old)
  }

  /// Starts a journal beside this one, which takes its place by `replace`. An unfinished one is replaced.
  /// - Throws: if it cannot be written. No file remains then.
  public func makeReplacement() throws(JournalError) -> JournalWriter {
    let new = path + JournalFolder.replacementEnding
    unlink(PathText.system(new))
    guard let file = try Self.make(new) else { throw JournalError(.write, new, errno: EEXIST) }
    do throws(JournalError) { return try JournalWriter(new: file) } catch {
      try? file.remove()
      throw error
    }
  }

  /// Moves this journal to the path of another one, which is deleted by that. At every moment one of the two is at
  /// the path.
  /// - Throws: if it cannot be moved; both stay in place then.
  public func replace(_ other: JournalFile) throws(JournalError) {
    let (old, new) = (path, other.path)
    guard isAtItsPath, other.isAtItsPath else { throw JournalError(.write, new, errno: ENOENT) }
    guard Glibc.rename(PathText.system(old), PathText.system(new)) == 0 else {
      throw JournalError(.write, new, errno: errno)
    }
    place.withLock { $0 = new }
    Self.flushFolder(of: new)
  }

  /// Renames a file; false if the new name is taken.
  private static func rename(_ old: String, to new: String) throws(JournalError) -> Bool {
    if Glibc.link(PathText.system(old), PathText.system(new)) == 0 {
      unlink(PathText.system(old))
      return true
    }
    if errno == EEXIST { return false }
    // Some file systems have no links.
    guard errno == EPERM || errno == EOPNOTSUPP, access(PathText.system(new), F_OK) != 0,
      Glibc.rename(PathText.system(old), PathText.system(new)) == 0
    else {
      throw JournalError(.write, new, errno: errno)
    }
    return true
  }

  /// The size, bytes.
  public func size() throws(JournalError) -> Int {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw JournalError(.read, path, errno: errno) }
    return Int(information.st_size)
  }

  /// Deletes the file. It stays locked and readable until this object is released.
  public func remove() throws(JournalError) {
    guard isAtItsPath else { return }
    guard unlink(PathText.system(path)) == 0 || errno == ENOENT else { throw JournalError(.remove, path, errno: errno) }
    Self.flushFolder(of: path)
  }

  /// Flushes a file's directory entry to the disk, if the file system can.
  static func flushFolder(of path: String) {
    let descriptor = Glibc.open(PathText.system(PathText.folder(of: path)), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Locks the file; false if another program has the lock.
  private func lock() throws(JournalError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      if errno == EWOULDBLOCK { return false }
      throw JournalError(.write, path, errno: errno)
    }
    return true
  }

  /// Whether the path still refers to this file, which others may delete, move or replace.
  public var isAtItsPath: Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(PathText.system(path), &named) == 0 && own.st_dev == named.st_dev
      && own.st_ino == named.st_ino
  }
}
