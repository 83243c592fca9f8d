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
    /// Lifted, wherever that was; it adds no point.
    case up
  }

  /// What happened.
  public var phase: Phase
  /// Where, window px.
  public var place: Point
  /// When, seconds of the server's clock.
  public var time: Double
  /// The pressure as measured, 0...1.
  public var measured: Double
  /// The pressure as it counts, 0...1.
  public var felt: Double

  /// A mark by its parts.
  public init(_ phase: Phase, _ place: Point, time: Double, measured: Double, felt: Double) {
    (self.phase, self.place, self.time, self.measured, self.felt) = (phase, place, time, measured, felt)
  }
}

/// What the pen doctor shows of the pen that is tried.
public struct PenReadings: Sendable, Hashable {
  /// The device; nil where there is none that points.
  public var device: DeviceReadings?
  /// What it did since the readings before these.
  public var marks: [PenMark]
  /// How many marks there were before these.
  public var marksBefore: Int
  /// The median time of the last stroke's frames from event to screen, s; nil before the first stroke.
  public var presentTime: Double?

  /// Readings by their parts.
  public init(device: DeviceReadings? = nil, marks: [PenMark] = [], marksBefore: Int = 0, presentTime: Double? = nil) {
    (self.device, self.marks, self.marksBefore) = (device, marks, marksBefore)
    self.presentTime = presentTime
  }
}

/// Watches all devices for as long as somebody looks, and chooses whose readings are shown: those of the device that was
/// used last in the field that is for trying pens, whatever it is taken for; before that a pen's.
///
/// Its life: made when the page is opened, with the devices that there are; `take` for each event, first the raw one, then
/// what it was decoded to; `readings` once for each turn of the event loop; dropped when the page is closed.
public struct PenObserver: Sendable {
  private var monitors: [Int: DeviceMonitor] = [:]
  /// Whose readings are shown.
  public private(set) var source: Int?
  private var isTried = false
  /// Whether only a device that presses in the field takes the place of the one that is shown, not one that moves there: while
  /// strokes are collected from that one.
  public var isHeld = false
  private var marks: [PenMark] = []
  private var markCount = 0
  private var hasNews = true
  private var latest = PenReadings()

  /// An observer of these devices.
  public init(_ devices: [DeviceDescription], overrides: [DeviceKey: DeviceOverride]) {
    setDevices(devices, overrides: overrides)
  }

  /// Takes the list of all devices, when it or the user's word on one has changed.
  public mutating func setDevices(_ devices: [DeviceDescription], overrides: [DeviceKey: DeviceOverride]) {
    let pointing = devices.filter { $0.isEnabled && $0.use != .masterKeyboard && $0.use != .slaveKeyboard }
    let ids = Set(pointing.map(\.id))
    for id in Array(monitors.keys) where !ids.contains(id) { monitors[id] = nil }
    for device in pointing {
      let word = overrides.word(on: device)
      if monitors[device.id]?.update(device, word) == nil { monitors[device.id] = DeviceMonitor(device, word) }
    }
    if let source, monitors[source] == nil { (self.source, isTried) = (nil, false) }
    if source == nil { source = firstChoice(pointing) }
    hasNews = true
  }

  /// A pen before anything else, then what measures pressure, then what comes first.
  private func firstChoice(_ devices: [DeviceDescription]) -> Int? {
    let slaves = devices.filter { $0.use == .slavePointer || $0.use == .floatingSlave }
    let pens = slaves.filter { monitors[$0.id]?.deviceClass.isPen ?? false }
    let near = pens.first { $0.isToolNear == true }
    return (near ?? pens.first ?? slaves.first { $0.hasPressure } ?? slaves.first)?.id
  }

  /// Takes an event as it came. `isInField` says whether it was in the field for trying.
  public mutating func take(_ raw: RawPointerEvent, isInField: Bool) {
    switch raw.kind {
    case .motion:
      monitors[raw.source]?.moved(raw.valuators, at: raw.time, isReport: !raw.isEmulated)
    case .buttonPress, .buttonRelease:
      monitors[raw.source]?.turned(button: raw.button, isPressed: raw.kind == .buttonPress, raw.valuators)
    case .enter, .leave: return
    }
    if isInField, tries(raw) { (source, isTried) = (raw.source, true) }
    // Before any was tried, the pen that moves is meant, wherever it does.
    if !isTried, !isHeld, monitors[raw.source]?.deviceClass.isPen ?? false { source = raw.source }
    if raw.source == source { hasNews = true }
  }

  /// Whether an event in the field makes its device the one that is tried. A pad has no place of its own: what it tells comes
  /// wherever the pointer happens to be.
  private func tries(_ raw: RawPointerEvent) -> Bool {
    guard !raw.isEmulated, let monitor = monitors[raw.source], monitor.deviceClass != .pad else { return false }
    return !isHeld || raw.source == source || (raw.kind == .buttonPress && !(4...7).contains(raw.button))
  }

  /// Takes what an event was decoded to.
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
      PenMark(phase, sample.position, time: sample.time, measured: measured, felt: sample.pressure))
    hasNews = true
  }

  /// A tool came near to the device or left it.
  public mutating func proximity(_ source: Int, isNear: Bool) {
    monitors[source]?.proximity(isNear: isNear)
    if source == self.source { hasNews = true }
  }

  /// What there is to show, the same until there is news.
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
