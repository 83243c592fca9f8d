import Document
import Files
import Synchronization
import Threads

/// The reading of the command line's file on a worker, which begins before there is a window.
///
/// `content(before:)` waits for it for a while. If that is not enough, the window opens and
/// `FileReader.open` takes the reading over.
final class StartedReading: Sendable {
  /// How long after the start the window waits for the file. It takes some time itself, and is to stand within a
  /// second.
  static let patience = Duration.milliseconds(750)

  private let outcome = Mutex<Result<FileReader.Content, FileError>?>(nil)
  /// Signalled as long as there is an outcome.
  private let ended = Semaphore()

  /// Starts reading. Where the system cannot start a thread, it reads at once.
  init(_ read: @escaping @Sendable () throws(FileError) -> FileReader.Content) {
    let body: @Sendable () -> Void = { [self] in
      let result = Result(catching: read)
      outcome.withLock { $0 = result }
      ended.signal()
    }
    if Worker(body) == nil { body() }
  }

  /// The content; nil if the file is still being read at some time, at most a second from now.
  /// - Throws: if the file cannot be read.
  func content(before time: ContinuousClock.Instant) throws(FileError) -> FileReader.Content? {
    guard ended.wait(atMost: ContinuousClock.now.duration(to: time) / .seconds(1)) else { return nil }
    ended.signal()
    return try content()
  }

  /// Waits for the content.
  /// - Throws: if the file cannot be read.
  func content() throws(FileError) -> FileReader.Content {
    while true {
      if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
      ended.wait()
      ended.signal()
    }
  }
}
