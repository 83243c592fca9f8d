import Document
import Export
import Files
import Language
import Storage
import Synchronization
import Threads

/// Writes drawings to files on a worker, one after the other.
///
/// `save` takes a copy of the document, which shares its pixels. `finish` does all remaining jobs.
///
/// A file is replaced without a question only if it is as this program last read (`know`) or wrote
/// it, not write-protected, and contains nothing that the drawing read from it lacks.
final class Saver {
  /// The files that may be replaced.
  enum Agreement: Int, Sendable, Comparable {
    /// Only the file as this program knows it.
    case known
    /// Any file that is not write-protected, and whose drawing has all its content.
    case other
    /// Any file.
    case all

    static func < (a: Agreement, b: Agreement) -> Bool { a.rawValue < b.rawValue }
  }

  /// Why a file was not replaced.
  enum Refusal: Sendable, Hashable {
    /// Another program changed or created it.
    case changed
    case writeProtected
    /// The drawing was read from the file and lacks some of its content: a sentence for each kind.
    case loses([String], isWriteProtected: Bool)
  }

  /// The stamps of files as this program last read or wrote them.
  private final class KnownFiles: Sendable {
    private struct Known {
      var stamp: FileStamp
      /// Whether the file was written by this program, or the drawing has all its content.
      var isComplete: Bool
    }

    private let files = Mutex<[String: Known]>([:])
    /// Write-protected files that the user agreed to replace.
    private let agreed = Mutex<Set<String>>([])

    func know(_ path: String, _ stamp: FileStamp?, isComplete: Bool) {
      files.withLock { $0[path] = stamp.map { Known(stamp: $0, isComplete: isComplete) } }
    }
    func agree(to path: String) { _ = agreed.withLock { $0.insert(path) } }

    func refusal(_ job: Job) -> Refusal? {
      guard let stamp = FileStamp(job.path) else { return nil }
      if job.agreement < .other, files.withLock({ $0[job.path]?.stamp }) != stamp { return .changed }
      let isAgreed = job.agreement == .all || agreed.withLock { $0.contains(job.path) }
      let isProtected = !isAgreed && AtomicFile.isProtected(job.path)
      let losses = job.agreement == .all ? [] : losses(job, stamp)
      if !losses.isEmpty { return .loses(losses, isWriteProtected: isProtected) }
      return isProtected ? .writeProtected : nil
    }

    /// What is lost if the file that the drawing was read from is replaced by the drawing. The file
    /// is examined now, since the drawing may come from a journal.
    private func losses(_ job: Job, _ stamp: FileStamp) -> [String] {
      guard !job.isPicture, let source = job.source, let known = files.withLock({ $0[source] }), !known.isComplete,
        known.stamp == stamp
      else { return [] }
      do throws(FileError) { return try Document.losses(inSaving: job.path).sentences } catch {
        return [translated("{sentence}.", ["sentence": error.description.capitalisedAtStart])]
      }
    }
  }

  /// A drawing to write.
  struct Job: Sendable {
    var document: Document
    /// The file. `.png` gets the picture, any other type the drawing.
    var path: String
    /// The number of the drawing (`OpenDrawing.number`) and its state.
    var drawing: Int
    var state: DocumentState
    var agreement = Agreement.known
    /// The maximum size of the history in the file, bytes.
    var historyLimit = FileHistory.standardLimit
    /// What is signalled as soon as the journal does not need the file; nil if it does not.
    var release: Semaphore?
    /// The path of the drawing's file if the job replaces that file; nil otherwise.
    var source: String?

    var isPicture: Bool { Saver.isPicture(path) }
  }

  /// The result.
  struct Outcome: Sendable {
    var path: String
    var isPicture: Bool
    var drawing: Int
    var state: DocumentState
    /// The error; nil for none. The file is unchanged, or, if the message says so, written but
    /// perhaps lost after a power failure.
    var fault: FileError?
    /// Why the file was not replaced; nil if it was.
    var refusal: Refusal?
    /// The history in the file; nil if it is a picture or was not written.
    var history: SavedHistory?
    /// The list of recent files with this one.
    var recent: RecentFiles?
  }

  private let line: JobQueue<Job, Outcome>
  private let files = KnownFiles()

  init(_ background: Background, environment: [String: String]) {
    line = JobQueue(background) { [files] in Self.write($0, files, environment, $1) }
  }

  /// Notes the stamp of a file from before the drawing was read from it.
  func know(_ path: String, _ stamp: FileStamp?) { files.know(path, stamp, isComplete: false) }

  /// Whether a file of this name is a picture.
  static func isPicture(_ path: String) -> Bool { path.lowercased().hasSuffix(".png") }

  /// Whether there are unfinished jobs.
  var isBusy: Bool { line.current != nil || !line.waiting.isEmpty }

  /// The file that is being written; nil for none.
  var task: LongTask? {
    line.current.map { current in
      LongTask(current.start) {
        let file = FileError.printable(PathText.name(of: current.job.path))
        return translated("Saving {file}: {share} %", ["file": file, "share": Int(current.progress.share * 100)])
      }
    }
  }

  /// The file to which a drawing is being saved; nil for none.
  func path(of drawing: Int) -> String? {
    (line.waiting.reversed() + [line.current?.job].compactMap { $0 }).first { $0.drawing == drawing && !$0.isPicture }?
      .path
  }

  /// Adds a job behind all others. It replaces waiting jobs for the same file.
  func save(_ job: Job, then: @escaping (Outcome) -> Void) {
    var job = job
    for waiting in line.waiting where waiting.path == job.path { job.agreement = max(job.agreement, waiting.agreement) }
    line.drop { $0.path == job.path }
    line.add(job, then: then)
  }

  /// Does all remaining jobs and waits for them.
  func finish() { line.finish() }

  private static func write(
    _ job: Job, _ files: KnownFiles, _ environment: [String: String], _ progress: JobProgress
  ) -> Outcome {
    var outcome = Outcome(path: job.path, isPicture: job.isPicture, drawing: job.drawing, state: job.state)
    job.release?.wait()
    outcome.refusal = files.refusal(job)
    if outcome.refusal != nil { return outcome }
    let isProtected = AtomicFile.isProtected(job.path)
    do throws(FileError) {
      // The user agreed to replace a write-protected file.
      if job.isPicture {
        try job.document.exportPNG(to: job.path, replacesProtected: true)
      } else {
        outcome.history = try job.document.save(
          to: job.path, replacesProtected: true, historyLimit: job.historyLimit
        ) { progress.report($0) }
      }
      files.know(job.path, FileStamp(job.path), isComplete: true)
      if job.agreement == .all, isProtected { files.agree(to: job.path) }
      // The drawing is saved even if the list of recent files is not.
      outcome.recent = try? RecentFiles.keep(job.path, environment: environment)
    } catch { outcome.fault = error }
    return outcome
  }
}
