import Geometry
import Ink

/// Fingers, and the pen that they must not disturb.
///
/// There is one way for fingers: X's touch events. The pointer events that X makes of them are dropped, as `RawPointerEvent`s
/// that are emulated.
extension InputDecoder {
  /// Decodes one event of a finger and appends what it means. Those of devices that are no touch screen are ignored: a
  /// touchpad moves the pointer.
  /// - Parameter isOnPanel: whether something other than the canvas lies there; counts when a finger lands.
  public mutating func handle(_ raw: RawTouchEvent, isOnPanel: Bool = false, into events: inout [InputEvent]) {
    let time = clock.milliseconds(raw.time)
    guard let slot = slots[raw.source], devices[slot].profile.deviceClass == .touch else { return }
    let id = TouchTracker.FingerID(source: raw.source, finger: raw.finger)
    let touch = Finger(raw, time)
    let place = raw.position.withinReach
    switch raw.phase {
    case .begin:
      take(touches.end(id, time: time), touch, into: &events)
      let isPalm = isPalm(raw, slot)
      // A button that is held does something that fingers would disturb, as a stroke does.
      let isBusy = (tracker.isActive && pressingTouch == nil) || devices.contains { $0.held != 0 }
      let isIgnored = isPalm || isBusy || penPresence.covers(time)
      take(
        touches.begin(id, at: place, time: time, isOnPanel: isOnPanel, isIgnored: isIgnored), touch, into: &events)
    case .update:
      if isPalm(raw, slot) { take(touches.rejectPalm(id, time: time), touch, into: &events) }
      take(touches.move(id, to: place), touch, into: &events)
    case .end:
      take(touches.move(id, to: place), touch, into: &events)
      take(touches.end(id, time: time), touch, into: &events)
    }
  }

  /// Decodes one event of a pinch and appends what it means. One that begins while a stroke is drawn is ignored; a pen that
  /// is merely near does no harm, as the hand on a touchpad is the other one.
  public mutating func handle(_ raw: RawPinchEvent, into events: inout [InputEvent]) {
    _ = clock.milliseconds(raw.time)
    guard raw.position.isFinite else { return }
    let place = raw.position.withinReach
    switch raw.phase {
    case .begin:
      endPinch(into: &events)
      guard !tracker.isActive else { return }
      pinch = (raw.source, PinchEvent(.begin, at: place))
    case .update, .end:
      guard var now = pinch, now.source == raw.source else { return }
      now.event.phase = .change
      now.event.position = place
      // An end may come with nothing in it.
      if raw.phase == .update {
        if raw.scale.isFinite, raw.scale > 0 { now.event.scale = raw.scale }
        if raw.turn.isFinite, abs(raw.turn) <= 360 { now.event.turn = now.event.turn + Angle(degrees: raw.turn) }
      }
      pinch = now
      if raw.phase == .end { return endPinch(into: &events) }
    }
    if let pinch { events.append(.pinch(pinch.event)) }
  }

  /// A tool came near to its tablet: fingers that are down mean nothing any more. Unknown sources are ignored.
  /// - Parameter time: the server's, ms, wrapping; 0 for that of the newest event.
  public mutating func proximityIn(_ source: Int, at time: UInt32 = 0, into events: inout [InputEvent]) {
    guard let slot = slots[source], devices[slot].profile.deviceClass.isPen else { return }
    let time = clock.milliseconds(time)
    penPresence.came(source, at: time)
    endTouches(at: time, isHand: true, into: &events)
  }

  /// Says that the fingers that are down mean nothing any more, whatever they did.
  /// - Parameters:
  ///   - isHand: whether they are likely to be the hand that holds a pen.
  ///   - end: what a stroke of theirs ended by, where it is kept.
  mutating func endTouches(
    at time: Int64? = nil, isHand: Bool = false, by end: StrokeEnd = .releaseLost, into events: inout [InputEvent]
  ) {
    if !touches.isActive { return }
    let time = time ?? clock.milliseconds(0)
    take(touches.endAll(at: time, isHand: isHand), Finger(time: time, end: end), into: &events)
  }

  /// A device is gone, and what it did with it.
  mutating func forgetTouches(of source: Int, into events: inout [InputEvent]) {
    let time = clock.milliseconds(0)
    take(touches.forget(source, at: time), Finger(time: time, end: .deviceRemoved), into: &events)
    penPresence.forget(source)
    if pinch?.source == source { endPinch(into: &events) }
  }

