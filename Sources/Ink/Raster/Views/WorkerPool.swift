import Glibc
import Synchronization
import Threads

/// A pool of threads that share work divided into parts, such as frames of large areas.
///
/// Threads start when they are first needed and sleep between tasks; they end with the pool. The
/// caller works as well and does not wait for threads that have not started when all parts are
/// taken. So on a busy machine a task takes no longer than without the pool. One thread may call
/// `divide` at a time.
public final class WorkerPool: Sendable {
  /// The greatest number of threads.
  public static let most = 3

  /// The number of threads besides the caller: none on a machine with one processor.
  public let count: Int
  private let shared: Shared

  /// Creates a pool of `count` threads; by default one for each processor except the caller's, at
  /// most 3.
  public init(count: Int? = nil) {
    self.count = max(0, count ?? min(Self.most, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1))
    shared = Shared()
  }

  deinit { shared.stop() }

  /// Calls `body` once with each of 0..<`parts`, on several threads and in any order, and returns
  /// when all calls have returned.
  public func divide(_ parts: Int, _ body: @Sendable (Int) -> Void) {
    guard parts > 1, count > 0 else {
      for part in 0..<parts { body(part) }
      return
    }
    shared.startThreads(count)
    withoutActuallyEscaping(body) { body in
      let helpers = min(count, parts - 1)
      shared.post(Task(parts: parts, body: body), for: helpers)
      shared.runTask()
      shared.finishTask()
    }
  }

  private final class Task: Sendable {
    let parts: Int
    let body: @Sendable (Int) -> Void
    let next = Atomic<Int>(0)

    init(parts: Int, body: @escaping @Sendable (Int) -> Void) { (self.parts, self.body) = (parts, body) }

    func run() {
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part < parts else { return }
        body(part)
      }
    }
  }

  /// The state that the threads share. It outlives them.
  private final class Shared: Sendable {
    private struct State {
      var task: Task?
      /// Threads that work on the task besides the caller, and whether the caller waits for them.
      var busy = 0
      var isAwaited = false
      var isStopped = false
      var started = 0
    }

    private let state = Mutex(State())
    /// Wakes threads for a task.
    private let wake = Semaphore()
    /// Wakes the caller when the last thread has finished.
    private let end = Semaphore()

    /// Starts threads up to `count`. Where the system refuses one, the task runs with fewer.
    func startThreads(_ count: Int) {
      while state.withLock({ $0.started }) < count {
        _ = Worker { [self] in runThread() }
        // Counted even where it failed, so that each is tried once.
        state.withLock { $0.started += 1 }
      }
    }

    func post(_ task: Task, for helpers: Int) {
      state.withLock { $0.task = task }
      for _ in 0..<helpers { wake.signal() }
    }

    // Not inlined, so that the reference to the task is released on return.
    @inline(never) func runTask() {
      if let task = state.withLock({ $0.task }) { task.run() }
    }

    /// Removes the task and waits for the threads that work on it.
    func finishTask() {
      let isBusy = state.withLock {
        $0.task = nil
        $0.isAwaited = $0.busy > 0
        return $0.isAwaited
      }
      if isBusy { end.wait() }
    }

    func stop() {
      let started = state.withLock {
        $0.isStopped = true
        return $0.started
      }
      for _ in 0..<started { wake.signal() }
    }

    /// The main function of a thread.
    private func runThread() {
      while true {
        wake.wait()
        if state.withLock({ $0.isStopped }) { return }
        joinTask()
      }
    }

    private func joinTask() {
      // A late wake-up finds no task, or the next one, which is fine.
      let isPosted = state.withLock {
        guard $0.task != nil else { return false }
        $0.busy += 1
        return true
      }
      guard isPosted else { return }
      runTask()
      let isEnd = state.withLock {
        $0.busy -= 1
        guard $0.busy == 0, $0.isAwaited else { return false }
        $0.isAwaited = false
        return true
      }
      if isEnd { end.signal() }
    }
  }
}
