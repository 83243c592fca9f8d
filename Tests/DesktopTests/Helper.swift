import Synchronization
import Testing
import Threads

/// Something that runs beside a test, on a thread of its own.
///
/// Tests block the threads that tasks share, so on a machine with few cores a task might not begin before the test that waits
/// for it gives up. Its life: `init` starts it; `wait` waits for its end and throws what it threw.
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

  /// Waits for its end.
  func wait() throws {
    thread.join()
    if let error = work.fault.withLock({ $0 }) { throw error }
  }
}
