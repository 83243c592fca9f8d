import Geometry
import Ink

/// Events by kind. Times are unwrapped ms.
extension InputDecoder {
  mutating func moved(_ raw: RawPointerEvent, _ slot: Int, at time: Int64, into events: inout [InputEvent]) {
    if devices[slot].profile.deviceClass == .pad { return turned(raw, slot, at: time, into: &events) }
    devices[slot].absorb(raw.valuators)
    if devices[slot].scrolls, let step = devices[slot].scroll.motion(raw.valuators, at: time) {
      report(step, raw, slot, into: &events)
    }
    // X also marks the motion that it generates from a wheel's button as emulated, but that carries
    // scroll valuators only, like every motion that is not a movement. Other emulated motions are
    // touches.
    let carried = raw.valuators.mask
    if carried != 0 && carried & ~devices[slot].axes.scrollMask == 0 { return }
    guard !raw.isEmulated, devices[slot].tool != nil, let position = position(devices[slot].place, slot) else { return }

    let seconds = devices[slot].spread.seconds(time)
    devices[slot].lastMotion = (position, time, devices[slot].carriesPressure(raw.valuators))
    devices[slot].outTime = nil
    if isBlocked(raw.source) { return }

    detectLostPress(raw, slot, position, at: time, seconds, into: &events)
    detectNewTouch(raw, slot, position, at: time, seconds, into: &events)
    let isTouching = tracker.isActive(raw.source) && (raw.holds(tracker.button) || isTouchingWithoutPress(slot))
    if !isTouching && tracker.isActive(raw.source) { tracker.end(.releaseLost, into: &events) }
    releaseLost(raw, slot, into: &events)
    let sample = devices[slot].sample(at: position, time: seconds, isTouching: isTouching)
    devices[slot].shown = sample
    if isTouching {
      tracker.motion(sample, modifiers: raw.modifiers, at: time, into: &events)
      if devices[slot].isPressed { devices[slot].hasPressed = true }
      guard tracker.isDrawing, devices[slot].isUp(raw.valuators) else { return }
      tracker.end(.lifted, into: &events)
      devices[slot].isLiftedByPressure = true
    } else {
      events.append(.pointer(PointerEvent(.hover, sample, modifiers: raw.modifiers, source: raw.source)))
    }
  }

  mutating func pressed(_ raw: RawPointerEvent, _ slot: Int, at time: Int64, into events: inout [InputEvent]) {
    if devices[slot].profile.deviceClass == .pad { return padPressed(raw, slot, into: &events) }
    if (4...7).contains(raw.button) {
      if devices[slot].scrolls, let step = devices[slot].scroll.press(raw.button, isEmulated: raw.isEmulated, at: time)
      {
        report(step, raw, slot, into: &events)
      }
      return
    }
    guard !raw.isEmulated, devices[slot].tool != nil, let position = position(devices[slot].place, slot) else { return }
    devices[slot].absorb(raw.valuators)
    // During a stroke any other button is a button, even one that could begin a stroke.
    let contact =
      tracker.isActive(raw.source) && raw.button != tracker.button ? nil : devices[slot].contactTool(of: raw.button)
    if isBlocked(raw.source) {
      // The held buttons are those of all devices. If the contact's bit is clear, nothing touches
      // any more. Without this, a stroke whose device fell silent would block all others. A pen draws
      // also while a mouse's button is held, for instance by a hand that rests on it.
      guard contact != nil, !raw.holds(tracker.button) || takesOver(slot) else { return }
      tracker.end(.releaseLost, into: &events)
    }
    if let contact {
      touched(raw, slot, position, with: contact, at: time, into: &events)
    } else if let button = PointerButton(number: raw.button) {
      if devices[slot].held & button.bit != 0 { release(button, slot, raw.modifiers, into: &events) }
      let sample = buttonSample(slot, position, at: time)
      devices[slot].held |= button.bit
      devices[slot].shown = sample
      events.append(.pointer(PointerEvent(.press(button), sample, modifiers: raw.modifiers, source: raw.source)))
    }
  }

  mutating func released(_ raw: RawPointerEvent, _ slot: Int, at time: Int64, into events: inout [InputEvent]) {
    if devices[slot].profile.deviceClass == .pad { return padReleased(raw, slot, into: &events) }
    guard !raw.isEmulated, devices[slot].tool != nil else { return }
    devices[slot].absorb(raw.valuators)
    let isWithoutPress = tracker.button == 0 && raw.button == devices[slot].profile.contactButton
    if tracker.isActive(raw.source) && (raw.button == tracker.button || isWithoutPress) {
      tracker.end(.lifted, into: &events)
    } else if let button = PointerButton(number: raw.button), devices[slot].held & button.bit != 0 {
      if let position = position(devices[slot].place, slot) {
        devices[slot].shown = buttonSample(slot, position, at: time)
      }
      release(button, slot, raw.modifiers, into: &events)
    }
  }

