import Geometry
import Ink

/// The one stroke that can be in progress, from the press of the contact to its end.
///
/// The states: hovering -> `press` -> pending -> first `motion` of the same source -> drawing ->
/// end -> hovering.
/// 1. Pending: the press is known, its position is not. Some drivers report the position before the
///    press, some after it, and some once report the mouse's. So the stroke starts with the first
///    motion that follows. If the press itself is certain (`Anchor.press`), it is kept and the
///    motion is the second point.
/// 2. A pending press that ends, or that nothing follows for 20 ms, becomes a dot at the press.
///    After 20 ms it can still become a line. A press of `Anchor.nextMotion` has no such limit.
/// 3. Every stroke ends with one `up` that repeats the last sample.
struct PointerTracker {
  /// The certainty about a press.
  enum Anchor: Hashable {
    /// Its position and pressure: the stroke starts there.
    case press
    /// Nothing, if a motion follows in time: the stroke starts with that motion.
    case motion
    /// Nothing: the stroke starts with the next motion, however late. Without one until its end it is
    /// a dot at the press.
    case nextMotion
  }

  private enum Phase { case hovering, pending, drawing }

  /// How long a press waits for its motion, ms.
  static let timeout: Int64 = 20

  private var phase = Phase.hovering
  private var anchor = Anchor.motion
  /// The stroke's latest sample; the press's while it is pending.
  private(set) var last = PenSample(position: .zero, time: 0)
  private var modifiers: Modifiers = []
  private var pressTime: Int64 = 0
  private(set) var source = 0
  private(set) var button = 1
  /// When a pending press becomes a dot, in seconds of `tick`'s clock; nil if none is pending.
  private(set) var deadline: Double?

  /// Whether a stroke is pending or drawing.
  var isActive: Bool { phase != .hovering }

  var isDrawing: Bool { phase == .drawing }

  func isActive(_ source: Int) -> Bool { isActive && self.source == source }

  /// The contact went down; no stroke may be active. Time in unwrapped ms.
  mutating func press(
    _ sample: PenSample, _ anchor: Anchor, source: Int, button: Int, modifiers: Modifiers, at time: Int64
  ) {
    precondition(phase == .hovering, "a stroke is ended before the next begins")
    phase = .pending
    self.anchor = anchor
    last = sample
    self.source = source
    self.button = button
    self.modifiers = modifiers
    pressTime = time
    deadline = nil
  }

  /// The stroke's device moved while touching.
  mutating func motion(
    _ sample: PenSample, modifiers: Modifiers, at time: Int64, into events: inout [InputEvent]
  ) {
    self.modifiers = modifiers
    expire(at: time, into: &events)
    var sample = sample
    sample.time = max(sample.time, last.time)
    switch phase {
    case .hovering: return
    case .pending:
      if anchor == .press {
        begin(into: &events)
        emit(.drag, sample, into: &events)
      } else {
        last = sample
        begin(into: &events)
      }
    case .drawing: emit(.drag, sample, into: &events)
    }
  }

  mutating func end(_ reason: StrokeEnd, into events: inout [InputEvent]) {
    if phase == .pending { begin(into: &events) }
    guard phase == .drawing else { return }
    emit(.up(reason), last, into: &events)
    phase = .hovering
  }

  /// A pending press that is `timeout` old by the server's clock becomes a dot, so that the result
  /// is the same with or without `tick`.
  mutating func expire(at time: Int64, into events: inout [InputEvent]) {
    if phase == .pending, anchor != .nextMotion, time - pressTime >= Self.timeout { begin(into: &events) }
  }

  /// Takes the current time, `now`, in seconds of any monotonic clock.
  mutating func tick(now: Double, into events: inout [InputEvent]) {
    guard phase == .pending, anchor != .nextMotion, now.isFinite else { return }
    if let deadline {
      if now >= deadline { begin(into: &events) }
    } else {
      deadline = now + Double(Self.timeout) / 1000
    }
  }

  private mutating func begin(into events: inout [InputEvent]) {
    phase = .drawing
    deadline = nil
    emit(.down, last, into: &events)
  }

  private mutating func emit(_ phase: PointerEvent.Phase, _ sample: PenSample, into events: inout [InputEvent]) {
    last = sample
    events.append(.pointer(PointerEvent(phase, sample, modifiers: modifiers, source: source)))
  }
}
