import Document
import Glibc
import Synchronization
import Threads

/// Packs older edits on a thread of its own, as the program does.
///
/// Its life: `init` starts the thread; `settle` waits until it has nothing to do; `stop` ends it,
/// once.
final class UndoPacker {
  /// The store of the drawing's edits.
  let store: EditStore
  private let workSignal: WorkSignal
  private let worker: Worker?

  /// Wakes the thread and waits for its work.
  private final class Bell: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let requested = Atomic<Int>(0)
    private let completed = Atomic<Int>(0)
    private let wakeup = Semaphore()
    private let done = Semaphore()

    func notify() {
      requested.add(1, ordering: .sequentiallyConsistent)
      wakeup.signal()
    }

    func end() {
      isOver.store(true, ordering: .sequentiallyConsistent)
      wakeup.signal()
    }

    /// Calls `work` after each signal, until the end.
    func answer(_ work: () -> Void) {
      while true {
        wakeup.wait()
        guard !isOver.load(ordering: .sequentiallyConsistent) else { return }
        let count = requested.load(ordering: .sequentiallyConsistent)
        work()
        completed.store(count, ordering: .sequentiallyConsistent)
        done.signal()
      }
    }

    /// Waits until all signals so far are handled.
    func settle() {
      let count = requested.load(ordering: .sequentiallyConsistent)
      while completed.load(ordering: .sequentiallyConsistent) < count { done.wait() }
    }
  }

  init() {
    let workSignal = WorkSignal()
    self.workSignal = workSignal
    store = EditStore(
      file: { try? SpillFile(folder: getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp") },
      ring: { workSignal.notify() })
    worker = Worker { [store] in workSignal.run { store.work() } }
  }

  func settle() {
    if worker != nil { workSignal.settle() }
  }

  func stop() {
    workSignal.end()
    worker?.join()
  }
}
