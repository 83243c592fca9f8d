import Desktop
import Document
import Files
import Threads

/// Packs what undo goes back through while drawing goes on, so that a long way back takes little memory.
///
/// Its life: made once; its worker sleeps while nothing is to be packed, and ends with the process: what it has in its file
/// is worth nothing without that. Where the system grants no thread everything stays as it is.
final class EditPacker {
  /// What drawings keep their edits in.
  let store: EditStore
  private let worker: Worker?

  /// - Parameter environment: says where the file is made, which is the state folder: what is kept in memory elsewhere, as the folder for what
  ///   runs and often the one for passing files, would spare none.
  init(environment: [String: String]) throws(DesktopError) {
    let bell = try Wakeup()
    let store = EditStore(
      file: {
        do throws(FileError) { return try SpillFile(folder: try StateFolder.make(environment: environment)) } catch {
          return nil
        }
      }, ring: { bell.signal() })
    self.store = store
    worker = Worker(isLeisurely: true) {
      while true {
        bell.wait()
        store.work()
      }
    }
  }
}
