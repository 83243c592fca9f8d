import Threads

/// Work on a thread of its own (`Background.run`), as the main thread sees it.
final class BackgroundRun {
  /// How far it is. The worker looks here whether it is cancelled.
  let progress = JobProgress()
  /// Signalled when the worker has sent everything.
  let ended = Semaphore()
  /// Whether messages may still arrive.
  private(set) var isRunning = true

  /// Tells the worker to end soon. What it has sent and still sends is not delivered.
  func cancel() {
    progress.cancel()
    isRunning = false
  }

  /// Notes that all messages were delivered.
  func end() { isRunning = false }
}
