import Geometry
import Ink

/// A step of a pointer with its pressure before and after the device's curve.
public struct PenMark: Sendable, Hashable {
  /// What happened.
  public enum Phase: Sendable, Hashable {
    /// Moved without touching.
    case hover
    /// Touched.
    case down
    /// Moved while touching.
    case drag
    /// Lifted; it adds no point.
    case up
  }

  /// What happened.
  public var phase: Phase
  /// Position, window px.
  public var place: Point
  /// Time, seconds of the server's clock.
  public var time: Double
  /// The pressure before the device's curve, 0...1.
  public var measured: Double
  /// The pressure after the device's curve, 0...1.
  public var adjusted: Double

  /// A mark by its parts.
  public init(_ phase: Phase, _ place: Point, time: Double, measured: Double, adjusted: Double) {
    (self.phase, self.place, self.time, self.measured, self.adjusted) = (phase, place, time, measured, adjusted)
  }
}

/// What the pen doctor shows of the tested pen.
public struct PenReadings: Sendable, Hashable {
  /// The device; nil if no device points.
  public var device: DeviceReadings?
  /// Its marks since the previous readings.
  public var marks: [PenMark]
  /// The number of marks before these.
  public var marksBefore: Int
  /// The median time of the last stroke's frames from event to screen, s; nil before the first
  /// stroke.
  public var presentTime: Double?

  /// Readings by their parts.
  public init(device: DeviceReadings? = nil, marks: [PenMark] = [], marksBefore: Int = 0, presentTime: Double? = nil) {
    (self.device, self.marks, self.marksBefore) = (device, marks, marksBefore)
    self.presentTime = presentTime
  }
}

/// Watches all devices while the pen doctor is open, and chooses the one to show: the device last
/// used in the test field, whatever its class; before that, a pen.
///
/// 1. Made when the page is opened, with all devices.
/// 2. `take` for each event, first the raw one, then the decoded one.
/// 3. `readings` once for each iteration of the event loop.
public struct PenObserver: Sendable {
  private var monitors: [Int: DeviceMonitor] = [:]
  /// The device that is shown.
  public private(set) var source: Int?
  private var isTried = false
  /// Whether only a press in the field, not a motion, changes the shown device: while strokes of
  /// that device are collected.
  public var isHeld = false
  private var marks: [PenMark] = []
  private var markCount = 0
  private var hasNews = true
  private var latest = PenReadings()

  /// An observer of these devices.
  public init(_ devices: [DeviceDescription], overrides: [DeviceKey: DeviceOverride]) {
    setDevices(devices, overrides: overrides)
  }

  /// Takes the list of all devices, when it or an override has changed.
  public mutating func setDevices(_ devices: [DeviceDescription], overrides: [DeviceKey: DeviceOverride]) {
    let pointing = devices.filter { $0.isEnabled && $0.use != .masterKeyboard && $0.use != .slaveKeyboard }
    let ids = Set(pointing.map(\.id))
    for id in Array(monitors.keys) where !ids.contains(id) { monitors[id] = nil }
    for device in pointing {
      let override = overrides.override(for: device)
      if monitors[device.id]?.update(device, override) == nil { monitors[device.id] = DeviceMonitor(device, override) }
    }
    if let source, monitors[source] == nil { (self.source, isTried) = (nil, false) }
    if source == nil { source = firstChoice(pointing) }
    hasNews = true
  }

  /// Prefers a pen, then a device with pressure, then the first.
  private func firstChoice(_ devices: [DeviceDescription]) -> Int? {
    let slaves = devices.filter { $0.use == .slavePointer || $0.use == .floatingSlave }
    let pens = slaves.filter { monitors[$0.id]?.deviceClass.isPen ?? false }
    let near = pens.first { $0.isToolNear == true }
    return (near ?? pens.first ?? slaves.first { $0.hasPressure } ?? slaves.first)?.id
  }

  /// Takes a raw event. `isInField` states whether it was in the test field.
  public mutating func take(_ raw: RawPointerEvent, isInField: Bool) {
    switch raw.kind {
    case .motion:
      monitors[raw.source]?.moved(raw.valuators, at: raw.time, isReport: !raw.isEmulated)
    case .buttonPress, .buttonRelease:
      monitors[raw.source]?.turned(button: raw.button, isPressed: raw.kind == .buttonPress, raw.valuators)
    case .enter, .leave: return
    }
    if isInField, tries(raw) { (source, isTried) = (raw.source, true) }
    // Until a device was tested, any moving pen is shown.
    if !isTried, !isHeld, monitors[raw.source]?.deviceClass.isPen ?? false { source = raw.source }
    if raw.source == source { hasNews = true }
  }

  /// Whether an event in the field selects its device. A pad has no position of its own: its events
  /// have the pointer's.
  private func tries(_ raw: RawPointerEvent) -> Bool {
    guard !raw.isEmulated, let monitor = monitors[raw.source], monitor.deviceClass != .pad else { return false }
    return !isHeld || raw.source == source || (raw.kind == .buttonPress && !(4...7).contains(raw.button))
  }

  /// Takes a decoded event.
  public mutating func take(_ event: PointerEvent) {
    guard event.source == source else { return }
    let phase: PenMark.Phase
    switch event.phase {
    case .hover: phase = .hover
    case .down: phase = .down
    case .drag: phase = .drag
    case .up: phase = .up
    case .press, .release, .left: return
    }
    let sample = event.sample
    let measured = monitors[event.source]?.measured ?? sample.pressure
    marks.append(
      PenMark(phase, sample.position, time: sample.time, measured: measured, adjusted: sample.pressure))
    hasNews = true
  }

  /// A tool came near to the device or left it.
  public mutating func proximity(_ source: Int, isNear: Bool) {
    monitors[source]?.proximity(isNear: isNear)
    if source == self.source { hasNews = true }
  }

  /// The current readings; the same value until something changes.
  public mutating func readings(presentTime: Double?) -> PenReadings {
    guard hasNews || presentTime != latest.presentTime else { return latest }
    latest = PenReadings(
      device: source.flatMap { monitors[$0]?.readings }, marks: marks, marksBefore: markCount, presentTime: presentTime)
    markCount += marks.count
    marks.removeAll(keepingCapacity: true)
    hasNews = false
    return latest
  }
}
