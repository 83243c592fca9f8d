import Geometry
import Ink

/// Touches, and pens that take precedence over them.
///
/// Touches are X's touch events only. The pointer events that X generates from them are dropped
/// (`RawPointerEvent.isEmulated`).
extension InputDecoder {
  /// Decodes a touch event and appends the results. Devices that are not touch screens are ignored:
  /// a touchpad moves the pointer.
  /// - Parameter isOnPanel: whether it is over a panel instead of the canvas; only used when a finger
  ///   touches down.
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
      // A held button, like a stroke, would be disturbed by touches.
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

  /// Decodes a pinch event and appends the results. A pinch that begins during a stroke is ignored.
  /// A pen that is only near does not matter, as the touchpad is used by the other hand.
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
      // An end may carry no values.
      if raw.phase == .update {
        if raw.scale.isFinite, raw.scale > 0 { now.event.scale = raw.scale }
        if raw.turn.isFinite, abs(raw.turn) <= 360 { now.event.turn = now.event.turn + Angle(degrees: raw.turn) }
      }
      pinch = now
      if raw.phase == .end { return endPinch(into: &events) }
    }
    if let pinch { events.append(.pinch(pinch.event)) }
  }

  /// A tool came near to its tablet: touches in progress are ignored from now on. Unknown sources
  /// are ignored.
  /// - Parameter time: the server's, ms, wrapping; 0 for that of the newest event.
  public mutating func proximityIn(_ source: Int, at time: UInt32 = 0, into events: inout [InputEvent]) {
    guard let slot = slots[source], devices[slot].profile.deviceClass.isPen else { return }
    let time = clock.milliseconds(time)
    penPresence.came(source, at: time)
    endTouches(at: time, isHand: true, into: &events)
  }

  /// Ignores all touches in progress from now on.
  /// - Parameters:
  ///   - isHand: whether the touches are probably those of the hand that holds a pen.
  ///   - end: how a stroke of a finger ends, if it is not removed.
  mutating func endTouches(
    at time: Int64? = nil, isHand: Bool = false, by end: StrokeEnd = .releaseLost, into events: inout [InputEvent]
  ) {
    if !touches.isActive { return }
    let time = time ?? clock.milliseconds(0)
    take(touches.endAll(at: time, isHand: isHand), Finger(time: time, end: end), into: &events)
  }

  mutating func forgetTouches(of source: Int, into events: inout [InputEvent]) {
    let time = clock.milliseconds(0)
    take(touches.forget(source, at: time), Finger(time: time, end: .deviceRemoved), into: &events)
    penPresence.forget(source)
    if pinch?.source == source { endPinch(into: &events) }
  }

  mutating func endPinch(into events: inout [InputEvent]) {
    guard var last = pinch else { return }
    pinch = nil
    last.event.phase = .end
    events.append(.pinch(last.event))
  }

  /// Ends touches for a pointer event: every event of a pen ends them, and so does a press of another
  /// device that is no touch screen. Buttons 4 to 7 are those of the wheel.
  mutating func arbitrate(_ raw: RawPointerEvent, _ slot: Int, at time: Int64, into events: inout [InputEvent]) {
    if devices[slot].profile.deviceClass.isPen {
      penPresence.noteEvent(at: time)
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
  /// What a touch event says about its finger, besides the place.
  fileprivate struct Finger {
    var source = 0
    var modifiers: Modifiers = []
    let time: Int64
    /// How a lift ends the stroke.
    var end = StrokeEnd.lifted

    init(_ raw: RawTouchEvent, _ time: Int64) { (source, modifiers, self.time) = (raw.source, raw.modifiers, time) }
    init(time: Int64, end: StrokeEnd) { (self.time, self.end) = (time, end) }
  }

  /// Carries out a step of the touch tracker.
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
    // The last shown positions of other devices are obsolete, as after a press of a pen.
    for slot in devices.indices { devices[slot].shown = nil }
    tracker.press(
      sample(place, finger.time), .press, source: finger.source, button: 1, modifiers: finger.modifiers,
      at: finger.time)
    // A pen's press waits for a second sample, because the first position may be wrong. That of a
    // finger is right.
    tracker.expire(at: finger.time + PointerTracker.timeout, into: &events)
    pressingTouch = finger.source
  }

  private mutating func drag(_ place: Point, _ finger: Finger, into events: inout [InputEvent]) {
    guard pressingTouch == finger.source, tracker.isActive(finger.source) else { return }
    tracker.motion(sample(place, finger.time), modifiers: finger.modifiers, at: finger.time, into: &events)
  }

  /// Ends the press of a finger, unless another press has ended it already. A finger that is lifted
  /// has no position any more, so the pointer leaves.
  private mutating func lift(_ end: StrokeEnd, into events: inout [InputEvent]) {
    guard let source = pressingTouch else { return }
    pressingTouch = nil
    guard tracker.isActive(source) else { return }
    tracker.end(end, into: &events)
    events.append(.pointer(PointerEvent(.left, tracker.last, source: source)))
  }

  /// A finger draws with constant pressure, like a mouse: the pressure axis of touch screens measures
  /// the area of contact, not the force.
  private func sample(_ place: Point, _ time: Int64) -> PenSample {
    PenSample(position: place, time: Double(time) / 1000, pressure: 0.5, tool: .touch)
  }

  /// Whether a touch is as broad as a palm; false if the device does not tell the size of its surface.
  private func isPalm(_ raw: RawTouchEvent, _ slot: Int) -> Bool {
    let axes = devices[slot].description.axes
    guard let major = axes.first(where: { $0.label == "Abs MT Touch Major" }), let value = raw.valuators[major.number]
    else { return false }
    // The kernel uses the units of the surface (multi-touch-protocol.rst).
    let surface = axes.first { $0.label == "Abs MT Position X" || $0.label == "Abs X" }?.resolution ?? 0
    let resolution = major.resolution > 0 ? major.resolution : surface
    return resolution > 0 && value / Double(resolution) >= TouchTracker.palmBreadth
  }
}
