import Glibc

/// A system thread that runs one closure, for work that would block the main thread.
///
/// `init` starts the thread and `join` waits for its end. A worker that is never joined is
/// detached: its thread ends with its closure or with the process.
public final class Worker {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// How the thread competes with other threads for processor time.
  public enum Priority: Sendable, Hashable {
    /// The system's default scheduling.
    case prompt
    /// Batch scheduling: a normal share of the processor, but waking never preempts a running
    /// thread. Use it for workers that the main thread wakes, which otherwise may lose the
    /// processor to them for some milliseconds.
    case modest
    /// Batch scheduling at nice 10, about a tenth of a normal share: for work that can wait.
    case leisurely
  }

  private let thread: pthread_t
  private var isJoined = false

  /// Runs `body` once on a new thread. Returns nil if the system cannot create a thread.
  public init?(priority: Priority = .prompt, _ body: @escaping @Sendable () -> Void) {
    let job = Unmanaged.passRetained(
      Job {
        Self.adopt(priority)
        body()
      })
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, job.toOpaque())
    guard code == 0 else {
      job.release()
      return nil
    }
    self.thread = thread
  }

  /// Applies `priority` to the calling thread. On Linux both settings are per thread.
  private static func adopt(_ priority: Priority) {
    if priority == .prompt { return }
    var parameters = sched_param()
    _ = sched_setscheduler(0, batchPolicy, &parameters)
    if priority == .leisurely { _ = nice(10) }
  }

  /// Linux's `SCHED_BATCH`, see sched(7). The C library declares it only with `_GNU_SOURCE`.
  private static let batchPolicy: Int32 = 3

  // The system keeps a finished thread's resources until it is joined or detached.
  deinit { if !isJoined { pthread_detach(thread) } }

  /// The processor time used by the thread, in seconds with nanosecond resolution. Nil after
  /// `join`, or if the system does not report it.
  public var processorTime: Double? {
    var clock = clockid_t()
    var time = timespec()
    guard !isJoined, pthread_getcpuclockid(thread, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits until the closure has returned. A second call does nothing.
  public func join() {
    guard !isJoined else { return }
    isJoined = true
    pthread_join(thread, nil)
  }
}
