import Desktop
import Glibc
import Synchronization

/// A signal handler may use lock-free atomics only and gets no context, hence these globals.
private let wakeupDescriptor = Atomic<Int32>(-1)
private let signalsSeen = Atomic<Int>(0)

/// The signals that end the program: SIGTERM, SIGINT and SIGHUP.
///
/// From `init` on they wake the event loop instead of ending the process, so that ink is kept
/// first. A second signal of the same kind ends the process at once. There is one instance.
final class StopSignals {
  private let wakeup: Wakeup

  /// Installs the handlers.
  init(_ wakeup: Wakeup) {
    self.wakeup = wakeup
    wakeupDescriptor.store(wakeup.descriptor, ordering: .releasing)
    for number in [SIGTERM, SIGINT, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in
        signalsSeen.add(1, ordering: .relaxed)
        var one: UInt64 = 1
        _ = write(wakeupDescriptor.load(ordering: .acquiring), &one, MemoryLayout<UInt64>.size)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
      sigaction(number, &action, nil)
    }
    Self.ignoreWriteSignals()
  }

  /// Lets `write` report closed pipes and the limit on the size of files (ulimit -f) as errors.
  static func ignoreWriteSignals() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Whether a signal has arrived.
  var hasCome: Bool { signalsSeen.load(ordering: .relaxed) > 0 }
}
