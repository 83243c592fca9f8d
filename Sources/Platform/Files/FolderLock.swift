import Glibc

/// Prevents other Fude processes from changing a folder's files by a lock on the folder (flock(2)).
/// If the file system has no locks, or another process holds it for two seconds, work continues
/// without it. Use an instance from one thread.
public final class FolderLock {
  private var descriptor: Int32

  /// Locks a folder if possible; waits at most two seconds.
  public init(_ folder: String) {
    descriptor = open(PathText.system(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // flock(2) has no time limit and no notification, so this thread tries every 5 ms.
    for _ in 0..<400 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
      usleep(5000)
    }
  }

  deinit { release() }

  /// Releases the lock.
  public func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
