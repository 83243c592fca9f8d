/// Timers for widgets, for example for long presses.
extension Overlay {
  /// A timer of a widget.
  struct Alarm {
    weak var widget: Widget?
    /// Seconds to wait from the next tick on.
    var delay: Double
    /// The time when it fires, seconds of the clock passed to `tick`; nil until the next tick.
    var time: Double?
  }

  /// Calls the widget's `timeCame` once after `delay` seconds, and replaces its previous timer. The
  /// overlay has no clock: the delay starts with the next tick, at the end of the event loop's
  /// iteration.
  func wake(_ widget: Widget, after delay: Double) {
    silence(widget)
    alarms.append(Alarm(widget: widget, delay: delay, time: nil))
  }

  /// Cancels the timer of a widget.
  func silence(_ widget: Widget) { alarms.removeAll { $0.widget == nil || $0.widget === widget } }

  /// The time when the next timer fires, seconds; nil for none. New timers get their time with the
  /// next tick.
  var nextAlarm: Double? { alarms.compactMap(\.time).min() }

  /// Fires all timers that are due.
  func ring(now: Double) {
    guard !alarms.isEmpty else { return }
    for i in alarms.indices where alarms[i].time == nil { alarms[i].time = now + alarms[i].delay }
    let due = alarms.filter { ($0.time ?? .infinity) <= now }
    alarms.removeAll { ($0.time ?? .infinity) <= now }
    for alarm in due { alarm.widget?.timeCame() }
  }
}
