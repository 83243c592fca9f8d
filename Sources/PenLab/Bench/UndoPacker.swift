import Document
import Glibc
import Synchronization

/// Packs older edits on a thread of its own, as the program does.
///
/// Its life: `init` starts the thread; `settle` waits until it has nothing to do; `stop` ends it, once.
final class UndoPacker {
  /// What the drawing's edits are kept in.
  let store: EditStore
  private let bell: Bell
  private var thread = pthread_t()

  /// Wakes the thread, by a pipe.
  private final class Bell: Sendable {
    private let ends: (read: Int32, write: Int32)
    let isOver = Atomic<Bool>(false)
    let rings = Atomic<Int>(0)
    let turns = Atomic<Int>(0)

    init() {
      var descriptors: [Int32] = [-1, -1]
      pipe(&descriptors)
      _ = fcntl(descriptors[1], F_SETFL, O_NONBLOCK)
      ends = (descriptors[0], descriptors[1])
    }

    func ring() {
      rings.add(1, ordering: .sequentiallyConsistent)
      var byte: UInt8 = 0
      // A full pipe rings as well.
      _ = write(ends.write, &byte, 1)
    }

    /// Waits for any number of rings; false where there is nothing to wait for.
    func wait() -> Bool {
      var bytes = [UInt8](repeating: 0, count: 4096)
      return read(ends.read, &bytes, bytes.count) > 0
    }

    deinit {
      close(ends.read)
      close(ends.write)
    }
  }

  private final class Turn: Sendable {
    let store: EditStore
    let bell: Bell
    init(_ store: EditStore, _ bell: Bell) { (self.store, self.bell) = (store, bell) }

    func run() {
      while !bell.isOver.load(ordering: .relaxed), bell.wait() {
        let rings = bell.rings.load(ordering: .sequentiallyConsistent)
        store.work()
        bell.turns.store(rings, ordering: .sequentiallyConsistent)
      }
    }
  }

  init() {
    let bell = Bell()
    self.bell = bell
    store = EditStore(
      file: { try? SpillFile(folder: getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp") },
      ring: { bell.ring() })
    let turn = Unmanaged.passRetained(Turn(store, bell))
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Turn>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, turn.toOpaque())
  }

  /// Waits until the thread has done what there is to do.
  func settle() {
    while bell.turns.load(ordering: .sequentiallyConsistent) < bell.rings.load(ordering: .sequentiallyConsistent) {
      usleep(1000)
    }
  }

  func stop() {
    bell.isOver.store(true, ordering: .relaxed)
    bell.ring()
    pthread_join(thread, nil)
  }
}
