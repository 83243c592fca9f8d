import Document
import Files
import Glibc
import Language
import Library
import Synchronization

/// Reads and writes the files of palettes on a worker.
///
/// A file that another program has changed since it was read or written is not replaced; the palette
/// is then written to a new file beside it.
final class PaletteFiles {
  enum Job: Sendable {
    /// Read a palette that the user adds.
    case read(String)
    /// Write a palette, or with nil remove its file.
    case store(String, [UInt8]?)
  }

  enum Outcome: Sendable {
    case read(Palette)
    case unreadable(FileError)
    case stored
    /// The palette was written to another file.
    case moved(from: String, to: String)
    case failed(FileError)
  }

  private let line: JobQueue<Job, Outcome>
  private let stamps = Stamps()

  init(_ background: Background) {
    let stamps = stamps
    line = JobQueue(background) { job, _ in
      do throws(FileError) {
        switch job {
        case .read(let path):
          do throws(FileError) { return .read(try PaletteLibrary.palette(at: path)) } catch {
            return .unreadable(error)
          }
        case .store(let path, let bytes): return try stamps.store(bytes, at: path)
        }
      } catch { return .failed(error) }
    }
  }

  /// Notes that files were just read.
  func know(_ files: [String]) { for file in files { stamps.note(file) } }

  func add(_ job: Job, then: @escaping (Outcome) -> Void) { line.add(job, then: then) }

  /// The files as they were last read or written.
  private final class Stamps: Sendable {
    private let values = Mutex<[String: FileStamp]>([:])

    func store(_ bytes: [UInt8]?, at path: String) throws(FileError) -> Outcome {
      let isForeign = FileStamp(path).map { stamp in values.withLock { $0[path] } != stamp } ?? false
      guard let bytes else {
        // A file that another program has changed stays.
        if !isForeign, unlink(PathText.system(path)) != 0, errno != ENOENT {
          throw FileError(.write, path, errno: errno)
        }
        return .stored
      }
      try UserFolder.make(PathText.folder(of: path))
      let file = try AtomicFile(path: path)
      try file.write(bytes.span)
      guard isForeign else {
        try file.commitReplacing()
        note(path)
        return .stored
      }
      let stem = PathText.stem(of: path)
      let other = try file.commit(firstFree: (2...9999).lazy.map { "\(stem)-\($0).gpl" })
      note(other)
      note(path)
      return .moved(from: path, to: other)
    }

    func note(_ path: String) { values.withLock { $0[path] = FileStamp(path) } }
  }
}
