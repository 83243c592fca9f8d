import Desktop
import Input

/// The events that are handled in one iteration of the event loop.
struct EventBatch {
  /// The desktop's events, in reverse order.
  var events: [DesktopEvent] = []
  /// What they were decoded to.
  var inputs: [InputEvent] = []
  /// When they came, seconds since the program's start: the loop had just woken.
  var received = 0.0
  /// The program's start.
  let start = ContinuousClock.now
}
