import Synchronization
import Testing
import Threads

/// Runs a closure beside a test on its own thread. `init` starts it; `wait` waits for its end and
/// rethrows its error.
///
/// Tests block the threads that tasks share. With few cores, a task might start only after the
/// waiting test has timed out.
final class Helper {
  private final class Work: Sendable {
    let body: @Sendable () throws -> Void
    let fault = Mutex<(any Error)?>(nil)

    init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

    func run() { do { try body() } catch { fault.withLock { $0 = error } } }
  }

  private let work: Work
  private let thread: Worker

  init(_ body: @escaping @Sendable () throws -> Void) throws {
    let work = Work(body)
    self.work = work
    thread = try #require(Worker { work.run() })
  }

  func wait() throws {
    thread.join()
    if let error = work.fault.withLock({ $0 }) { throw error }
  }
}
