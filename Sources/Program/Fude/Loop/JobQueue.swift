/// A queue of jobs that one worker does one after the other, in the order of `add`.
///
/// Each job's outcome arrives at the closure that was added with it (`Background.deliver`), and the next job
/// begins. Used by the main thread only.
final class JobQueue<Job: Sendable, Outcome: Sendable> {
  /// What happens to jobs that are not done when the program ends.
  enum Ending {
    case areDone
    /// The program waits for the end of the one being done.
    case areCancelled
    /// Their thread ends with the program.
    case areLeft
  }

  private struct Entry {
    var job: Job
    var then: (Outcome) -> Void
  }

  private struct Current {
    var job: Job
    var run: BackgroundRun
    /// Seconds since the program's start.
    var start: Double
  }

  private let background: Background
  private let delivery: Background.Delivery
  private let work: @Sendable (Job, JobProgress) -> Outcome
  private var entries: [Entry] = []
  private var run: Current?

  /// An empty queue.
  /// - Parameters:
  ///   - ending: what happens to jobs that are left when the program ends.
  ///   - work: does a job; called by the worker.
  init(
    _ background: Background, _ delivery: Background.Delivery = .atOnce, atEnd ending: Ending = .areDone,
    work: @escaping @Sendable (Job, JobProgress) -> Outcome
  ) {
    (self.background, self.delivery, self.work) = (background, delivery, work)
    switch ending {
    case .areDone: background.atEnd { [weak self] in self?.finish() }
    case .areCancelled:
      background.closeAtEnd { [weak self] in self?.cancelAll() }
      background.atEnd { [weak self] in self?.finish() }
    case .areLeft: break
    }
  }

  /// Jobs that have not begun, oldest first.
  var waiting: [Job] { entries.map(\.job) }

  /// The job being done, its progress, and since when, seconds; nil for none.
  var current: (job: Job, progress: JobProgress, start: Double)? { run.map { ($0.job, $0.run.progress, $0.start) } }

  /// The same; nil as soon as the job is cancelled.
  var inProgress: (job: Job, progress: JobProgress, start: Double)? {
    current.flatMap { $0.progress.isCancelled ? nil : $0 }
  }

  /// Adds a job behind all others.
  /// - Parameter then: takes its outcome.
  func add(_ job: Job, then: @escaping (Outcome) -> Void) {
    entries.append(Entry(job: job, then: then))
    if run == nil { begin() }
  }

  /// Removes jobs that have not begun.
  func drop(where isUnwanted: (Job) -> Bool) { entries.removeAll { isUnwanted($0.job) } }

  /// Cancels the job being done. Its outcome still arrives. Jobs behind it are still done.
  func cancel() { run?.run.progress.cancel() }

  /// Cancels the job being done, and drops those behind it.
  func cancelAll() {
    entries.removeAll()
    cancel()
  }

  private func begin() {
    if entries.isEmpty { return }
    let (work, entry) = (work, entries.removeFirst())
    let job = entry.job
    let run = background.run(delivery, isQueued: true) { progress, send in
      send(work(job, progress))
    } receive: { [weak self] (outcome: Outcome) in
      self?.run = nil
      self?.begin()
      entry.then(outcome)
    }
    self.run = Current(job: job, run: run, start: background.now)
  }

  /// Does all remaining jobs and waits for them.
  func finish() { while let run { background.await(run.run) } }

  /// Does remaining jobs for some time. The job being done then is cancelled, and its thread ends with the program if
  /// it does not end soon enough.
  /// - Parameters:
  ///   - limit: seconds.
  ///   - grace: the seconds to wait for a cancelled job.
  /// - Returns: the jobs without an outcome, oldest first.
  func finish(within limit: Double, cancellingFor grace: Double) -> [Job] {
    let start = background.now
    while let run {
      if background.await(run.run, atMost: start + limit - background.now) { continue }
      // Jobs behind it must not begin.
      let left = waiting
      entries.removeAll()
      run.run.progress.cancel()
      let hasEnded = background.await(run.run, atMost: grace)
      return (hasEnded ? [] : [run.job]) + left
    }
    return []
  }
}
