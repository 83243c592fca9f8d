import Geometry
import Ink

/// What each kind of event does. Times are unwrapped ms.
extension InputDecoder {
  mutating func moved(_ raw: RawPointerEvent, _ slot: Int, at time: Int64, into events: inout [InputEvent]) {
    if devices[slot].profile.deviceClass == .pad { return turned(raw, slot, at: time, into: &events) }
    devices[slot].absorb(raw.valuators)
    if devices[slot].scrolls, let step = devices[slot].scroll.motion(raw.valuators, at: time) {
      tell(step, raw, slot, into: &events)
    }
    // X marks the motion that it makes of a wheel's button as emulated, too; but it carries scroll valuators only, as
    // does every motion that is none. Other emulated motions are touches.
    let carried = raw.valuators.mask
    if carried != 0 && carried & ~devices[slot].axes.scrollMask == 0 { return }
    guard !raw.isEmulated, devices[slot].tool != nil, let position = position(devices[slot].place, slot) else { return }

    let seconds = devices[slot].spread.seconds(time)
    devices[slot].lastMotion = (position, time)
    if isBlocked(raw.source) { return }

    noticeUntoldPress(raw, slot, position, at: time, seconds, into: &events)
    noticeNewTouch(raw, slot, position, at: time, seconds, into: &events)
    let isTouching = tracker.isActive(raw.source) && (raw.holds(tracker.button) || isTouchingUntold(slot))
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
        tell(step, raw, slot, into: &events)
      }
      return
    }
    guard !raw.isEmulated, devices[slot].tool != nil, let position = position(devices[slot].place, slot) else { return }
    devices[slot].absorb(raw.valuators)
    // Amid a stroke any other button is a button, whatever it could begin.
    let contact =
      tracker.isActive(raw.source) && raw.button != tracker.button ? nil : devices[slot].contactTool(of: raw.button)
    if isBlocked(raw.source) {
      // The buttons held are those of all devices together: with the contact's bit clear, nothing touches any more, and
      // without this a stroke whose device fell silent would keep all others from drawing.
      guard contact != nil, !raw.holds(tracker.button) else { return }
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
    let isUntold = tracker.button == 0 && raw.button == devices[slot].profile.contactButton
    if tracker.isActive(raw.source) && (raw.button == tracker.button || isUntold) {
      tracker.end(.lifted, into: &events)
    } else if let button = PointerButton(number: raw.button), devices[slot].held & button.bit != 0 {
      if let position = position(devices[slot].place, slot) {
        devices[slot].shown = buttonSample(slot, position, at: time)
      }
      release(button, slot, raw.modifiers, into: &events)
    }
  }

  mutating func entered(_ raw: RawPointerEvent, at time: Int64, into events: inout [InputEvent]) {
    // The source of an Enter may be a master, and while the pointer was away any device may have been used.
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
    // While a button is held X goes on telling us of the pointer, wherever it is.
    guard !tracker.isActive else { return }
    for slot in devices.indices where devices[slot].held == 0 && devices[slot].pad.held == 0 {
      withdraw(slot, into: &events)
    }
  }

  /// Releases the device's buttons and says that it is no more over the window.
  mutating func withdraw(_ slot: Int, into events: inout [InputEvent]) {
    releaseAll(slot, into: &events)
    releasePad(slot, into: &events)
    if let sample = devices[slot].shown {
      let source = devices[slot].description.id
      events.append(.pointer(PointerEvent(.left, sample, source: source)))
      devices[slot].shown = nil
    }
    devices[slot].lastMotion = nil
    devices[slot].untold = nil
    devices[slot].isLiftedByPressure = false
  }
}

