internal import CMalloc
import Desktop
import Document
import Files
import Threads

/// Packs what undo goes back through while drawing goes on, so that a long way back takes little memory.
///
/// Its life: made once; its worker sleeps while nothing is to be packed, and ends with the process: what it has in its file
/// is worth nothing without that. Where the system grants no thread everything stays as it is.
///
/// When the hand rests it gives memory back to the system: what strokes and steps back leave free lies between tiles that are in
/// use, and an allocator gives only what is at the end of its heap back by itself.
final class EditPacker {
  /// How long nothing was to be packed before the hand counts as resting, s.
  private static let rest = 1.0
  /// How much must be free for it to be given back, bytes: at 4 KiB a page about 5 ms in which no other thread allocates.
  private static let worthGiving = 32 << 20
  /// What the heap keeps at its end, bytes, so that the next strokes need not ask for it.
  private static let kept = 4 << 20

  /// What drawings keep their edits in.
  let store: EditStore
  private let worker: Worker?

  /// - Parameter environment: says where the file is made, which is the state folder: what is kept in memory elsewhere, as the folder for what
  ///   runs and often the one for passing files, would spare none.
  init(environment: [String: String]) throws(DesktopError) {
    let wakeup = try Wakeup()
    let store = EditStore(
      file: {
        do throws(FileError) { return try SpillFile(folder: try StateFolder.make(environment: environment)) } catch {
          return nil
        }
      }, ring: { wakeup.signal() })
    self.store = store
    worker = Worker(manner: .leisurely) {
      while true {
        wakeup.wait()
        repeat { store.work() } while wakeup.wait(seconds: Self.rest)
        if mallinfo2().fordblks >= Self.worthGiving { malloc_trim(Self.kept) }
      }
    }
  }
}
