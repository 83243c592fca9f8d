import Files
import Glibc
import Synchronization
import Threads

/// The signals that end a command without a window: SIGTERM, SIGINT and SIGHUP, and SIGXCPU for one that takes too
/// long (`ProcessLimits`).
///
/// A thread waits for them. It removes what is `Unfinished`, writes the message and ends the
/// process with the status 128 + the signal's number, or 1 after SIGXCPU. So a command ends at once, and none of its steps
/// asks for signals; only a disk that does not answer can delay the end until a second signal.
enum CommandSignals {
  private static let message = Mutex("")
  private static let slowMessage = Mutex("")

  /// Starts to wait. Call it before the process has other threads, which inherit the signal mask.
  static func begin() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGINT, SIGXCPU] { sigaddset(&signals, number) }
    // `nohup` ignores the end of the terminal.
    if !isIgnored(SIGHUP) { sigaddset(&signals, SIGHUP) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Unfinished.watch()
    let awaited = signals
    let worker = Worker {
      var (signals, number) = (awaited, Int32(0))
      while sigwait(&signals, &number) != 0 {}
      let isSlow = number == SIGXCPU
      let status = isSlow ? 1 : 128 + number
      // A second signal ends a process whose disk or terminal does not answer.
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      Unfinished.removeAll { isFinished in
        // The message says that nothing was written.
        let text = isFinished ? "" : isSlow ? slowMessage.withLock { $0 } : message.withLock { $0 }
        // Removes a progress line (ECMA-48: EL).
        if !text.isEmpty { Standard.error((isatty(STDERR_FILENO) == 1 ? "\r\u{1B}[K" : "") + "fude: \(text)\n") }
        _exit(status)
      }
    }
    // Without a thread the signals end the process as they do by default.
    if worker == nil { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  /// Sets the message for a signal, without a capital and a full stop; empty for none.
  static func setMessage(_ text: String) { message.withLock { $0 = text } }

  /// Sets the message for a command that takes too long, as `setMessage` does.
  static func setSlowMessage(_ text: String) { slowMessage.withLock { $0 = text } }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // C function pointers have the size of Int; null is 0.
    func address(_ handler: __sighandler_t?) -> Int { unsafeBitCast(handler, to: Int.self) }
    return sigaction(number, nil, &action) == 0 && address(action.__sigaction_handler.sa_handler) == address(SIG_IGN)
  }
}
