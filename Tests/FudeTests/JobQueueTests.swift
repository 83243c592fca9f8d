import Desktop
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

  private func queue(_ jobs: [Job]) throws -> JobQueue<Job, Job> {
    let queue = JobQueue<Job, Job>(wakeup: try Wakeup()) { job, progress in
      switch job {
      case .short: break
      case .long: while progress.report(0.5) { sched_yield() }
      case .deaf: pause()
      }
      return job
    }
    for job in jobs { #expect(queue.add(job, now: 0)) }
    return queue
  }

  /// Fails if jobs are lost, a job that can be cancelled is not, or one behind it begins when there is no time left.
  @Test func jobsEndInTime() throws {
    let all = try queue([.short(1), .short(2), .short(3)]).finish(within: 20, cancellingFor: 20)
    #expect(all.outcomes == [.short(1), .short(2), .short(3)] && all.left.isEmpty)
    let cancelled = try queue([.short(1), .long, .short(2)]).finish(within: 0.3, cancellingFor: 20)
    #expect(cancelled.outcomes == [.short(1), .long] && cancelled.left == [.short(2)])
    let deaf = try queue([.deaf, .short(1)]).finish(within: 0.05, cancellingFor: 0.05)
    #expect(deaf.outcomes.isEmpty && deaf.left == [.deaf, .short(1)])
  }

  /// Fails if the main thread wakes again and again while it waits for the last jobs.
  @Test func waitingTakesNoTime() throws {
    let queue = try queue([.short(1), .deaf])
    let before = Self.switches
    let result = queue.finish(within: 0.4, cancellingFor: 0.4)
    #expect(result.outcomes == [.short(1)] && result.left == [.deaf])
    #expect(Self.switches - before < 40)
  }

  /// How often the calling thread has waited (`RUSAGE_THREAD`, which the C library declares only with `_GNU_SOURCE`).
  private static var switches: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(1), &usage)
    return usage.ru_nvcsw
  }
}
