/// Timers of widgets, for example for long presses.
public struct WidgetTimers {
  private struct Timer {
    weak var widget: Widget?
    /// Seconds to wait from the next tick on.
    var delay: Double
    /// The time when it fires, seconds of the clock passed to `update`; nil until the next tick.
    var time: Double?
  }

  private var all: [Timer] = []

  /// Calls the widget's `timerFired` once after `delay` seconds, and replaces its previous timer.
  /// The delay starts with the next tick, since a stage has no clock.
  public mutating func start(_ widget: Widget, after delay: Double) {
    cancel(widget)
    all.append(Timer(widget: widget, delay: delay, time: nil))
  }

  public mutating func cancel(_ widget: Widget) { all.removeAll { $0.widget == nil || $0.widget === widget } }

  /// The time when the next timer fires, seconds; nil for none. New timers get their time with the
  /// next tick.
  public var next: Double? { all.compactMap(\.time).min() }

  /// Gives new timers their time, `now` being the present, seconds.
  mutating func update(now: Double) {
    for i in all.indices where all[i].time == nil { all[i].time = now + all[i].delay }
  }

  /// Takes a timer that is due, and returns its widget; nil if none is.
  mutating func takeDue(now: Double) -> Widget? {
    while let at = all.firstIndex(where: { ($0.time ?? .infinity) <= now }) {
      if let widget = all.remove(at: at).widget { return widget }
    }
    return nil
  }
}