  mutating func entered(_ raw: RawPointerEvent, at time: Int64, into events: inout [InputEvent]) {
    // The source of an Enter may be a master, and any device may have been used in between.
    for slot in devices.indices { devices[slot].scroll.forgetBase() }
    guard !tracker.isActive else { return }
    guard !raw.isEmulated, let slot = slots[raw.source], devices[slot].tool != nil,
      let position = position(raw.position, slot)
    else { return }
    let sample = buttonSample(slot, position, at: time)
    devices[slot].shown = sample
    events.append(.pointer(PointerEvent(.hover, sample, modifiers: raw.modifiers, source: raw.source)))
  }

  mutating func left(_ raw: RawPointerEvent, into events: inout [InputEvent]) {
    if raw.isFromGrab { return windowLost(into: &events) }
    // While a button is held X reports the pointer everywhere.
    guard !tracker.isActive else { return }
    for slot in devices.indices where devices[slot].held == 0 && devices[slot].pad.held == 0 {
      withdraw(slot, into: &events)
    }
  }

  mutating func withdraw(_ slot: Int, into events: inout [InputEvent]) {
    releaseAll(slot, into: &events)
    releasePad(slot, into: &events)
    if let sample = devices[slot].shown {
      let source = devices[slot].description.id
      events.append(.pointer(PointerEvent(.left, sample, source: source)))
      devices[slot].shown = nil
    }
    devices[slot].lastMotion = nil
    devices[slot].lostPress = nil
    devices[slot].isLiftedByPressure = false
  }
}

extension InputDecoder {
  private mutating func touched(
    _ raw: RawPointerEvent, _ slot: Int, _ position: Point, with tool: Tool, at time: Int64,
    into events: inout [InputEvent]
  ) {
    tracker.end(.releaseLost, into: &events)
    takeThePointer(slot, into: &events)
    var place = position
    var anchor = PointerTracker.Anchor.press
    if devices[slot].profile.deviceClass.isPen {
      // The press may come with the position of another device or of the previous frame. It is
      // certain if it agrees with the pen's last motion and both are of one frame: wacom and libinput
      // send a motion, then the press.
      anchor = devices[slot].profile.pressIsStale ? .nextMotion : .motion
      if let motion = devices[slot].lastMotion(beforePressAt: time) {
        if !devices[slot].profile.pressIsStale, motion.position.distance(to: position) <= 1,
          isOfFrame(raw, motion, slot, at: time)
        {
          anchor = .press
        }
        place = motion.position
      }
    }
    devices[slot].strokeTool = tool
    (devices[slot].hasPressed, devices[slot].isLiftedByPressure) = (devices[slot].isPressed, false)
    let seconds = devices[slot].spread.seconds(time)
    let sample = devices[slot].sample(at: place, time: seconds, isTouching: true)
    devices[slot].shown = sample
    tracker.press(
      sample, anchor, source: raw.source, button: raw.button, modifiers: raw.modifiers, at: time)
  }

  /// Whether a press at the position of the pen's last motion is of that motion's frame.
  ///
  /// The server stamps each event as it reads it, so on a busy machine the two can be some ms apart,
  /// like two frames. Then the press must have its own position, or the motion the contact's
  /// pressure.
  private func isOfFrame(
    _ press: RawPointerEvent, _ motion: DeviceDecoder.Motion, _ slot: Int, at time: Int64
  ) -> Bool {
    (0...1).contains(time - motion.time) || motion.hasPressure || devices[slot].carriesPlace(press.valuators)
  }

  /// Until the stroke of this device ends nothing is reported of others, not even that they left:
  /// the pointer that they showed now belongs to this device.
  private mutating func takeThePointer(_ slot: Int, into events: inout [InputEvent]) {
    devices[slot].isUntouched = false
    endPinch(into: &events)
    for other in devices.indices where other != slot {
      releaseAll(other, into: &events)
      devices[other].shown = nil
    }
  }

  /// Detects a lost press (`DeviceProfile.mayLoseFirstPress`): a second motion with pressure but
  /// without the button, since after the first the press could still come. The stroke has button 0
  /// and lasts as long as there is pressure. A second motion without pressure makes a dot, unless
  /// the pressure was only the one that X had kept of the pen.
  private mutating func detectLostPress(
    _ raw: RawPointerEvent, _ slot: Int, _ position: Point, at time: Int64, _ seconds: Double,
    into events: inout [InputEvent]
  ) {
    guard devices[slot].isUntouched, devices[slot].profile.mayLoseFirstPress, !tracker.isActive else { return }
    let first = devices[slot].lostPress
    devices[slot].lostPress = nil
    if raw.holds(devices[slot].profile.contactButton) { return }
    guard let first else {
      if devices[slot].isPressed {
        devices[slot].isStale = devices[slot].pressure == devices[slot].firstPressure
        devices[slot].lostPress = devices[slot].sample(at: position, time: seconds, isTouching: true)
      }
      return
    }
    if devices[slot].isStale, !devices[slot].isPressed { return }
    takeThePointer(slot, into: &events)
    tracker.press(first, .press, source: raw.source, button: 0, modifiers: raw.modifiers, at: time)
  }

