import Glibc

/// Limits of the system on this process.
enum ProcessLimits {
  /// Limits the memory and the time of the processor. An allocation beyond fails; the system sends SIGXCPU after the
  /// time. Lower limits stay.
  static func set(bytes: Int, seconds: Int) {
    set(RLIMIT_DATA, bytes)
    set(RLIMIT_CPU, seconds)
  }

  private static func set(_ kind: __rlimit_resource, _ most: Int) {
    let kind = __rlimit_resource_t(truncatingIfNeeded: kind.rawValue)
    var limits = rlimit()
    guard getrlimit(kind, &limits) == 0 else { return }
    limits.rlim_cur = min(limits.rlim_cur, rlim_t(most))
    setrlimit(kind, &limits)
  }
}
