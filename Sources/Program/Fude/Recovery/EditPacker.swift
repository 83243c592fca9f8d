internal import CMalloc
import Desktop
import Document
import Files
import Threads

/// Packs old edits on a worker, so that a long history takes little memory.
///
/// The worker sleeps while there is nothing to pack and ends with the process, without which its
/// spill file is useless. If no thread can be started, edits stay unpacked.
///
/// After a pause it returns free memory to the system: memory freed by strokes and undo is
/// scattered between tiles in use, and the allocator itself returns only the end of its heap.
final class EditPacker {
  /// The pause before memory is returned, s.
  private static let rest = 1.0
  /// The least free memory that is returned, bytes. Returning takes about 5 ms, in which no other
  /// thread allocates.
  private static let worthGiving = 32 << 20
  /// The memory that the heap keeps at its end, bytes, so that the next strokes need not ask for
  /// it.
  private static let kept = 4 << 20

  /// The store of the drawings' edits.
  let store: EditStore
  private let worker: Worker?

  /// - Parameter environment: names the state folder, where the spill file is made. The folders for
  ///   runtime and temporary files may be kept in memory, where a file would save nothing.
  init(environment: [String: String]) throws(DesktopError) {
    let wakeup = try Wakeup()
    let store = EditStore(
      file: {
        do throws(FileError) { return try SpillFile(folder: try StateFolder.make(environment: environment)) } catch {
          return nil
        }
      }, ring: { wakeup.signal() })
    self.store = store
    worker = Worker(priority: .leisurely) {
      while true {
        wakeup.wait()
        repeat { store.work() } while wakeup.wait(seconds: Self.rest)
        if mallinfo2().fordblks >= Self.worthGiving { malloc_trim(Self.kept) }
      }
    }
  }
}
