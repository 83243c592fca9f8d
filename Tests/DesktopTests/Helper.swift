import Glibc
import Synchronization

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
  private var thread = pthread_t()

  init(_ body: @escaping @Sendable () throws -> Void) throws {
    work = Work(body)
    let argument = Unmanaged.passRetained(work)
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    if code != 0 {
      argument.release()
      throw POSIXFault(code: code)
    }
  }

  /// Waits for its end, once.
  func wait() throws {
    pthread_join(thread, nil)
    if let error = work.fault.withLock({ $0 }) { throw error }
  }

  /// No thread was to be had.
  struct POSIXFault: Error { let code: Int32 }
}
