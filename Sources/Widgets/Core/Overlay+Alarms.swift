/// Time for widgets: a press that becomes a long one, a pointer that rests.
extension Overlay {
  /// A widget that waits.
  struct Alarm {
    weak var widget: Widget?
    /// Seconds to wait from the next tick on.
    var delay: Double
    /// When it rings, seconds of the clock that `tick` is told; nil until the next tick.
    var time: Double?
  }

  /// Calls a widget's `timeCame` once, so many seconds from now; in place of what it asked for before. The overlay has no
  /// clock: the time runs from the next tick, which ends the turn of the event loop.
  func wake(_ widget: Widget, after delay: Double) {
    silence(widget)
    alarms.append(Alarm(widget: widget, delay: delay, time: nil))
  }

  /// A widget waits no longer.
  func silence(_ widget: Widget) { alarms.removeAll { $0.widget == nil || $0.widget === widget } }

  /// When the next alarm rings, seconds. One that has no time yet gets it with the tick that is to come.
  var nextAlarm: Double? { alarms.compactMap(\.time).min() }

  /// Wakes who has waited long enough.
  func ring(now: Double) {
    guard !alarms.isEmpty else { return }
    for i in alarms.indices where alarms[i].time == nil { alarms[i].time = now + alarms[i].delay }
    let due = alarms.filter { ($0.time ?? .infinity) <= now }
    alarms.removeAll { ($0.time ?? .infinity) <= now }
    for alarm in due { alarm.widget?.timeCame() }
  }
}
