import Geometry

/// Events of a tablet's pad. Times are unwrapped ms.
extension InputDecoder {
  /// Takes values of a pad's rings and strips. Its positions are meaningless.
  mutating func turned(_ raw: RawPointerEvent, _ slot: Int, at time: Int64, into events: inout [InputEvent]) {
    let angle = devices[slot].pad.turn(raw.valuators, at: time)
    guard !raw.isEmulated, angle != .zero else { return }
    report(.turn(angle), raw, slot, into: &events)
  }

  mutating func padPressed(_ raw: RawPointerEvent, _ slot: Int, into events: inout [InputEvent]) {
    if raw.isEmulated { return }
    if let number = PadEvent.number(ofButton: raw.button) {
      if devices[slot].pad.held & (1 << UInt32(number)) != 0 { report(.release(number), raw, slot, into: &events) }
      devices[slot].pad.held |= 1 << UInt32(number)
      report(.press(number), raw, slot, into: &events)
    } else if (4...5).contains(raw.button), !devices[slot].pad.hasWheel {
      // The wacom driver sends a wheel's button beside each value of a ring; the values are more
      // precise.
      report(.turn(raw.button == 4 ? -PadDecoder.notch : PadDecoder.notch), raw, slot, into: &events)
    }
  }

  mutating func padReleased(_ raw: RawPointerEvent, _ slot: Int, into events: inout [InputEvent]) {
    guard let number = PadEvent.number(ofButton: raw.button), devices[slot].pad.held & (1 << UInt32(number)) != 0
    else { return }
    devices[slot].pad.held &= ~(1 << UInt32(number))
    report(.release(number), raw, slot, into: &events)
  }

  /// Releases a pad's buttons when the pad or the window is gone, and forgets finger positions.
  mutating func releasePad(_ slot: Int, into events: inout [InputEvent]) {
    devices[slot].pad.forget()
    for number in 1...PadEvent.mostButtons where devices[slot].pad.held & (1 << UInt32(number)) != 0 {
      events.append(.pad(PadEvent(.release(number), hasRing: devices[slot].pad.hasWheel)))
    }
    devices[slot].pad.held = 0
  }

  private mutating func report(
    _ phase: PadEvent.Phase, _ raw: RawPointerEvent, _ slot: Int, into events: inout [InputEvent]
  ) {
    // A turn would move the canvas below a stroke.
    if case .turn = phase, tracker.isActive { return }
    events.append(
      .pad(
        PadEvent(
          phase, hasRing: devices[slot].pad.hasWheel, position: position(devices[slot].place, slot) ?? .zero,
          modifiers: raw.modifiers))
    )
  }
}
