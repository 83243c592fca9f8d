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
  private let bell: Bell
  private let worker: Worker?

  /// Wakes the thread and waits for its work.
  private final class Bell: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let rings = Atomic<Int>(0)
    private let answered = Atomic<Int>(0)
    private let call = Semaphore()
    private let turn = Semaphore()

    func ring() {
      rings.add(1, ordering: .sequentiallyConsistent)
      call.signal()
    }

    func end() {
      isOver.store(true, ordering: .sequentiallyConsistent)
      call.signal()
    }

    /// Calls `work` after each signal, until the end.
    func answer(_ work: () -> Void) {
      while true {
        call.wait()
        guard !isOver.load(ordering: .sequentiallyConsistent) else { return }
        let count = rings.load(ordering: .sequentiallyConsistent)
        work()
        answered.store(count, ordering: .sequentiallyConsistent)
        turn.signal()
      }
    }

    /// Waits until all signals so far are handled.
    func settle() {
      let count = rings.load(ordering: .sequentiallyConsistent)
      while answered.load(ordering: .sequentiallyConsistent) < count { turn.wait() }
    }
  }

  init() {
    let bell = Bell()
    self.bell = bell
    store = EditStore(
      file: { try? SpillFile(folder: getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp") },
      ring: { bell.ring() })
    worker = Worker { [store] in bell.answer { store.work() } }
  }

  /// Waits until the thread has done what there is to do.
  func settle() {
    if worker != nil { bell.settle() }
  }

  func stop() {
    bell.end()
    worker?.join()
  }
}
