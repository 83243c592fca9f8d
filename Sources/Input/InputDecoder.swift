import Geometry
import Ink

/// Turns what an X server tells of pointers into what a person did: the one way from raw events to `InputEvent`s.
///
/// The life:
/// 1. `init`, with the user's word on devices; `setDevices` with all that there are.
/// 2. `handle` for each event, in order. If `knows` denies its source, X is asked and `updateDevice` comes first.
/// 3. `updateDevice` or, where only another device has its turn, `deviceSwitched` on DeviceChanged, `setDevices` or `deviceRemoved` on HierarchyChanged, `proximityIn`, `proximityOut`
///    and `windowLost` when they happen, in order with the events.
/// 4. `tick` once after each batch of events, and again when `deadline` has come.
///
/// The results do not depend on how events fall into batches. Nothing is allocated for an event: the caller's array is
/// reused. Any input is safe, also one that no working server sends.
///
/// The device 0 is always there: it is the core pointer of a server without XI2, a mouse without valuators.
public struct InputDecoder: Sendable {
  /// What the user says of devices; counts from the next `setDevices` or `updateDevice` on.
  public var overrides: [DeviceKey: DeviceOverride]

  /// The core pointer first, then the others in no order.
  var devices: [DeviceDecoder]
  /// Places in `devices` by id.
  var slots: DeviceSlots
  /// Whether it has been told of all devices once, so that others are new.
  var knowsDevices = false
  var clock = EventClock()
  var tracker = PointerTracker()
  /// Fingers; settings of theirs are here.
  public var touches = TouchTracker()
  var penPresence = PenPresence()
  /// The touch screen whose finger presses something; nil while none does.
  var pressingTouch: Int?
  /// The last step of the pinch in progress, and the device that it is made on.
  var pinch: (source: Int, event: PinchEvent)?

  /// A decoder that knows the core pointer only.
  public init(overrides: [DeviceKey: DeviceOverride] = [:]) {
    self.overrides = overrides
    let core = DeviceDescription(id: 0, name: "core pointer", use: .masterPointer)
    devices = [DeviceDecoder(core, DeviceProfile(core, nil))]
    slots = DeviceSlots()
    slots[0] = 0
  }

  /// Whether events of this source can be decoded. Those of unknown sources are dropped, since they may be a pad's.
  public func knows(_ source: Int) -> Bool { slots[source] != nil }

  /// What the device is, nil for an unknown source.
  public func deviceClass(of source: Int) -> DeviceClass? { slots[source].map { devices[$0].profile.deviceClass } }

  /// All devices as they were described, in no order; without the core pointer where there are others.
  public var descriptions: [DeviceDescription] {
    let all = devices.map(\.description)
    return all.count > 1 ? all.filter { $0.id != 0 } : all
  }

  /// Whether a stroke is begun or about to begin.
  public var isStrokeActive: Bool { tracker.isActive }

  /// When `tick` is wanted, in seconds of the clock that it is given; nil where nothing waits.
  public var deadline: Double? { tracker.deadline }

  /// Says that all events so far were handled and that it is `now`, in seconds of any clock that does not go back:
  /// a press after which nothing comes for 20 ms becomes a dot.
  public mutating func tick(now: Double, into events: inout [InputEvent]) {
    tracker.tick(now: now, into: &events)
  }

  /// Decodes one event and appends what it means.
  public mutating func handle(_ raw: RawPointerEvent, into events: inout [InputEvent]) {
    let time = clock.milliseconds(raw.time)
    switch raw.kind {
    case .enter: entered(raw, at: time, into: &events)
    case .leave: left(raw, into: &events)
    case .motion, .buttonPress, .buttonRelease:
      guard let slot = slots[raw.source] else { return }
      devices[slot].absorbPlace(raw)
      arbitrate(raw, slot, at: time, into: &events)
      switch raw.kind {
      case .motion: moved(raw, slot, at: time, into: &events)
      case .buttonPress: pressed(raw, slot, at: time, into: &events)
      default: released(raw, slot, at: time, into: &events)
      }
    }
  }

  /// The window lost the pointer otherwise than by an event: hidden, unmapped, or the program closes. A stroke is
  /// ended and kept.
  public mutating func windowLost(into events: inout [InputEvent]) {
    endTouches(by: .windowLost, into: &events)
    endPinch(into: &events)
    tracker.end(.windowLost, into: &events)
    for slot in devices.indices { withdraw(slot, into: &events) }
  }

  /// The pen left the reach of its tablet. Unknown sources are ignored.
  /// - Parameter time: the server's, ms, wrapping; 0 for that of the newest event.
  public mutating func proximityOut(_ source: Int, at time: UInt32 = 0, into events: inout [InputEvent]) {
    guard let slot = slots[source] else { return }
    if devices[slot].profile.deviceClass.isPen { penPresence.went(source, at: clock.milliseconds(time)) }
    if tracker.isActive(source) { tracker.end(.proximityLost, into: &events) }
    withdraw(slot, into: &events)
  }
}
