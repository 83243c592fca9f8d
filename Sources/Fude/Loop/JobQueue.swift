import Desktop
import Synchronization
import Threads

/// Jobs that are done while drawing goes on: one after the other, in the order in which they were asked for.
///
/// Its life: `add` takes a job; a worker does it. When the loop is woken, `takeOutcomes` says what came of it and begins the next.
/// `finish` does all that is left. Used by the loop's thread alone.
final class JobQueue<Job: Sendable, Outcome: Sendable> {
  /// How far a job is, and whether it is wanted still: what loop and worker tell each other.
  final class Progress: Sendable {
    private let thousandths = Atomic<Int>(0)
    private let isCancelledFlag = Atomic<Bool>(false)

    /// How much is done, 0 ... 1.
    var share: Double { Double(thousandths.load(ordering: .relaxed)) / 1000 }
    /// Whether it is to be given up.
    var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

    /// Tells how much is done, 0 ... 1. Returns false where it is to be given up.
    @discardableResult func report(_ share: Double) -> Bool {
      thousandths.store(Int(share * 1000), ordering: .relaxed)
      return !isCancelled
    }

    fileprivate func cancel() { isCancelledFlag.store(true, ordering: .relaxed) }
  }

  private struct Run {
    var job: Job
    var worker: Worker
    var progress: Progress
    /// Seconds of the loop's clock.
    var start: Double
  }

  private let work: @Sendable (Job, Progress) -> Outcome
  private let outcomes: Mailbox<Outcome>
  /// What is asked for and not begun, oldest first.
  private(set) var waiting: [Job] = []
  private var run: Run?

  /// A line of no jobs.
  /// - Parameter work: does a job; called by a worker, or by `finish`.
  init(wakeup: Wakeup, work: @escaping @Sendable (Job, Progress) -> Outcome) {
    self.work = work
    outcomes = Mailbox(wakeup: wakeup)
  }

  /// What is being done, how far it is, and since when, seconds; nil for nothing.
  var current: (job: Job, progress: Progress, start: Double)? { run.map { ($0.job, $0.progress, $0.start) } }

  /// Has a job done, behind all others.
  /// - Parameter now: seconds of the loop's clock.
  /// - Returns: false where the system grants no thread; it is not done then.
  func add(_ job: Job, now: Double) -> Bool {
    waiting.append(job)
    if run == nil, !begin(now) {
      waiting.removeLast()
      return false
    }
    return true
  }

  /// Forgets jobs that are not begun.
  func drop(where isUnwanted: (Job) -> Bool) { waiting.removeAll(where: isUnwanted) }

  /// Has what is being done given up. What waits behind it is done all the same.
  func cancel() { run?.progress.cancel() }

  private func begin(_ now: Double) -> Bool {
    guard let job = waiting.first else { return true }
    let (work, outcomes, progress) = (work, outcomes, Progress())
    guard let worker = Worker(manner: .leisurely, { outcomes.put(work(job, progress)) }) else { return false }
    waiting.removeFirst()
    run = Run(job: job, worker: worker, progress: progress, start: now)
    return true
  }

  /// What came of what is done by now, oldest first; begins what waits.
  func takeOutcomes(now: Double) -> [Outcome] {
    let all = outcomes.takeAll()
    guard !all.isEmpty else { return [] }
    run?.worker.join()
    run = nil
    return begin(now) ? all : all + finish()
  }

  /// Does all that is left, and waits for it. What came of it, oldest first.
  func finish() -> [Outcome] {
    run?.worker.join()
    run = nil
    var all = outcomes.takeAll()
    for job in waiting { all.append(work(job, Progress())) }
    waiting.removeAll()
    return all
  }
}
