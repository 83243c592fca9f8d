import Desktop
import Document
import Glibc
import Synchronization

/// Writes drawings to files while drawing goes on: one after the other, in the order in which they were asked for.
///
/// Its life: `save` takes a drawing as it is, a value whose pixels are shared until they are drawn on; a worker writes it.
/// When the loop is woken, `takeOutcomes` says what came of it and begins the next. `finish` writes all that is left.
final class Saver {
  /// A drawing to be written.
  struct Job: Sendable {
    /// As it is to be in the file.
    var document: Document
    /// The file; one that ends in `.png` gets the picture, any other the drawing.
    var path: String
    /// Which drawing it is (`App.drawing`), and the state that the file shows (`History.state`).
    var drawing: Int
    var state: Int

    var isPicture: Bool { Saver.isPicture(path) }
  }

  /// What came of it.
  struct Outcome: Sendable {
    var path: String
    var isPicture: Bool
    var drawing: Int
    var state: Int
    /// What went wrong; the file is then as it was.
    var fault: FileError?
    /// What was used lately, with this file.
    var recent: RecentFiles?
  }

  /// How far a worker is, thousandths.
  private final class Progress: Sendable {
    let share = Atomic<Int>(0)
  }

  private struct Run {
    var job: Job
    var worker: Worker
    var progress: Progress
    /// Seconds of the loop's clock.
    var start: Double
  }

  private let environment: [String: String]
  private let outcomes: Mailbox<Outcome>
  private var waiting: [Job] = []
  private var run: Run?

  init(environment: [String: String], wakeup: Wakeup) {
    self.environment = environment
    outcomes = Mailbox(wakeup: wakeup)
  }

  /// Whether a file of this name holds a picture rather than a drawing.
  static func isPicture(_ path: String) -> Bool { path.lowercased().hasSuffix(".png") }

  /// Whether anything is being written or waits for that.
  var isBusy: Bool { run != nil || !waiting.isEmpty }

  /// What is being written, how much of it is done (0 ... 1), and since when, seconds; nil for nothing.
  var current: (path: String, share: Double, start: Double)? {
    run.map { ($0.job.path, Double($0.progress.share.load(ordering: .relaxed)) / 1000, $0.start) }
  }

  /// The file that a drawing is on its way to; nil where it is on its way to none.
  func path(of drawing: Int) -> String? {
    (waiting.reversed() + [run?.job].compactMap { $0 }).first { $0.drawing == drawing && !$0.isPicture }?.path
  }

  /// Has a drawing written, behind all others. Of several that wait for the same file only the last is written.
  /// - Returns: false where the system grants no thread; nothing is written then.
  func save(_ job: Job, now: Double) -> Bool {
    waiting.removeAll { $0.path == job.path }
    waiting.append(job)
    if run == nil, !begin(now) {
      waiting.removeLast()
      return false
    }
    return true
  }

  private func begin(_ now: Double) -> Bool {
    guard let job = waiting.first else { return true }
    let (environment, outcomes, progress) = (environment, outcomes, Progress())
    let worker = Worker {
      // The hand goes first.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      outcomes.put(Self.write(job, environment) { progress.share.store(Int($0 * 1000), ordering: .relaxed) })
    }
    guard let worker else { return false }
    waiting.removeFirst()
    run = Run(job: job, worker: worker, progress: progress, start: now)
    return true
  }

  private static func write(
    _ job: Job, _ environment: [String: String], _ progress: (Double) -> Void
  ) -> Outcome {
    var outcome = Outcome(path: job.path, isPicture: job.isPicture, drawing: job.drawing, state: job.state)
    do throws(FileError) {
      if job.isPicture {
        try job.document.exportPNG(to: job.path)
      } else {
        try job.document.save(to: job.path) { progress($0) }
      }
      // That the list cannot be kept is no fault of the drawing's.
      outcome.recent = try? RecentFiles.keep(job.path, environment: environment)
    } catch { outcome.fault = error }
    return outcome
  }

  /// What came of what is written by now, oldest first; begins what waits.
  func takeOutcomes(now: Double) -> [Outcome] {
    let all = outcomes.takeAll()
    guard !all.isEmpty else { return [] }
    run?.worker.join()
    run = nil
    return begin(now) ? all : all + finish()
  }

  /// Writes all that is left, and waits for it.
  func finish() -> [Outcome] {
    run?.worker.join()
    run = nil
    var all = outcomes.takeAll()
    for job in waiting { all.append(Self.write(job, environment) { _ in }) }
    waiting.removeAll()
    return all
  }
}
