import Desktop
import Document
import Files
import Synchronization

/// Writes drawings to files on a worker, one after the other.
///
/// `save` takes a copy of the document, which shares its pixels. The worker wakes the event loop;
/// `takeOutcomes` then returns the results and starts the next job. `finish` does all remaining
/// jobs.
///
/// A file is replaced without a question only if it is as this program last read (`know`) or wrote
/// it, and not write-protected.
final class Saver {
  /// The files that may be replaced.
  enum Agreement: Int, Sendable, Comparable {
    /// Only the file as this program knows it.
    case known
    /// Any file that is not write-protected.
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
  }

  /// The stamps of files as this program last read or wrote them.
  private final class KnownFiles: Sendable {
    private let stamps = Mutex<[String: FileStamp]>([:])
    /// Write-protected files that the user agreed to replace.
    private let agreed = Mutex<Set<String>>([])

    func know(_ path: String, _ stamp: FileStamp?) { stamps.withLock { $0[path] = stamp } }
    func agree(to path: String) { _ = agreed.withLock { $0.insert(path) } }

    func refusal(_ job: Job) -> Refusal? {
      guard let stamp = FileStamp(job.path) else { return nil }
      if job.agreement < .other, stamps.withLock({ $0[job.path] }) != stamp { return .changed }
      let isAgreed = job.agreement == .all || agreed.withLock { $0.contains(job.path) }
      return !isAgreed && AtomicFile.isProtected(job.path) ? .writeProtected : nil
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
    /// The list of recent files with this one.
    var recent: RecentFiles?
  }

  private let line: JobQueue<Job, Outcome>
  private let files = KnownFiles()

  init(environment: [String: String], wakeup: Wakeup) {
    line = JobQueue(wakeup: wakeup) { [files] in Self.write($0, files, environment, $1) }
  }

  /// Notes the stamp of a file from before the drawing was read from it.
  func know(_ path: String, _ stamp: FileStamp?) { files.know(path, stamp) }

  /// Whether a file of this name is a picture.
  static func isPicture(_ path: String) -> Bool { path.lowercased().hasSuffix(".png") }

  /// Whether there are unfinished jobs.
  var isBusy: Bool { line.current != nil || !line.waiting.isEmpty }

  /// The current job's path, its progress, 0 ... 1, and its start, seconds; nil for none.
  var current: (path: String, share: Double, start: Double)? {
    line.current.map { ($0.job.path, $0.progress.share, $0.start) }
  }

  /// The file to which a drawing is being saved; nil for none.
  func path(of drawing: Int) -> String? {
    (line.waiting.reversed() + [line.current?.job].compactMap { $0 }).first { $0.drawing == drawing && !$0.isPicture }?
      .path
  }

  /// Adds a job behind all others. It replaces waiting jobs for the same file.
  /// - Returns: false if no thread can be started; there is no job then.
  func save(_ job: Job, now: Double) -> Bool {
    var job = job
    for waiting in line.waiting where waiting.path == job.path { job.agreement = max(job.agreement, waiting.agreement) }
    line.drop { $0.path == job.path }
    return line.add(job, now: now)
  }

  /// The results since the last call, oldest first. Starts the next job.
  func takeOutcomes(now: Double) -> [Outcome] { line.takeOutcomes(now: now) }

  /// Does all remaining jobs and waits for them.
  func finish() -> [Outcome] { line.finish() }

  private static func write(
    _ job: Job, _ files: KnownFiles, _ environment: [String: String], _ progress: JobQueue<Job, Outcome>.Progress
  ) -> Outcome {
    var outcome = Outcome(path: job.path, isPicture: job.isPicture, drawing: job.drawing, state: job.state)
    outcome.refusal = files.refusal(job)
    if outcome.refusal != nil { return outcome }
    do throws(FileError) {
      // The user agreed to replace a write-protected file.
      if job.isPicture {
        try job.document.exportPNG(to: job.path, replacesProtected: true)
      } else {
        try job.document.save(to: job.path, replacesProtected: true) { progress.report($0) }
      }
      files.know(job.path, FileStamp(job.path))
      if job.agreement == .all { files.agree(to: job.path) }
      // The drawing is saved even if the list of recent files is not.
      outcome.recent = try? RecentFiles.keep(job.path, environment: environment)
    } catch { outcome.fault = error }
    return outcome
  }
}
