import Glibc

/// A count of calls that threads wait for (POSIX, `sem_init`). For use by any number of threads.
public final class Semaphore: Sendable {
  // Made for use by many threads, and never moved.
  private nonisolated(unsafe) let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// A semaphore that nobody has called.
  public init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Calls one of those that wait, or the next that will.
  public func signal() { sem_post(semaphore) }

  /// Waits for a call, for as long as it takes.
  public func wait() {
    while sem_wait(semaphore) != 0, errno == EINTR {}
  }
}