  /// Ends a pinch, if there is one.
  mutating func endPinch(into events: inout [InputEvent]) {
    guard var last = pinch else { return }
    pinch = nil
    last.event.phase = .end
    events.append(.pinch(last.event))
  }

  /// What an event of a pointer means to fingers: a pen's ends them, as it is near, and so does a press that begins
  /// something else.
  mutating func arbitrate(_ raw: RawPointerEvent, _ slot: Int, at time: Int64, into events: inout [InputEvent]) {
    if devices[slot].profile.deviceClass.isPen {
      penPresence.noticed(at: time)
      endTouches(at: time, isHand: true, into: &events)
    } else if raw.kind == .buttonPress, !raw.isEmulated, devices[slot].tool != nil, !(4...7).contains(raw.button) {
      endTouches(at: time, into: &events)
    }
    if raw.kind == .buttonPress, !raw.isEmulated, devices[slot].tool != nil, !(4...7).contains(raw.button) {
      endPinch(into: &events)
    }
  }
}

extension InputDecoder {
  /// Whose step is taken, and when.
  fileprivate struct Finger {
    var source = 0
    var modifiers: Modifiers = []
    /// The server's ms, unwrapped.
    let time: Int64
    /// What a lift is.
    var end = StrokeEnd.lifted

    init(_ raw: RawTouchEvent, _ time: Int64) { (source, modifiers, self.time) = (raw.source, raw.modifiers, time) }
    init(time: Int64, end: StrokeEnd) { (self.time, self.end) = (time, end) }
  }

  private mutating func take(_ step: TouchTracker.Step?, _ finger: Finger, into events: inout [InputEvent]) {
    switch step {
    case nil: break
    case .touch(let event): events.append(.touch(event))
    case .press(let place): press(place, finger, into: &events)
    case .pressAndDrag(let start, let place):
      press(start, finger, into: &events)
      drag(place, finger, into: &events)
    case .drag(let place): drag(place, finger, into: &events)
    case .lift: lift(finger.end, into: &events)
    case .dot(let place):
      press(place, finger, into: &events)
      lift(.lifted, into: &events)
    case .withdraw: lift(.overruled, into: &events)
    }
  }

  private mutating func press(_ place: Point, _ finger: Finger, into events: inout [InputEvent]) {
    guard !tracker.isActive else { return }
    endPinch(into: &events)
    // As with a pen: what others showed is out of date from here on.
    for slot in devices.indices { devices[slot].shown = nil }
    tracker.press(
      sample(place, finger.time), .press, source: finger.source, button: 1, modifiers: finger.modifiers,
      at: finger.time)
    // A finger has nothing to wait for: where it landed is known.
    tracker.expire(at: finger.time + PointerTracker.patience, into: &events)
    pressingTouch = finger.source
  }

  private mutating func drag(_ place: Point, _ finger: Finger, into events: inout [InputEvent]) {
    guard pressingTouch == finger.source, tracker.isActive(finger.source) else { return }
    tracker.motion(sample(place, finger.time), modifiers: finger.modifiers, at: finger.time, into: &events)
  }

  /// Ends the press of a finger, unless a press of something else has ended it already. A finger that has lifted points at
  /// nothing.
  private mutating func lift(_ end: StrokeEnd, into events: inout [InputEvent]) {
    guard let source = pressingTouch else { return }
    pressingTouch = nil
    guard tracker.isActive(source) else { return }
    tracker.end(end, into: &events)
    events.append(.pointer(PointerEvent(.left, tracker.last, source: source)))
  }

  /// A finger draws as a mouse does: what fingers measure of pressure is how broad they lie.
  private func sample(_ place: Point, _ time: Int64) -> PenSample {
    PenSample(position: place, time: Double(time) / 1000, pressure: 0.5, tool: .touch)
  }

  /// Whether what touches lies there as broadly as a palm. Only devices that measure it in units known to be lengths tell.
  private func isPalm(_ raw: RawTouchEvent, _ slot: Int) -> Bool {
    let axes = devices[slot].description.axes
    guard let major = axes.first(where: { $0.label == "Abs MT Touch Major" }), let value = raw.valuators[major.number]
    else { return false }
    // The kernel measures it in the units of the surface (multi-touch-protocol.rst).
    let surface = axes.first { $0.label == "Abs MT Position X" || $0.label == "Abs X" }?.resolution ?? 0
    let resolution = major.resolution > 0 ? major.resolution : surface
    return resolution > 0 && value / Double(resolution) >= TouchTracker.palmBreadth
  }
}
