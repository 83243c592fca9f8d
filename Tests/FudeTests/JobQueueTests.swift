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
}
