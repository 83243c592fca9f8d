import Geometry
import Ink
import RandomSource
import Testing

@testable import Input

/// Random events from random devices, plugged in and out. Fails if one crashes, draws without a
/// press, or makes a stroke with no end, two ends, another's events, or decreasing times.
@Suite struct RandomEventsTests {
  private enum Step {
    case event(RawPointerEvent)
    case tick(Double), window, proximity(Int, isNear: Bool), remove(Int), update(DeviceDescription), all(
      [DeviceDescription])
  }

  private static let garbage: [Double] = [
    .nan, .infinity, -.infinity, 1e308, -1e308, 4_294_967_295, -1, 0, .leastNonzeroMagnitude,
  ]

  private func value(_ g: inout RandomSource) -> Double {
    switch Int.random(in: 0..<8, using: &g) {
    case 0: Self.garbage.randomElement(using: &g) ?? 0
    case 1: Double.random(in: -1e6...1e6, using: &g)
    case 2...4: Double(Int.random(in: 0..<20, using: &g)) * 15
    default: Double.random(in: -100...70000, using: &g)
    }
  }

  private static let ids = Synthetic.all.map(\.id) + [0, 0, 1, 2, 99, -7, Int.min]

  /// The next step. `id` is the device that acts, mostly the same as before, so that strokes occur.
  private func step(
    _ g: inout RandomSource, _ time: inout UInt32, _ clock: inout Double, _ id: inout Int
  ) -> Step {
    if Int.random(in: 0..<12, using: &g) == 0 { id = Self.ids.randomElement(using: &g) ?? 0 }
    switch Int.random(in: 0..<100, using: &g) {
    case 0: return .window
    case 1: return .proximity(id, isNear: Bool.random(using: &g))
    case 2: return .remove(id)
    case 3...4:
      guard var device = Synthetic.all.randomElement(using: &g) else { return .window }
      if Bool.random(using: &g) { device.id = id }
      if Int.random(in: 0..<4, using: &g) == 0, let axis = device.axes.indices.randomElement(using: &g) {
        device.axes[axis].min = value(&g)
        device.axes[axis].max = value(&g)
        device.axes[axis].value = value(&g)
        device.axes[axis].resolution = [0, -1, 1, 57, 57000, .max, .min].randomElement(using: &g) ?? 0
        device.axes[axis].number = [0, 1, 35, 36, -1, .max, .min].randomElement(using: &g) ?? 0
        if device.axes[axis].scrollIncrement != nil { device.axes[axis].scrollIncrement = value(&g) }
      }
      return .update(device)
    case 5: return .all(Synthetic.all.filter { _ in Int.random(in: 0..<12, using: &g) > 0 })
    case 6...15:
      clock += Double.random(in: 0...0.015, using: &g)
      return .tick(Int.random(in: 0..<30, using: &g) == 0 ? value(&g) : clock)
    default:
      switch Int.random(in: 0..<40, using: &g) {
      case 0: time = UInt32.random(in: 0...UInt32.max, using: &g)
      case 1: time &-= UInt32.random(in: 0...100, using: &g)
      default: time &+= UInt32.random(in: 0...8, using: &g)
      }
      let kind: RawPointerEvent.Kind =
        switch Int.random(in: 0..<20, using: &g) {
        case 0..<12: .motion
        case 12..<15: .buttonPress
        case 15..<18: .buttonRelease
        case 18: .enter
        default: .leave
        }
      var values = Valuators()
      for _ in 0..<Int.random(in: 0...6, using: &g) { values[Int.random(in: -1...40, using: &g)] = value(&g) }
      var position = Point(Double.random(in: -50...2000, using: &g), Double.random(in: -50...2000, using: &g))
      if Int.random(in: 0..<30, using: &g) == 0 { position.x = value(&g) }
      let buttons = [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 0, -1, 31, 32, .max, .min]
      return .event(
        RawPointerEvent(
          kind: kind, source: id, button: buttons.randomElement(using: &g) ?? 1, time: time, position: position,
          buttons: Int.random(in: 0..<4, using: &g) > 0 ? 2 : UInt32(truncatingIfNeeded: g.next()),
          isEmulated: Int.random(in: 0..<8, using: &g) == 0, isFromGrab: Int.random(in: 0..<8, using: &g) == 0,
          valuators: values))
    }
  }

