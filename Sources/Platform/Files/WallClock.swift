import Glibc

/// The clock of files and calendars, which people and the network set.
public enum WallClock {
  /// The time now, s since 1970.
  public static var time: Double {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
