/// When the dashes of a selection move. They rest some time after the last change, so that an idle program does not wake.
struct DashClock {
  private var next: Double?
  private var end = 0.0
  private var isWoken = false

  /// The time between two moves by a px, and the time after which they rest, s.
  private static let (interval, activity) = (0.16, 8.0)

  /// When the time is wanted next, s; nil while the dashes rest.
  var deadline: Double? { isWoken ? 0 : next }

  /// Has them move from now on.
  mutating func wake() { isWoken = true }

  /// Whether they are to move now. Sets the next deadline.
  mutating func isDue(at now: Double) -> Bool {
    if isWoken {
      isWoken = false
      end = now + Self.activity
      next = next ?? now + Self.interval
    }
    guard let due = next, now >= due else { return false }
    next = now < end ? max(due + Self.interval, now) : nil
    return true
  }
}
