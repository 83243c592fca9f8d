import Desktop
import Synchronization

/// Passes results of workers to the main thread.
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let wakeup: Wakeup

  init(wakeup: Wakeup) { self.wakeup = wakeup }

  /// Adds a result and wakes the event loop. Callable from any thread.
  func put(_ message: Message) {
    messages.withLock { $0.append(message) }
    wakeup.signal()
  }

  /// Changes results that have not been taken yet.
  func amend(_ body: (inout [Message]) -> Void) { messages.withLock { body(&$0) } }

  /// All results so far, oldest first.
  func takeAll() -> [Message] {
    messages.withLock {
      let all = $0
      $0.removeAll()
      return all
    }
  }
}