  /// One device with both ends, one whose eraser touches by button 3 or another.
  private static let words = [DeviceKey(name: "HID 256c:006d", product: nil): DeviceOverride(eraserButton: 3)]

  /// Whether a motion may draw without a press: of a new libinput tool whose first press may be
  /// lost, until the end of that stroke.
  private func mayTouchWithoutPress(_ raw: RawPointerEvent, _ decoder: InputDecoder) -> Bool {
    guard let slot = decoder.slots[raw.source] else { return false }
    let device = decoder.devices[slot]
    return device.isUntouched && device.profile.mayLoseFirstPress
      || decoder.tracker.isActive(raw.source) && decoder.tracker.button == 0
  }

  /// Whether a press can begin a stroke.
  private func mayTouch(_ raw: RawPointerEvent, _ decoder: InputDecoder) -> Bool {
    switch decoder.deviceClass(of: raw.source) {
    case .eraser: [1, 2, 3, 8, 9].contains(raw.button)
    case .stylus: [1, 3].contains(raw.button)
    default: raw.button == 1
    }
  }

  /// Whether a press must begin a stroke if there is none: a contact of a pen or mouse at any
  /// position.
  private func mustTouch(_ raw: RawPointerEvent, _ decoder: InputDecoder) -> Bool {
    guard raw.kind == .buttonPress, raw.button == 1, !raw.isEmulated, raw.position.isFinite else { return false }
    return [.stylus, .eraser, .cursor, .mouse].contains(decoder.deviceClass(of: raw.source))
  }

  /// Counts of the states that occurred, which show that the generator reaches them.
  private struct Seen {
    var touches = 0, downs = 0, drags = 0, scrolls = 0, presses = 0, pads = 0, erasures = 0
    var ends: Set<StrokeEnd> = []
  }

