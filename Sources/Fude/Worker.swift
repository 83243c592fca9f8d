import Desktop
import Glibc
import Synchronization

/// Threads for work that would make the hand wait.
enum Worker {
  /// Runs `body` once on a thread of its own. False where the system grants no thread; `body` is not run then.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Job: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let job = Unmanaged.passRetained(Job(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, job.toOpaque())
    guard code == 0 else {
      job.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
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

  /// Sleeps until there is a result; for the end of the program, when no loop runs any more.
  func waitForMail() {
    while messages.withLock({ $0.isEmpty }) { wakeup.wait() }
  }
}
