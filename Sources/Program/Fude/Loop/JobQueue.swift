import Desktop
import Glibc
import Synchronization
import Threads

/// A queue of jobs that one worker does one after the other, in the order of `add`.
///
/// `takeOutcomes` returns finished jobs and starts the next. `finish` does the remaining jobs, or as many as there is
/// time for. Used
/// by the main thread only.
final class JobQueue<Job: Sendable, Outcome: Sendable> {
  /// The progress of a job, shared by the main thread and the worker.
  final class Progress: Sendable {
    private let thousandths = Atomic<Int>(0)
    private let isCancelledFlag = Atomic<Bool>(false)

    /// How much is done, 0 ... 1.
    var share: Double { Double(thousandths.load(ordering: .relaxed)) / 1000 }
    /// Whether the job is cancelled.
    var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

    /// Reports progress, 0 ... 1. Returns false where the job is cancelled.
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
  /// Signalled for each job that ended.
  private let ended = Semaphore()
  /// Jobs that have not begun, oldest first.
  private(set) var waiting: [Job] = []
  private var run: Run?

  /// An empty queue.
  /// - Parameter work: does a job; called by the worker, or by `finish`.
  init(wakeup: Wakeup, work: @escaping @Sendable (Job, Progress) -> Outcome) {
    self.work = work
    outcomes = Mailbox(wakeup: wakeup)
  }

  /// The job being done, its progress, and since when, seconds; nil for none.
  var current: (job: Job, progress: Progress, start: Double)? { run.map { ($0.job, $0.progress, $0.start) } }

  /// Adds a job behind all others.
  /// - Parameter now: seconds of the loop's clock.
  /// - Returns: false if no thread can be started; the queue is unchanged then.
  func add(_ job: Job, now: Double) -> Bool {
    waiting.append(job)
    if run == nil, !begin(now) {
      waiting.removeLast()
      return false
    }
    return true
  }

  /// Removes jobs that have not begun.
  func drop(where isUnwanted: (Job) -> Bool) { waiting.removeAll(where: isUnwanted) }

  /// Cancels the job being done. Jobs behind it are still done.
  func cancel() { run?.progress.cancel() }

  private func begin(_ now: Double) -> Bool {
    guard let job = waiting.first else { return true }
    let (work, outcomes, ended, progress) = (work, outcomes, ended, Progress())
    let worker = Worker(priority: .leisurely) {
      outcomes.put(work(job, progress))
      ended.signal()
    }
    guard let worker else { return false }
    waiting.removeFirst()
    run = Run(job: job, worker: worker, progress: progress, start: now)
    return true
  }

  /// The outcomes of finished jobs, oldest first. Starts the next job.
  func takeOutcomes(now: Double) -> [Outcome] {
    let all = outcomes.takeAll()
    guard !all.isEmpty else { return [] }
    run?.worker.join()
    run = nil
    return begin(now) ? all : all + finish()
  }

  /// Does remaining jobs for some time. The job being done then is cancelled, and its thread ends with the program if
  /// it does not end soon enough.
  /// - Parameters:
  ///   - limit: seconds.
  ///   - grace: the seconds to wait for a cancelled job.
  /// - Returns: the outcomes, and the jobs without one, both oldest first.
  func finish(within limit: Double, cancellingFor grace: Double) -> (outcomes: [Outcome], left: [Job]) {
    let start = Self.seconds
    var all: [Outcome] = []
    while let run, Self.seconds < start + limit + grace {
      let isLate = Self.seconds >= start + limit
      if isLate {
        // Jobs behind it must not begin.
        let left = waiting
        waiting.removeAll()
        run.progress.cancel()
        defer { waiting = left }
        all += takeOutcomes(now: run.start)
      } else {
        all += takeOutcomes(now: run.start)
      }
      // Jobs that ended earlier may have signalled, too; then the loop looks once more.
      if self.run != nil { _ = ended.wait(atMost: start + limit + (isLate ? grace : 0) - Self.seconds) }
    }
    return (all, (run.map { [$0.job] } ?? []) + waiting)
  }

  /// The monotonic clock, seconds.
  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Does all remaining jobs and waits for them. Returns their outcomes, oldest first.
  func finish() -> [Outcome] {
    run?.worker.join()
    run = nil
    var all = outcomes.takeAll()
    for job in waiting { all.append(work(job, Progress())) }
    waiting.removeAll()
    return all
  }
}
