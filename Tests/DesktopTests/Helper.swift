import Synchronization
import Testing
import Threads

/// A function that runs on a thread of its own beside a test.
///
/// Tests block the threads of tasks, so with few cores a task might start too late. `init` starts
/// it; `wait` waits for its end and throws its error.
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

  /// Waits for its end and throws its error.
  func wait() throws {
    thread.join()
    if let error = work.fault.withLock({ $0 }) { throw error }
  }
}
