import Glibc

/// A thread of the system that does one thing: work that would make the hand wait.
///
/// Its life: `init` starts it; `join` waits for its end. One that nobody joins ends by itself, or with the process.
public final class Worker {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// How it behaves towards others that want the processor as well.
  public enum Manner: Sendable, Hashable {
    /// As any thread.
    case prompt
    /// It has its share of the processor, but when it wakes it takes none from one that runs. That counts where the hand's own thread wakes
    /// it: that would else stand still for some milliseconds right then.
    case modest
    /// It gets a tenth of what others get, and takes nothing from them: for work that can wait.
    case leisurely
  }

  private let thread: pthread_t
  private var isJoined = false

  /// Runs `body` once on a thread of its own. Nil where the system grants no thread; `body` is not run then.
  public init?(manner: Manner = .prompt, _ body: @escaping @Sendable () -> Void) {
    let job = Unmanaged.passRetained(
      Job {
        Self.adopt(manner)
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

  /// Has the calling thread behave so; to Linux both are of that alone.
  private static func adopt(_ manner: Manner) {
    if manner == .prompt { return }
    var parameters = sched_param()
    _ = sched_setscheduler(0, batchPolicy, &parameters)
    if manner == .leisurely { _ = nice(10) }
  }

  /// `SCHED_BATCH` of Linux, sched(7): the C library names it to programs of GNU only.
  private static let batchPolicy: Int32 = 3

  // What a thread leaves is kept by the system for who joins it, unless it is told that nobody will.
  deinit { if !isJoined { pthread_detach(thread) } }

  /// The processor time that it has used, s, to the nanosecond; nil once it was joined, or where the system does not tell.
  public var processorTime: Double? {
    var clock = clockid_t()
    var time = timespec()
    guard !isJoined, pthread_getcpuclockid(thread, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits until the work is done. A second call does nothing.
  public func join() {
    guard !isJoined else { return }
    isJoined = true
    pthread_join(thread, nil)
  }
}
