import Glibc

/// Keeps other Fudes from changing a folder's files meanwhile: a lock on the folder itself (flock(2)), so that nothing is
/// left behind. Where a file system knows no locks, or the holder hangs, it goes on without after two
/// seconds: a busy disk takes its time with each of several.
///
/// Its life: `init` waits for the lock; `release` lets others go on, and so does its end. Used by one thread.
public final class FolderLock {
  private var descriptor: Int32

  /// Locks a folder, if it can be.
  public init(_ folder: String) {
    descriptor = open(PathText.system(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // flock(2) waits without a limit or not at all, and tells nobody when a lock goes: so it is tried every 5 ms, by a worker or at the end.
    for _ in 0..<400 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
      usleep(5000)
    }
  }

  deinit { release() }

  /// Lets others go on.
  public func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
