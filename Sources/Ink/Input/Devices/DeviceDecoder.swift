import Geometry
import Ink

/// The state of one device: its axes and their last values, since an event carries only changed
/// values.
///
/// 1. Made from a description; the axes start with the described values.
/// 2. `absorb` takes the values of each event, `sample` returns the current sample.
/// 3. `renew` takes a new description of the same device.
/// 4. Dropped with the device. Another device with the same number gets a new decoder.
struct DeviceDecoder {
  /// A motion's position, its time (unwrapped ms) and whether it carried pressure.
  typealias Motion = (position: Point, time: Int64, hasPressure: Bool)

  private(set) var description: DeviceDescription
  private(set) var profile: DeviceProfile
  private(set) var axes: AxisTable
  /// Wheels, and the last values of their axes.
  var scroll: ScrollDecoder
  var finder: PlaceFinder
  /// Position of its newest event, window px.
  private(set) var place = Point.zero
  var pad: PadDecoder
  /// The tool of the stroke in progress; nil between strokes.
  var strokeTool: Tool?
  var spread = BurstSpread()
  /// Its last motion; nil after the pointer was elsewhere.
  var lastMotion: Motion?
  /// When it left the tablet's reach after that motion (unwrapped ms); nil if it did not.
  var outTime: Int64?
  /// The last reported sample; nil after `left` was reported.
  var shown: PenSample?
  /// Pressed buttons without a reported release, by bit `PointerButton.rawValue`.
  var held: UInt8 = 0

  /// Whether it was added after the first list of devices and has not touched yet.
  var isUntouched = false
  /// The sample with the first pressure while untouched.
  var lostPress: PenSample?
  /// The pressure in its first description. X keeps it for a device that was only switched off and
  /// on.
  private(set) var firstPressure = 0.0
  /// Whether `lostPress` has that old pressure.
  var isStale = false

  /// Whether there was pressure since its contact went down.
  var hasPressed = false
  /// Whether its stroke ended by a pressure of 0, without a press or release since.
  var isLiftedByPressure = false

  /// The last values of the axes: measured pressure, tilts, and the attitude computed from them.
  private(set) var pressure = 0.0
  private(set) var tiltX = Angle.zero
  private(set) var tiltY = Angle.zero
  private(set) var attitude = Attitude()
  private(set) var roll: Angle?

  init(_ description: DeviceDescription, _ profile: DeviceProfile) {
    self.description = description
    self.profile = profile
    axes = AxisTable(description, as: profile.deviceClass, pressThreshold: profile.pressThreshold)
    scroll = ScrollDecoder(axes, style: profile.scrollStyle)
    finder = PlaceFinder(axes.place)
    pad = PadDecoder(axes.padAxes)
    seed()
    firstPressure = pressure
  }

  /// The tool it draws with; nil if it does not draw.
  var tool: Tool? { profile.deviceClass.tool }

  var isPressed: Bool { axes.pressure != nil && pressure > 0 }

  /// Whether `other` may describe the same device.
  func isSame(as other: DeviceDescription, _ otherProfile: DeviceProfile) -> Bool {
    description.id == other.id && description.name == other.name && description.vendor == other.vendor
      && description.product == other.product && profile.differsInCurveOnly(from: otherProfile)
  }

  /// Takes a new description of the same device.
  ///
  /// The scroll base is forgotten. The described values are used for the axes, except during a
  /// stroke: X's answer is newer than the events that are still queued.
  mutating func renew(_ description: DeviceDescription, _ profile: DeviceProfile, isDrawing: Bool) {
    (self.description, self.profile) = (description, profile)
    axes = AxisTable(description, as: profile.deviceClass, pressThreshold: profile.pressThreshold)
    scroll = ScrollDecoder(axes, style: profile.scrollStyle)
    if axes.place != finder.axes { finder = PlaceFinder(axes.place) }
    let held = pad.held
    pad = PadDecoder(axes.padAxes)
    pad.held = held
    if !isDrawing { seed() }
  }

  mutating func absorbPlace(_ raw: borrowing RawPointerEvent) { place = finder.place(raw) }

  /// Whether an event's pressure means that the tip is up, although its release is late or lost.
  func isUp(_ valuators: borrowing Valuators) -> Bool {
    guard hasPressed, profile.liftsWithoutPressure, let axis = axes.pressure, let raw = valuators[axis.number] else {
      return false
    }
    return axis.isNone(raw)
  }

  /// Whether an event that was absorbed carried the pressure that the device has.
  func carriesPressure(_ valuators: borrowing Valuators) -> Bool {
    guard isPressed, let axis = axes.pressure else { return false }
    return valuators[axis.number] != nil
  }

  /// Whether an event carries its whole position.
  func carriesPlace(_ valuators: borrowing Valuators) -> Bool {
    guard let place = axes.place, valuators[place.x] != nil else { return false }
    return valuators[place.y] != nil
  }

  /// The last motion that counts for a press: not if the device left the tablet's reach before it.
  func lastMotion(beforePressAt time: Int64) -> Motion? {
    if let outTime, time > outTime { return nil }
    return lastMotion
  }

  /// Takes an event's values; garbage keeps the last good value.
  mutating func absorb(_ valuators: borrowing Valuators) {
    if let axis = axes.pressure, let raw = valuators[axis.number], let value = axis.pressure(of: raw) {
      pressure = value
    }
    var isTilted = false
    if let axis = axes.tiltX, let raw = valuators[axis.number], let value = axis.tilt(of: raw) {
      tiltX = value
      isTilted = true
    }
    if let axis = axes.tiltY, let raw = valuators[axis.number], let value = axis.tilt(of: raw) {
      tiltY = value
      isTilted = true
    }
    if isTilted { attitude.update(tiltX: tiltX, tiltY: tiltY) }
    // wacom and Xwayland have this axis for every pen; pens without rotation never change it.
    if let axis = axes.rotation, let raw = valuators[axis.number], roll != nil || !axis.isRest(raw),
      let value = axis.rotation(of: raw)
    {
      roll = value
    }
  }

  /// Returns the current sample. A device without pressure has 0.5 while it touches.
  func sample(at position: Point, time: Double, isTouching: Bool) -> PenSample {
    PenSample(
      position: position, time: time,
      pressure: axes.pressure != nil ? adjustedPressure(isTouching) : isTouching ? 0.5 : 0,
      altitude: attitude.altitude, azimuth: attitude.azimuth, roll: roll,
      tool: (isTouching ? strokeTool : nil) ?? tool ?? .mouse)
  }

  /// The pressure of a sample: after the user's curve while touching, otherwise as measured.
  private func adjustedPressure(_ isTouching: Bool) -> Double {
    guard isTouching, let response = profile.pressureResponse else { return pressure }
    return response(pressure)
  }

  /// The tool that a press of this X button draws with; nil if it is not a contact.
  ///
  /// If a driver maps the eraser's contact to another button, that end has no button 1, and its
  /// press comes with pressure. A side button pressed while the eraser hovers comes without.
  func contactTool(of button: Int) -> Tool? {
    guard let tool else { return nil }
    if button == profile.contactButton { return tool }
    if button == profile.eraserButton { return .eraser }
    let isMapped =
      profile.deviceClass == .eraser && !profile.isContactGiven && axes.pressure != nil && pressure > 0
      && PointerButton(number: button) != nil
    return isMapped ? tool : nil
  }

  private mutating func seed() {
    pressure = 0
    tiltX = .zero
    tiltY = .zero
    attitude = Attitude()
    roll = nil
    var values = Valuators()
    for axis in description.axes { values[axis.number] = axis.value }
    absorb(values)
  }
}
