import Glibc

/// A time of the monotonic clock (CLOCK_MONOTONIC). The clock never jumps, and the X server uses it
/// too.
public struct MonotonicTime: Sendable, Hashable, Comparable {
  /// Nanoseconds since an arbitrary origin, usually the machine's start.
  public var nanoseconds: Int64

  /// The time `nanoseconds` after the clock's origin.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The current time.
  public static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The time `seconds` from now.
  public static func after(seconds: Double) -> MonotonicTime {
    now.advanced(bySeconds: seconds)
  }

  /// This time plus `seconds`, which may be negative; limited to about thirty years.
  public func advanced(bySeconds seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds + Int64((min(max(seconds, -1e9), 1e9) * 1e9).rounded()))
  }

  /// Seconds from `other` to this time; negative if this one is earlier.
  public func seconds(since other: MonotonicTime) -> Double {
    Double(nanoseconds - other.nanoseconds) / 1e9
  }

  /// Seconds from now to this time; 0 if it has passed.
  public var secondsLeft: Double { max(0, seconds(since: .now)) }

  /// Whether it has passed.
  public var hasPassed: Bool { self <= .now }

  /// Blocks the thread until this time. Returns at once if it has passed.
  public func sleepUntil() {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }

  /// Blocks the thread for a number of seconds.
  public static func sleep(seconds: Double) {
    after(seconds: seconds).sleepUntil()
  }

  /// Whether `a` is earlier than `b`.
  public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }
}
