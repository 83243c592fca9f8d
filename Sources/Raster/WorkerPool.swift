import Glibc
import Synchronization
import Threads

/// Threads that help with what is divided into parts: frames of large areas.
///
/// Its life: threads are started when help is first wanted and sleep until it is wanted again, without ever waking by themselves; they end
/// with it. Who asks works as well, and never waits for a thread that has not begun by the time that nothing is left to begin: on a
/// machine that is busy the work is as fast as without help. One thread asks at a time.
public final class WorkerPool: Sendable {
  /// The most threads that help.
  public static let most = 3

  /// How many threads help at most: none on a machine with one processor.
  public let count: Int
  private let table: Table

  /// Hands that help: as many as there are processors beside the one that asks, 3 at most, unless told.
  public init(count: Int? = nil) {
    self.count = max(0, count ?? min(Self.most, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1))
    table = Table()
  }

  deinit { table.dismiss() }

  /// Calls `body` once with each of 0..<`parts`, on several threads at a time and in any order; all is done when it returns.
  public func divide(_ parts: Int, _ body: @Sendable (Int) -> Void) {
    guard parts > 1, count > 0 else {
      for part in 0..<parts { body(part) }
      return
    }
    table.hire(count)
    withoutActuallyEscaping(body) { body in
      let helpers = min(count, parts - 1)
      table.lay(Task(parts: parts, body: body), for: helpers)
      table.work()
      table.clear()
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

  /// Where the task lies that all work on. It outlives the threads.
  private final class Table: Sendable {
    private struct State {
      var task: Task?
      /// Threads that are at the task beside the one that asked, and whether that waits for them.
      var busy = 0
      var isAwaited = false
      var isOver = false
      var hired = 0
    }

    private let state = Mutex(State())
    /// Calls threads to the table.
    private let call = Semaphore()
    /// Calls the one that waits for the last of them.
    private let end = Semaphore()

    /// Starts the threads that are not there yet; where the system grants none, work is done without.
    func hire(_ count: Int) {
      while state.withLock({ $0.hired }) < count {
        _ = Worker { [self] in serve() }
        // Asked for once, whatever came of it.
        state.withLock { $0.hired += 1 }
      }
    }

    func lay(_ task: Task, for helpers: Int) {
      state.withLock { $0.task = task }
      for _ in 0..<helpers { call.signal() }
    }

    // Not inlined: what it holds of the task is let go of when it returns.
    @inline(never) func work() {
      if let task = state.withLock({ $0.task }) { task.run() }
    }

    /// Takes the task away and waits for those that are at it.
    func clear() {
      let isBusy = state.withLock {
        $0.task = nil
        $0.isAwaited = $0.busy > 0
        return $0.isAwaited
      }
      if isBusy { end.wait() }
    }

    func dismiss() {
      let hired = state.withLock {
        $0.isOver = true
        return $0.hired
      }
      for _ in 0..<hired { call.signal() }
    }

    /// What a thread does all its life.
    private func serve() {
      while true {
        call.wait()
        if state.withLock({ $0.isOver }) { return }
        help()
      }
    }

    private func help() {
      // Late calls find no task, or the next one, which is as good.
      let isThere = state.withLock {
        guard $0.task != nil else { return false }
        $0.busy += 1
        return true
      }
      guard isThere else { return }
      work()
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
