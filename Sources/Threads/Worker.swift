import Glibc

/// A thread of the system that does one thing: work that would make the hand wait.
///
/// Its life: `init` starts it; `join` waits for its end. One that nobody joins ends by itself, or with the process.
public final class Worker {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t
  private var isJoined = false

  /// Runs `body` once on a thread of its own. Nil where the system grants no thread; `body` is not run then.
  /// - Parameter isLeisurely: whether it gives way to others that want the processor: the hand goes first.
  public init?(isLeisurely: Bool = false, _ body: @escaping @Sendable () -> Void) {
    let job = Unmanaged.passRetained(
      Job {
        if isLeisurely { Self.giveWay() }
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

  /// Has the calling thread give way: it gets a tenth of what others get that want the processor as well, and when it wakes it takes none
  /// from one that runs. That counts where the hand's own thread wakes it: it would else stand still for some milliseconds right then.
  private static func giveWay() {
    // To Linux both are of the calling thread alone.
    _ = nice(10)
    var parameters = sched_param()
    _ = sched_setscheduler(0, batchPolicy, &parameters)
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
