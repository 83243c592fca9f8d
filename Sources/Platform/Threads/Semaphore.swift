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

  /// Waits as `wait`, but no longer than some seconds of the system's time. Returns false if they passed.
  public func wait(atMost seconds: Double) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = Int(max(0, min(1e9, seconds)) * 1e9) + end.tv_nsec
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while sem_timedwait(semaphore, &end) != 0 { if errno != EINTR { return false } }
    return true
  }
}
