import Glibc

/// The signals that ask the program to end, as a file descriptor for the event loop: SIGTERM, SIGINT, SIGHUP.
///
/// While it lives the signals no longer end the process by themselves, so that ink is kept first. Made before any thread is
/// started, since threads take over which signals are blocked.
final class SignalQueue {
  /// Readable once a signal has come.
  let descriptor: Int32

  /// Nil where the system has no descriptor left; signals then end the program as ever.
  init?() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
    descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC.rawValue | SFD_NONBLOCK.rawValue))
    guard descriptor >= 0 else { return nil }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    // A reader that is gone is told by write, not by death.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { close(descriptor) }

  /// Whether a signal has come since the last call.
  func take() -> Bool {
    var info = signalfd_siginfo()
    return read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0
  }
}
