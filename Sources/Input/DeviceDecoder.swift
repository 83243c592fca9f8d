import Geometry
import Ink

/// One device: what its axes mean, and what they said last, since an event carries only what changed.
///
/// The life: 1. made from a description, the axes seeded with the values that they had when X was asked; 2. `absorb`
/// takes the values of each event, `sample` says how the tool is held; 3. `renew` when X describes the device anew;
/// 4. dropped with the device. A number that X gives to another device gets a new decoder.
struct DeviceDecoder {
  private(set) var description: DeviceDescription
  private(set) var profile: DeviceProfile
  private(set) var axes: AxisTable
  /// Wheels; they know the axes' base.
  var scroll: ScrollDecoder
  /// Its place on the screen.
  var finder: PlaceFinder
  /// Where its newest event was, window px.
  private(set) var place = Point.zero
  /// Rings, strips and buttons of a pad.
  var pad: PadDecoder
  /// What its contact draws with during a stroke; nil between strokes.
  var strokeTool: Tool?
  /// Times of its reports.
  var spread = BurstSpread()
  /// Where and when (unwrapped ms) its last motion was, nil since it was out of reach or the pointer elsewhere.
  var lastMotion: (position: Point, time: Int64)?
  /// The sample that was told last, nil when the pointer has left since: so that `left` is said once.
  var shown: PenSample?
  /// The buttons of which a press was told but no release, by bit `PointerButton.rawValue`.
  var held: UInt8 = 0

  /// Whether it came after us and has touched nothing yet.
  var isUntouched = false
  /// Where it was, while untouched, when there first was pressure.
  var untold: PenSample?
  /// The pressure that X had of it when it came: what it still had, where it was only switched off and on.
  private(set) var firstPressure = 0.0
  /// Whether `untold` has just that.
  var isStale = false

  /// Whether there was pressure since its contact went down.
  var hasPressed = false
  /// Whether its stroke ended by a pressure of 0, and neither press nor release were told since.
  var isLiftedByPressure = false

  /// What the axes said last: the pressure as measured, the tilts, and how the tool is held by them.
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

  /// What it draws with, nil for what does not draw.
  var tool: Tool? { profile.deviceClass.tool }

  /// Whether it measures pressure, and some.
  var isPressed: Bool { axes.pressure != nil && pressure > 0 }

  /// Whether it can be the same device that `other` describes.
  func isSame(as other: DeviceDescription, _ otherProfile: DeviceProfile) -> Bool {
    description.id == other.id && description.name == other.name && description.vendor == other.vendor
      && description.product == other.product && profile.differsInCurveOnly(from: otherProfile)
  }

  /// Takes a new description of the same device.
  ///
  /// The scroll base is forgotten. The new values seed the axes, except amid a stroke: what X answers is newer than the
  /// events that are still on their way.
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

  /// Takes the place of an event.
  mutating func absorbPlace(_ raw: borrowing RawPointerEvent) { place = finder.place(raw) }

  /// Whether the tip is up by an event's pressure, though its release is still to come, or was lost.
  func isUp(_ valuators: borrowing Valuators) -> Bool {
    guard hasPressed, profile.liftsWithoutPressure, let axis = axes.pressure, let raw = valuators[axis.number] else {
      return false
    }
    return axis.isNone(raw)
  }

  /// Takes the values that an event carries; garbage leaves the last good value.
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
    // The wacom driver and Xwayland have this axis for every pen; those that do not measure it rest for ever.
    if let axis = axes.rotation, let raw = valuators[axis.number], roll != nil || !axis.isRest(raw),
      let value = axis.rotation(of: raw)
    {
      roll = value
    }
  }

  /// How the tool is held now. A device without pressure presses with 0.5 while it touches.
  func sample(at position: Point, time: Double, isTouching: Bool) -> PenSample {
    PenSample(
      position: position, time: time, pressure: axes.pressure != nil ? felt(isTouching) : isTouching ? 0.5 : 0,
      altitude: attitude.altitude, azimuth: attitude.azimuth, roll: roll,
      tool: (isTouching ? strokeTool : nil) ?? tool ?? .mouse)
  }

  /// The pressure that counts: what presses through the user's curve, what hovers as it is.
  private func felt(_ isTouching: Bool) -> Double {
    guard isTouching, let response = profile.pressureResponse else { return pressure }
    return response(pressure)
  }

  /// What a press of this X button draws with; nil where it is no contact.
  ///
  /// Where a driver has mapped the eraser's touch to another button, that end has no button 1, and its press comes with
  /// pressure; a side button that is pressed while the eraser hovers comes without.
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
