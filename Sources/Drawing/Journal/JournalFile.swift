import Files
import Glibc
import Language
import Synchronization

/// An open journal that no one else can open meanwhile, in this process or another.
///
/// Its life: made new or claimed (by `JournalFolder`); read by a `JournalReader`, written by a `JournalWriter`; `remove`d, or
/// left on the disk for the next start. It is free for others as soon as it is dropped, however this process ends: the lock
/// (flock) belongs to the open file. Whoever means to hold a journal must therefore keep this object. Used by one thread at
/// a time.
public final class JournalFile: Sendable {
  /// Where it is.
  public var path: String { place.withLock { $0 } }
  private let place: Mutex<String>
  /// Whether records can be added; where not, the journal can still be read.
  public let isWritable: Bool
  let descriptor: Int32

  /// Takes over an open descriptor.
  private init(path: String, descriptor: Int32, isWritable: Bool) {
    place = Mutex(path)
    self.descriptor = descriptor
    self.isWritable = isWritable
  }

  deinit {
    // Not by closing alone: a child process that is just being started shares the open file for a moment.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// A new, empty file without a header.
  /// - Returns: nil where the name is taken.
  static func make(_ path: String) throws(JournalError) -> JournalFile? {
    let descriptor = Glibc.open(PathText.system(path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST || errno == EINTR { return nil }
      throw JournalError(.write, path, errno: errno)
    }
    let file = JournalFile(path: path, descriptor: descriptor, isWritable: true)
    // Someone who looks for journals may have been here before us, and may even have removed it as empty.
    return try file.lock() && file.isAtItsPath ? file : nil
  }

  /// The journal at a path.
  /// - Returns: nil where another holds it, or it is gone.
  /// - Throws: where it cannot be opened, or is no regular file.
  public static func claim(_ path: String) throws(JournalError) -> JournalFile? {
    // Without waiting for anyone: the name might be a pipe's.
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    var descriptor = Glibc.open(PathText.system(path), O_RDWR | flags)
    let isWritable = descriptor >= 0
    // What cannot be written can still be recovered.
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

  /// The journal at a path, for reading only, whoever holds it: what is read may be older than what is there.
  /// - Throws: where it cannot be opened, or is no regular file.
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

  /// What journals begin with.
  public static let signature: [UInt8] = JournalFormat.magic

  /// When it was written to last, seconds since 1970.
  public var time: Double {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return 0 }
    return Double(information.st_mtim.tv_sec) + Double(information.st_mtim.tv_nsec) / 1e9
  }

  /// Moves the file into another folder of the same disk. It stays open and locked.
  /// - Parameter stem: its name there without the ending, with a number where that is taken; nil for the one that it has.
  /// - Throws: where that cannot be; it stays where it is then.
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
    Self.settleFolder(of: new)
    Self.settleFolder(of: old)
  }

  /// Gives a file another name that is not taken; false where it is.
  private static func rename(_ old: String, to new: String) throws(JournalError) -> Bool {
    // A link first, so that nothing is ever in the way of another.
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

  /// Its size, bytes.
  public func size() throws(JournalError) -> Int {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw JournalError(.read, path, errno: errno) }
    return Int(information.st_size)
  }

  /// Takes the file off the disk. It stays locked, and can be read, until it is dropped.
  public func remove() throws(JournalError) {
    guard isAtItsPath else { return }
    guard unlink(PathText.system(path)) == 0 || errno == ENOENT else { throw JournalError(.remove, path, errno: errno) }
    Self.settleFolder(of: path)
  }

  /// Brings the names in a file's folder to the disk, where the file system can.
  static func settleFolder(of path: String) {
    let descriptor = Glibc.open(PathText.system(PathText.folder(of: path)), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Whether the lock is ours now.
  private func lock() throws(JournalError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      if errno == EWOULDBLOCK { return false }
      throw JournalError(.write, path, errno: errno)
    }
    return true
  }

  /// Whether the path still leads to this very file: another program may have deleted, moved or replaced it.
  public var isAtItsPath: Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(PathText.system(path), &named) == 0 && own.st_dev == named.st_dev
      && own.st_ino == named.st_ino
  }
}
