/// Timers for widgets, for example for long presses.
extension Overlay {
  struct Timer {
    weak var widget: Widget?
    /// Seconds to wait from the next tick on.
    var delay: Double
    /// The time when it fires, seconds of the clock passed to `tick`; nil until the next tick.
    var time: Double?
  }

  /// Calls the widget's `timerFired` once after `delay` seconds, and replaces its previous timer.
  /// The delay starts with the next tick, since the overlay has no clock.
  func startTimer(_ widget: Widget, after delay: Double) {
    cancelTimer(widget)
    timers.append(Timer(widget: widget, delay: delay, time: nil))
  }

  func cancelTimer(_ widget: Widget) { timers.removeAll { $0.widget == nil || $0.widget === widget } }

  /// The time when the next timer fires, seconds; nil for none. New timers get their time with the
  /// next tick.
  var nextTimer: Double? { timers.compactMap(\.time).min() }

  func fireTimers(now: Double) {
    guard !timers.isEmpty else { return }
    for i in timers.indices where timers[i].time == nil { timers[i].time = now + timers[i].delay }
    let due = timers.filter { ($0.time ?? .infinity) <= now }
    timers.removeAll { ($0.time ?? .infinity) <= now }
    for alarm in due { alarm.widget?.timerFired() }
  }
}
