import Glibc

/// A counting semaphore (POSIX, `sem_init`). Any thread may signal it and wait for it.
public final class Semaphore: Sendable {
  // Safe: POSIX semaphores are thread-safe, and this one keeps its address until `deinit`.
  private nonisolated(unsafe) let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// Creates a semaphore with the count 0.
  public init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Increments the count, which releases one waiting thread or the next one that waits.
  public func signal() { sem_post(semaphore) }

  /// Waits without a time limit until the count is above 0, then decrements it.
  public func wait() {
    while sem_wait(semaphore) != 0, errno == EINTR {}
  }
}
