import Desktop
import Glibc
import Synchronization

/// A signal handler may touch nothing but lock-free atomics, and can be given no context: hence these two.
private let wakeupDescriptor = Atomic<Int32>(-1)
private let signalsSeen = Atomic<Int>(0)

/// The signals that ask the program to end (SIGTERM, SIGINT, SIGHUP), as a question for the event loop.
///
/// From `init` on they no longer end the process by themselves, so that ink is kept first; they wake the loop. There is one
/// for the life of the program. A second signal of the same kind ends it at once, should it hang.
final class StopSignals {
  private let wakeup: Wakeup

  /// Catches the signals from now on.
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
    // A reader that is gone is told by write, not by death.
    signal(SIGPIPE, SIG_IGN)
    // So is a limit on the size of files (ulimit -f).
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether one has come.
  var hasCome: Bool { signalsSeen.load(ordering: .relaxed) > 0 }
}