extension InputDecoder {
  /// The contact went down.
  private mutating func touched(
    _ raw: RawPointerEvent, _ slot: Int, _ position: Point, with tool: Tool, at time: Int64,
    into events: inout [InputEvent]
  ) {
    tracker.end(.releaseLost, into: &events)
    takeThePointer(slot, into: &events)
    var place = position
    var anchor = PointerTracker.Anchor.press
    if devices[slot].profile.deviceClass.isPen {
      // The press may be told with the place of another device, or of the frame before. Right it is for sure where the
      // pen's own motion of the same moment was there too, as the wacom and libinput drivers send it.
      anchor = .motion
      if let motion = devices[slot].lastMotion {
        if devices[slot].profile.pressFollowsMotion, (0...1).contains(time - motion.time),
          motion.position.distance(to: position) <= 1
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

  /// From here to the end of a stroke of this device nothing is told of others: not even that they left, as the pointer that
  /// they showed is this one's now.
  private mutating func takeThePointer(_ slot: Int, into events: inout [InputEvent]) {
    devices[slot].isUntouched = false
    endPinch(into: &events)
    for other in devices.indices where other != slot {
      releaseAll(other, into: &events)
      devices[other].shown = nil
    }
  }

  /// A press that was lost (`DeviceProfile.mayLoseFirstPress`) shows in a second motion with pressure and without the button:
  /// after the first the press would have come. The stroke is then of button 0, which no event has, and lasts as long as
  /// there is pressure. Where that second motion has none any more, it was a dot; unless all that was told is the pressure that X
  /// had kept of a pen that was switched off amid a stroke.
  private mutating func noticeUntoldPress(
    _ raw: RawPointerEvent, _ slot: Int, _ position: Point, at time: Int64, _ seconds: Double,
    into events: inout [InputEvent]
  ) {
    guard devices[slot].isUntouched, devices[slot].profile.mayLoseFirstPress, !tracker.isActive else { return }
    let first = devices[slot].untold
    devices[slot].untold = nil
    if raw.holds(devices[slot].profile.contactButton) { return }
    guard let first else {
      if devices[slot].isPressed {
        devices[slot].isStale = devices[slot].pressure == devices[slot].firstPressure
        devices[slot].untold = devices[slot].sample(at: position, time: seconds, isTouching: true)
      }
      return
    }
    if devices[slot].isStale, !devices[slot].isPressed { return }
    takeThePointer(slot, into: &events)
    tracker.press(first, .press, source: raw.source, button: 0, modifiers: raw.modifiers, at: time)
  }

  /// After a lift that only the pressure told, pressure says that the tip is down again: release and press were both lost.
  private mutating func noticeNewTouch(
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

  private func isTouchingUntold(_ slot: Int) -> Bool { tracker.button == 0 && devices[slot].isPressed }

  /// Whether a stroke of another device keeps this one from being told of.
  private func isBlocked(_ source: Int) -> Bool { tracker.isActive && tracker.source != source }

  private mutating func tell(
    _ step: ScrollStep, _ raw: RawPointerEvent, _ slot: Int, into events: inout [InputEvent]
  ) {
    guard !isBlocked(raw.source), let position = position(devices[slot].place, slot) else { return }
    events.append(
      .scroll(
        ScrollEvent(
          dx: step.dx, dy: step.dy, position: position, modifiers: raw.modifiers, isSmooth: step.isSmooth)))
  }

  /// A place of the device; its last one if this is garbage, nil if there is none either.
  func position(_ place: Point, _ slot: Int) -> Point? {
    place.isFinite ? place.withinReach : devices[slot].shown?.position
  }

  /// The sample of an event that is no report of the device: amid a stroke the stroke's last one, as it adds no point.
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

  /// Releases the buttons of which a motion says that they are up: their release was lost. Only the core protocol's
  /// buttons: its state has no bits for the thumb's.
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
  /// The button that X numbers so, other than the contact; nil for those that mean nothing.
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
  /// Whether its wheels count: a touch has none.
  fileprivate var scrolls: Bool {
    switch profile.deviceClass {
    case .touch, .pad, .keyboard: false
    default: true
    }
  }
}
