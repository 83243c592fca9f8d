import Desktop
import Geometry
import Input
import Studio

/// The events that are handled in one iteration of the event loop, and those that wait for a later one.
struct EventBatch {
  /// The desktop's events, in reverse order.
  var events: [DesktopEvent] = []
  /// What they were decoded to.
  var inputs: [InputEvent] = []
  /// The inputs that wait for the end of a stroke.
  var waiting = WaitingInputs()
  /// Whether workers may have results that change the drawing (requests of screen readers).
  var hasResults = false
  /// The window's place on the screen before a stroke, px; nil where it is not known.
  var windowPlace: Vector?
  /// The program's start.
  let start = ContinuousClock.now
}
