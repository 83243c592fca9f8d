import Desktop
import Glibc
import Synchronization

/// A thread for work that would make the hand wait.
///
/// Its life: `init` starts it; `join` waits for its end, once. A worker that is not joined ends with the process.
final class Worker {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Runs `body` once on a thread of its own. Nil where the system grants no thread; `body` is not run then.
  /// - Parameter isLeisurely: whether it gives way to others that want the processor: the hand goes first.
  init?(isLeisurely: Bool = false, _ body: @escaping @Sendable () -> Void) {
    let job = Unmanaged.passRetained(
      Job {
        // To Linux this is of the calling thread alone.
        if isLeisurely { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
        body()
      })
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, job.toOpaque())
    guard code == 0 else {
      job.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits until the work is done.
  func join() { pthread_join(thread, nil) }
}

/// Where workers put results for the main thread.
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let wakeup: Wakeup

  init(wakeup: Wakeup) { self.wakeup = wakeup }

  /// Adds a result and wakes the event loop. From any thread.
  func put(_ message: Message) {
    messages.withLock { $0.append(message) }
    wakeup.signal()
  }

  /// All results so far, oldest first.
  func takeAll() -> [Message] {
    messages.withLock {
      let all = $0
      $0.removeAll()
      return all
    }
  }
}
