import Desktop
import Document
import Files
import Synchronization

/// Writes drawings to files while drawing goes on: one after the other, in the order in which they were asked for.
///
/// Its life: `save` takes a drawing as it is, a value whose pixels are shared until they are drawn on; a worker writes it.
/// When the loop is woken, `takeOutcomes` says what came of it and begins the next. `finish` writes all that is left.
///
/// A file that another program has changed since it was opened (`know`) or saved here, or that is write-protected, is not replaced
/// until the user agrees.
final class Saver {
  /// What the user agreed to lose.
  enum Agreement: Int, Sendable, Comparable {
    /// Only the file as it is known.
    case known
    /// Whatever is there, unless it is write-protected.
    case other
    /// Whatever is there.
    case all

    static func < (a: Agreement, b: Agreement) -> Bool { a.rawValue < b.rawValue }
  }

  /// Why a file was not replaced.
  enum Refusal: Sendable, Hashable {
    /// Another program changed it, or made it.
    case changed
    case writeProtected
  }

  /// The files as they were when this program read or wrote them last.
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

  /// A drawing to be written.
  struct Job: Sendable {
    /// As it is to be in the file.
    var document: Document
    /// The file; one that ends in `.png` gets the picture, any other the drawing.
    var path: String
    /// Which drawing it is (`App.drawing`), and the state that the file shows (`History.state`).
    var drawing: Int
    var state: Int
    var agreement = Agreement.known

    var isPicture: Bool { Saver.isPicture(path) }
  }

  /// What came of it.
  struct Outcome: Sendable {
    var path: String
    var isPicture: Bool
    var drawing: Int
    var state: Int
    /// What went wrong; the file is then as it was, or, as its sentence then says, there but not for certain after a power cut.
    var fault: FileError?
    /// Why the file was left as it was; nil where it was not.
    var refusal: Refusal?
    /// What was used lately, with this file.
    var recent: RecentFiles?
  }

  private let line: JobQueue<Job, Outcome>
  private let files = KnownFiles()

  init(environment: [String: String], wakeup: Wakeup) {
    line = JobQueue(wakeup: wakeup) { [files] in Self.write($0, files, environment, $1) }
  }

  /// Takes note of a file that the drawing was read from, as it was before that.
  func know(_ path: String, _ stamp: FileStamp?) { files.know(path, stamp) }

  /// Whether a file of this name holds a picture rather than a drawing.
  static func isPicture(_ path: String) -> Bool { path.lowercased().hasSuffix(".png") }

  /// Whether anything is being written or waits for that.
  var isBusy: Bool { line.current != nil || !line.waiting.isEmpty }

  /// What is being written, how much of it is done (0 ... 1), and since when, seconds; nil for nothing.
  var current: (path: String, share: Double, start: Double)? {
    line.current.map { ($0.job.path, $0.progress.share, $0.start) }
  }

  /// The file that a drawing is on its way to; nil where it is on its way to none.
  func path(of drawing: Int) -> String? {
    (line.waiting.reversed() + [line.current?.job].compactMap { $0 }).first { $0.drawing == drawing && !$0.isPicture }?
      .path
  }

  /// Has a drawing written, behind all others. Of several that wait for the same file only the last is written.
  /// - Returns: false where the system grants no thread; nothing is written then.
  func save(_ job: Job, now: Double) -> Bool {
    var job = job
    for waiting in line.waiting where waiting.path == job.path { job.agreement = max(job.agreement, waiting.agreement) }
    line.drop { $0.path == job.path }
    return line.add(job, now: now)
  }

  /// What came of what is written by now, oldest first; begins what waits.
  func takeOutcomes(now: Double) -> [Outcome] { line.takeOutcomes(now: now) }

  /// Writes all that is left, and waits for it.
  func finish() -> [Outcome] { line.finish() }

  private static func write(
    _ job: Job, _ files: KnownFiles, _ environment: [String: String], _ progress: JobQueue<Job, Outcome>.Progress
  ) -> Outcome {
    var outcome = Outcome(path: job.path, isPicture: job.isPicture, drawing: job.drawing, state: job.state)
    outcome.refusal = files.refusal(job)
    if outcome.refusal != nil { return outcome }
    do throws(FileError) {
      // What is write-protected is so with the user's agreement.
      if job.isPicture {
        try job.document.exportPNG(to: job.path, replacesProtected: true)
      } else {
        try job.document.save(to: job.path, replacesProtected: true) { progress.report($0) }
      }
      files.know(job.path, FileStamp(job.path))
      if job.agreement == .all { files.agree(to: job.path) }
      // That the list cannot be kept is no fault of the drawing's.
      outcome.recent = try? RecentFiles.keep(job.path, environment: environment)
    } catch { outcome.fault = error }
    return outcome
  }
}