  /// After a lift that was detected by pressure only, pressure means that the tip is down again:
  /// release and press were both lost.
  private mutating func detectNewTouch(
    _ raw: RawPointerEvent, _ slot: Int, _ position: Point, at time: Int64, _ seconds: Double,
    into events: inout [InputEvent]
  ) {
    guard devices[slot].isLiftedByPressure, !tracker.isActive else { return }
    guard raw.holds(tracker.button) else { return devices[slot].isLiftedByPressure = false }
    guard devices[slot].isPressed else { return }
    devices[slot].isLiftedByPressure = false
    takeThePointer(slot, into: &events)
    tracker.press(
      devices[slot].sample(at: position, time: seconds, isTouching: true), .motion, source: raw.source,
      button: tracker.button, modifiers: raw.modifiers, at: time)
  }

  private func isTouchingWithoutPress(_ slot: Int) -> Bool { tracker.button == 0 && devices[slot].isPressed }

  /// Whether a stroke of another device blocks this one.
  func isBlocked(_ source: Int) -> Bool { tracker.isActive && tracker.source != source }

  /// Whether a contact of this device ends the stroke in progress: a pen's that of a mouse.
  private func takesOver(_ slot: Int) -> Bool {
    guard devices[slot].profile.deviceClass.isPen, let other = slots[tracker.source] else { return false }
    return devices[other].profile.deviceClass.tool == .mouse
  }

  private mutating func report(
    _ step: ScrollStep, _ raw: RawPointerEvent, _ slot: Int, into events: inout [InputEvent]
  ) {
    guard !isBlocked(raw.source), let position = position(devices[slot].place, slot) else { return }
    events.append(
      .scroll(
        ScrollEvent(
          dx: step.dx, dy: step.dy, position: position, modifiers: raw.modifiers, isSmooth: step.isSmooth)))
  }

  /// The device's position; its last one if this is garbage; nil if there is none either.
  func position(_ place: Point, _ slot: Int) -> Point? {
    place.isFinite ? place.withinReach : devices[slot].shown?.position
  }

  /// The sample of an event that is not a report: during a stroke the stroke's last one, so that it
  /// adds no point.
  private func buttonSample(_ slot: Int, _ position: Point, at time: Int64) -> PenSample {
    if tracker.isActive { return tracker.last }
    return devices[slot].sample(at: position, time: Double(time) / 1000, isTouching: false)
  }

  private mutating func release(
    _ button: PointerButton, _ slot: Int, _ modifiers: Modifiers, into events: inout [InputEvent]
  ) {
    devices[slot].held &= ~button.bit
    guard let sample = devices[slot].shown else { return }
    let source = devices[slot].description.id
    events.append(.pointer(PointerEvent(.release(button), sample, modifiers: modifiers, source: source)))
  }

  private mutating func releaseAll(_ slot: Int, into events: inout [InputEvent]) {
    guard devices[slot].held != 0 else { return }
    for button in [PointerButton.middle, .secondary, .back, .forward] where devices[slot].held & button.bit != 0 {
      release(button, slot, [], into: &events)
    }
  }

  /// Releases the buttons that a motion reports as up: their release was lost. Only the core
  /// protocol's buttons: the state has no bits for thumb buttons.
  private mutating func releaseLost(_ raw: RawPointerEvent, _ slot: Int, into events: inout [InputEvent]) {
    guard devices[slot].held != 0 else { return }
    if devices[slot].held & PointerButton.middle.bit != 0, !raw.holds(2) {
      release(.middle, slot, raw.modifiers, into: &events)
    }
    if devices[slot].held & PointerButton.secondary.bit != 0, !raw.holds(3) {
      release(.secondary, slot, raw.modifiers, into: &events)
    }
  }
}

extension PointerButton {
  /// The button with X's number, except the contact; nil for unused numbers.
  init?(number: Int) {
    switch number {
    case 2: self = .middle
    case 3: self = .secondary
    case 8: self = .back
    case 9: self = .forward
    default: return nil
    }
  }

  fileprivate var bit: UInt8 { 1 << rawValue }
}

extension RawPointerEvent {
  /// Whether X button `number` was held before the event.
  fileprivate func holds(_ number: Int) -> Bool { (0..<32).contains(number) && buttons & (1 << UInt32(number)) != 0 }
}

extension DeviceDecoder {
  fileprivate var scrolls: Bool {
    switch profile.deviceClass {
    case .touch, .pad, .keyboard: false
    default: true
    }
  }
}