  @Test("invariants over random sequences", arguments: 1...60)
  func invariants(seed: UInt64) {
    var g = RandomSource(seed)
    var decoder = InputDecoder(overrides: Self.words)
    var events: [InputEvent] = []
    decoder.setDevices(Synthetic.all, into: &events)
    #expect(events.isEmpty)
    var (time, clock) = (UInt32.random(in: 0...UInt32.max, using: &g), 10.0)
    var seen = Seen()
    var open: (source: Int, time: Double, last: PenSample)?
    var held: Set<String> = []
    // Pad buttons are reported without their pad, and there are several.
    var heldPads: [Int: Int] = [:]
    // The number of strokes each source may still begin: a press that ends a pending stroke makes
    // it two.
    var pressed: [Int: Int] = [:]
    var id = 50

    // The strokes that had to begin since the last end, and those that did.
    var (begun, reported, wasActive) = (0, 0, false)
    for _ in 0..<4000 {
      events.removeAll(keepingCapacity: true)
      var isHovering = false
      switch step(&g, &time, &clock, &id) {
      case .event(let raw):
        let isWithoutPress = mayTouchWithoutPress(raw, decoder)
        if isWithoutPress || raw.kind == .buttonPress && mayTouch(raw, decoder) { pressed[raw.source, default: 0] += 1 }
        isHovering = raw.kind == .motion && raw.buttons == 0 && !isWithoutPress
        let isTouch = !wasActive && mustTouch(raw, decoder)
        decoder.handle(raw, into: &events)
        if isTouch {
          #expect(decoder.isStrokeActive, "a press was lost")
          begun += 1
          seen.touches += 1
        }
      case .tick(let now): decoder.tick(now: now, into: &events)
      case .window: decoder.windowLost(into: &events)
      case .proximity(let id, true): decoder.proximityIn(id, into: &events)
      case .proximity(let id, false): decoder.proximityOut(id, into: &events)
      case .remove(let id): decoder.deviceRemoved(id, into: &events)
      case .update(let device): decoder.updateDevice(device, into: &events)
      case .all(let devices): decoder.setDevices(devices, into: &events)
      }
      for event in events {
        switch event {
        case .touch, .pinch: Issue.record("a finger out of nowhere")
        case .key, .text: Issue.record("a key out of nowhere")
        case .pad(let pad):
          seen.pads += 1
          #expect(pad.position.isFinite)
          switch pad.phase {
          case .press(let button): heldPads[button, default: 0] += 1
          case .release(let button): heldPads[button, default: 0] -= 1
          case .turn(let angle):
            #expect(angle.radians.isFinite && angle != .zero && abs(angle.degrees) <= 4 * 45)
            #expect(open == nil, "the canvas turned under the pen")
          }
        case .scroll(let scroll):
          seen.scrolls += 1
          #expect(scroll.dx.isFinite && scroll.dy.isFinite && scroll.position.isFinite)
          #expect(scroll.dx != 0 || scroll.dy != 0)
        case .pointer(let pointer):
          let s = pointer.sample
          #expect(s.position.isFinite && s.time.isFinite && s.pressure >= 0 && s.pressure <= 1)
          #expect(s.altitude.radians > 0 && s.altitude <= .quarterTurn && abs(s.azimuth.radians) <= .pi)
          #expect(s.roll.map { abs($0.radians) <= .pi } ?? true)
          if let stroke = open {
            #expect(stroke.source == pointer.source, "an event of another device amid a stroke")
            #expect(s.time >= stroke.time, "time went back")
            open?.time = s.time
          }
          let key = "\(pointer.source)"
          switch pointer.phase {
          case .hover, .left: #expect(open == nil)
          case .down:
            #expect(open == nil, "a stroke within a stroke")
            pressed[pointer.source, default: 0] -= 1
            #expect(pressed[pointer.source, default: -1] >= 0, "drawn without a press")
            open = (pointer.source, s.time, s)
            seen.downs += 1
            reported += 1
            if s.tool == .eraser { seen.erasures += 1 }
          case .drag:
            #expect(open != nil && !isHovering, "drawn while hovering")
            #expect(s.tool == open?.last.tool, "another end of the pen amid a stroke")
            open?.last = s
            seen.drags += 1
          case .up(let end):
            #expect(open?.last == s, "the end repeats the last sample, once")
            open = nil
            seen.ends.insert(end)
          case .press(let button):
            #expect(held.insert(key + "\(button)").inserted, "pressed twice")
            seen.presses += 1
          case .release(let button): #expect(held.remove(key + "\(button)") != nil, "released without a press")
          }
        }
      }
      #expect(heldPads.values.allSatisfy { $0 >= 0 }, "a pad's button released twice")
      if !decoder.isStrokeActive {
        #expect(open == nil, "a stroke without an end")
        #expect(reported >= begun, "a stroke was lost")
        (begun, reported) = (0, 0)
        pressed = [:]
      }
      wasActive = decoder.isStrokeActive
    }
    events = []
    decoder.windowLost(into: &events)
    for case .pad(let pad) in events { if case .release(let button) = pad.phase { heldPads[button, default: 0] -= 1 } }
    #expect(heldPads.values.allSatisfy { $0 == 0 }, "a pad's button stays down")
    if open != nil { #expect(events.contains { brief($0).hasPrefix("up.windowLost") }) }
    #expect(seen.touches > 20)
    #expect(seen.downs > 20)
    #expect(seen.drags > 20)
    #expect(seen.scrolls > 5)
    #expect(seen.presses > 10)
    #expect(seen.pads > 10)
    #expect(seen.erasures > 3)
    #expect(seen.ends.count >= 4)
  }

  @Test("early ticks do not change the result", arguments: 1...10)
  func batches(seed: UInt64) {
    var g = RandomSource(seed)
    var (one, many) = (InputDecoder(), InputDecoder())
    var (a, b): ([InputEvent], [InputEvent]) = ([], [])
    one.setDevices(Synthetic.all, into: &a)
    many.setDevices(Synthetic.all, into: &b)
    var (time, clock, id) = (UInt32(1000), 0.0, 50)
    for i in 0..<3000 {
      guard case .event(let raw) = step(&g, &time, &clock, &id) else { continue }
      one.handle(raw, into: &a)
      many.handle(raw, into: &b)
      // The time of `tick` does not change: the deadline is set but never reached.
      if i % 3 == 0 { many.tick(now: 1, into: &b) }
    }
    #expect(a == b)
    #expect(a.count > 100)
  }
}
