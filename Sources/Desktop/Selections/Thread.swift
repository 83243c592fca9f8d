import Glibc

/// A thread that works for this module.
///
/// Its life: `init` starts it; `join` waits for its end, once. One that is not joined ends with the process.
final class Thread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Runs `body` once. Nil where the system grants no thread.
  init?(_ body: @escaping @Sendable () -> Void) {
    guard let thread = Self.start(body) else { return nil }
    self.thread = thread
  }

  /// Waits for its end.
  func join() { pthread_join(thread, nil) }

  /// Runs `body` once, giving way to others that want the processor, on a thread that nobody waits for. False where the system
  /// grants none.
  static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
    let leisurely: @Sendable () -> Void = {
      // To Linux this is of the calling thread alone.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      body()
    }
    guard let thread = start(leisurely) else { return false }
    pthread_detach(thread)
    return true
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return nil
    }
    return thread
  }
}
