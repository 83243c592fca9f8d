import Glibc
import Testing

@testable import Fude

/// The end of a queue of jobs.
@Suite struct JobQueueTests {
  private enum Job: Sendable, Hashable {
    /// Ends at once.
    case short(Int)
    /// Ends when it is cancelled.
    case long
    /// Takes no notice of being cancelled, and never ends.
    case deaf
  }

  /// A queue that does jobs, and what it has done of them.
  private final class Run {
    var outcomes: [Job] = []
    let loop: TestLoop
    let queue: JobQueue<Job, Job>

    init(_ jobs: [Job], atEnd ending: JobQueue<Job, Job>.Ending = .areDone) throws {
      loop = try TestLoop()
      queue = JobQueue<Job, Job>(loop.background, atEnd: ending) { job, progress in
        switch job {
        case .short: break
        case .long: while progress.report(0.5) { sched_yield() }
        case .deaf: pause()
        }
        return job
      }
      for job in jobs { queue.add(job) { [unowned self] in outcomes.append($0) } }
    }
  }

  /// Fails if jobs are lost, a job that can be cancelled is not, or one behind it begins when there is no time left.
  @Test func jobsEndInTime() throws {
    let all = try Run([.short(1), .short(2), .short(3)])
    #expect(all.queue.finish(within: 20, cancellingFor: 20).isEmpty)
    #expect(all.outcomes == [.short(1), .short(2), .short(3)])
    let cancelled = try Run([.short(1), .long, .short(2)])
    #expect(cancelled.queue.finish(within: 0.3, cancellingFor: 20) == [.short(2)])
    #expect(cancelled.outcomes == [.short(1), .long])
    let deaf = try Run([.deaf, .short(1)])
    #expect(deaf.queue.finish(within: 0.05, cancellingFor: 0.05) == [.deaf, .short(1)])
    #expect(deaf.outcomes.isEmpty)
  }

  /// Fails if the end of the program does not do the jobs of a queue, or an outcome comes before an earlier one.
  @Test func atTheEndAllAreDone() throws {
    let run = try Run((0..<20).map { .short($0) })
    run.loop.background.finish()
    #expect(run.outcomes == (0..<20).map { .short($0) })
  }

  /// Fails if `Background.finish` cancels or awaits the jobs of a queue that ends with `areLeft`.
  @Test func whatIsLeftCanStillBeFinished() throws {
    let run = try Run([.deaf, .short(1)], atEnd: .areLeft)
    run.loop.background.finish()
    #expect(run.queue.finish(within: 0.05, cancellingFor: 0.05) == [.deaf, .short(1)])
    let other = try Run([.short(1), .short(2)], atEnd: .areLeft)
    other.loop.background.finish()
    #expect(other.queue.finish(within: 20, cancellingFor: 20).isEmpty)
    #expect(other.outcomes == [.short(1), .short(2)])
  }

  /// Fails if the end of the program does not cancel jobs that may be, or leaves before the current one has ended.
  @Test func whatMayBeCancelledIs() throws {
    let run = try Run([.long, .short(1)], atEnd: .areCancelled)
    run.loop.background.finish()
    #expect(run.outcomes == [.long])
  }

  /// Fails if a cancelled job stops those behind it, or has no outcome.
  @Test func aCancelledJobEnds() throws {
    let run = try Run([.long, .short(1)])
    run.queue.cancel()
    #expect(run.queue.inProgress == nil && run.queue.current != nil)
    run.queue.finish()
    #expect(run.outcomes == [.long, .short(1)])
  }

  /// Fails if the main thread wakes again and again while it waits for the last jobs.
  @Test func waitingTakesNoTime() throws {
    let run = try Run([.short(1), .deaf])
    let before = Self.switches
    #expect(run.queue.finish(within: 0.4, cancellingFor: 0.4) == [.deaf])
    #expect(run.outcomes == [.short(1)])
    #expect(Self.switches - before < 40)
  }

  /// How often the calling thread has waited (`RUSAGE_THREAD`, which the C library declares only with `_GNU_SOURCE`).
  private static var switches: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(1), &usage)
    return usage.ru_nvcsw
  }
}
