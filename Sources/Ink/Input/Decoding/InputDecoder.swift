import Geometry
import Ink

/// Decodes an X server's events into `InputEvent`s.
///
/// 1. `init` with the user's overrides; `setDevices` with all devices.
/// 2. `handle` for each event, in order. If `knows` returns false for its source, query X and call
///    `updateDevice` first.
/// 3. `updateDevice` or `deviceSwitched` on DeviceChanged, `setDevices` or `deviceRemoved` on
///    HierarchyChanged, `proximityIn`, `proximityOut` and `windowLost` when they happen, in order
///    with the events.
/// 4. `tick` once after each batch of events, and again at `deadline`.
///
/// Results do not depend on how events fall into batches. Nothing is allocated for an event: the
/// caller's array is reused. Any sequence of calls and values is safe.
///
/// Device 0 always exists: it is the core pointer of a server without XI2, a mouse without
/// valuators.
public struct InputDecoder: Sendable {
  /// The user's overrides; used from the next `setDevices` or `updateDevice` on.
  public var overrides: [DeviceKey: DeviceOverride]

  /// The core pointer first, then the others in any order.
  var devices: [DeviceDecoder]
  var slots: DeviceSlots
  /// Whether the first list of devices has been set, so that others are new.
  var knowsDevices = false
  var clock = EventClock()
  var tracker = PointerTracker()
  /// The state and settings of touches.
  public var touches = TouchTracker()
  var penPresence = PenPresence()
  var lostButtons = LostButtons()
  /// The touch screen whose finger is a pointer; nil if none is.
  var pressingTouch: Int?
  /// The last step of the pinch in progress, and its device.
  var pinch: (source: Int, event: PinchEvent)?

  /// A decoder that knows the core pointer only.
  public init(overrides: [DeviceKey: DeviceOverride] = [:]) {
    self.overrides = overrides
    let core = DeviceDescription(id: 0, name: "core pointer", use: .masterPointer)
    devices = [DeviceDecoder(core, DeviceProfile(core, nil))]
    slots = DeviceSlots()
    slots[0] = 0
  }

  /// Whether events of this source can be decoded. Those of unknown sources are dropped, since they
  /// may be a pad's.
  public func knows(_ source: Int) -> Bool { slots[source] != nil }

  /// The class of a device; nil for an unknown source.
  public func deviceClass(of source: Int) -> DeviceClass? { slots[source].map { devices[$0].profile.deviceClass } }

  /// The descriptions of all devices, in any order; without the core pointer if there are others.
  public var descriptions: [DeviceDescription] {
    let all = devices.map(\.description)
    return all.count > 1 ? all.filter { $0.id != 0 } : all
  }

  /// Whether a stroke is in progress or a press is pending.
  public var isStrokeActive: Bool { tracker.isActive }

  /// When `tick` is needed, in seconds of its clock; nil if nothing is pending.
  public var deadline: Double? { tracker.deadline }

  /// States that all events so far were handled and that it is `now`, in seconds of any monotonic
  /// clock. A press that no motion followed for 20 ms becomes a dot.
  public mutating func tick(now: Double, into events: inout [InputEvent]) {
    tracker.tick(now: now, into: &events)
  }

  /// Decodes one event and appends the results.
  public mutating func handle(_ raw: RawPointerEvent, into events: inout [InputEvent]) {
    let time = clock.milliseconds(raw.time)
    switch raw.kind {
    case .enter: entered(raw, at: time, into: &events)
    case .leave: left(raw, into: &events)
    case .motion, .buttonPress, .buttonRelease:
      guard let slot = slots[raw.source] else { return }
      guard lostButtons.isIdle else {
        var corrected = raw
        recover(&corrected, slot, into: &events)
        return handle(corrected, slot, at: time, into: &events)
      }
      handle(raw, slot, at: time, into: &events)
    }
  }

  /// Decodes a motion, press or release of a known device.
  private mutating func handle(
    _ raw: RawPointerEvent, _ slot: Int, at time: Int64, into events: inout [InputEvent]
  ) {
    devices[slot].absorbPlace(raw)
    arbitrate(raw, slot, at: time, into: &events)
    switch raw.kind {
    case .motion: moved(raw, slot, at: time, into: &events)
    case .buttonPress: pressed(raw, slot, at: time, into: &events)
    default: released(raw, slot, at: time, into: &events)
    }
  }

  /// Takes a button's raw event, in order with all others. Returns nothing itself: it is used only if
  /// the ordinary event of the same press or release does not come.
  public mutating func handle(_ raw: RawButtonEvent) {
    guard !raw.isEmulated, !(4...7).contains(raw.button), let slot = slots[raw.source], devices[slot].tool != nil
    else { return }
    lostButtons.append(raw)
  }

  /// Decodes the presses and releases before an event that the server has dropped, and corrects the
  /// event's held buttons.
  private mutating func recover(_ raw: inout RawPointerEvent, _ slot: Int, into events: inout [InputEvent]) {
    while let lost = lostButtons.next(before: raw, heldElsewhere: isBlocked(raw.source) ? tracker.button : nil) {
      var event = raw
      event.kind = lost.isPress ? .buttonPress : .buttonRelease
      (event.button, event.time, event.valuators) = (lost.button, lost.time, lost.valuators)
      lostButtons.correct(&event)
      handle(event, slot, at: clock.milliseconds(lost.time), into: &events)
    }
    if raw.kind == .motion { lostButtons.correct(&raw) }
  }

  /// The window lost the pointer without an event: hidden, unmapped, or closing. A stroke ends and
  /// is kept.
  public mutating func windowLost(into events: inout [InputEvent]) {
    endTouches(by: .windowLost, into: &events)
    endPinch(into: &events)
    lostButtons.reset()
    tracker.end(.windowLost, into: &events)
    for slot in devices.indices { withdraw(slot, into: &events) }
  }

  /// The pen left the reach of its tablet. Unknown sources are ignored.
  /// - Parameter time: the server's, ms, wrapping; 0 for that of the newest event.
  public mutating func proximityOut(_ source: Int, at time: UInt32 = 0, into events: inout [InputEvent]) {
    guard let slot = slots[source] else { return }
    let out = clock.milliseconds(time)
    if devices[slot].profile.deviceClass.isPen { penPresence.went(source, at: out) }
    if tracker.isActive(source) { tracker.end(.proximityLost, into: &events) }
    // A press that a window manager held comes after this, although it is older.
    let last = devices[slot].lastMotion
    withdraw(slot, into: &events)
    (devices[slot].lastMotion, devices[slot].outTime) = (last, out)
  }
}
