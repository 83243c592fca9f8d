/// When the dashes of a selection move. They rest some time after the last change, so that an idle program does not wake.
struct DashClock {
  /// When they move next, s; nil while they rest.
  private(set) var deadline: Double?
  private var end = 0.0

  /// The time between two moves by a px, and the time after which they rest, s.
  private static let (interval, activity) = (0.16, 20.0)

  /// Has them move from now on.
  mutating func wake(now: Double) {
    end = now + Self.activity
    deadline = deadline ?? now + Self.interval
  }

  /// Whether they are to move. Sets the next deadline.
  mutating func isDue(at now: Double) -> Bool {
    guard let due = deadline, now >= due else { return false }
    deadline = now < end ? max(due + Self.interval, now) : nil
    return true
  }
}
