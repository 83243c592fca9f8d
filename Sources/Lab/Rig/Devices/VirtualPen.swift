import Glibc

/// Where a pen is, how hard it is pressed and how it leans.
public struct PenPoint: Sendable, Hashable {
  /// Screen px from the left edge; 0.5 is the middle of the first pixel.
  public var x: Double
  /// Screen px from the upper edge.
  public var y: Double
  /// 0 (none) ... 1 (the pen's most).
  public var pressure: Double
  /// Degrees by which its top leans to the right; only a `KernelPen` tells.
  public var tiltX = 0.0
  /// Degrees by which its top leans down the screen.
  public var tiltY = 0.0

  /// A point by its parts.
  public init(x: Double, y: Double, pressure: Double = 0.5, tiltX: Double = 0, tiltY: Double = 0) {
    self.x = x
    self.y = y
    self.pressure = pressure
    self.tiltX = tiltX
    self.tiltY = tiltY
  }

  /// `count` + 1 points from one to another, evenly spaced in place, pressure and tilt.
  public static func line(from start: PenPoint, to end: PenPoint, count: Int) -> [PenPoint] {
    precondition(count > 0, "a line has at least one step")
    return (0...count).map { index in
      let t = Double(index) / Double(count)
      return PenPoint(
        x: start.x + (end.x - start.x) * t, y: start.y + (end.y - start.y) * t,
        pressure: start.pressure + (end.pressure - start.pressure) * t,
        tiltX: start.tiltX + (end.tiltX - start.tiltX) * t, tiltY: start.tiltY + (end.tiltY - start.tiltY) * t)
    }
  }

  /// `count` + 1 points along a circle, clockwise on the screen.
  /// - Parameters:
  ///   - angle: where it starts, in radians from the right, clockwise.
  ///   - turns: how often it goes round; negative for anticlockwise.
  public static func circle(
    x: Double, y: Double, radius: Double, from angle: Double = 0, turns: Double = 1, count: Int, pressure: Double = 0.5
  ) -> [PenPoint] {
    precondition(count > 0, "a circle has at least one step")
    return (0...count).map { index in
      let angle = angle + 2 * .pi * turns * Double(index) / Double(count)
      return PenPoint(x: x + radius * cos(angle), y: y + radius * sin(angle), pressure: pressure)
    }
  }
}

/// A pen on an inputtest device of the kind `DeviceSection.pen`. Every movement that a tablet's
/// driver sends is here by itself, so that also a pen that misbehaves can be played; `stroke`,
/// `tap` and `hover` put them together.
///
/// Calls return when the events are written; `synchronize` waits until the server has handled them.
public final class VirtualPen {
  /// The device.
  public let device: InputTestDevice
  private let width: Double
  private let height: Double
  private var position = PenPoint(x: 0, y: 0, pressure: 0)

  // The driver's axes (inputtestdrv(4)): 0 and 1 position, 4 pressure.
  private static let positionSteps = 65536.0
  private static let pressureSteps = 1000.0

  /// A pen on `device` of a screen of `width` by `height` px.
  public init(device: InputTestDevice, width: Int, height: Int) {
    self.device = device
    self.width = Double(width)
    self.height = Double(height)
  }

  /// The pen comes near the tablet.
  public func proximityIn(x: Double, y: Double) throws(RigError) {
    position = PenPoint(x: x, y: y, pressure: 0)
    try device.proximity(isIn: true, values(pressure: 0))
  }

  /// The pen goes away, from where it is; a button that is down stays down, as when a release is
  /// lost.
  public func proximityOut() throws(RigError) {
    try device.proximity(isIn: false, values(pressure: 0))
  }

  /// The pen moves.
  /// - Parameter pressure: 0...1; nil sends none, so that the axis is missing from the event.
  public func move(x: Double, y: Double, pressure: Double? = 0) throws(RigError) {
    position = PenPoint(x: x, y: y, pressure: pressure ?? position.pressure)
    try device.motion(values(pressure: pressure), isAbsolute: true)
  }

  /// A button goes down where the pen is; 1 is the tip.
  /// - Parameter withValues: whether the event carries position and pressure (as with the wacom
  ///   driver) or no values (as with the libinput driver).
  public func press(_ button: Int = 1, pressure: Double? = nil, withValues: Bool = true) throws(RigError) {
    if let pressure { position.pressure = pressure }
    try device.button(
      button, isPress: true, withValues ? values(pressure: position.pressure) : [], isAbsolute: true)
  }

  /// A button goes up where the pen is.
  /// - Parameter withValues: as with `press`.
  public func release(_ button: Int = 1, withValues: Bool = true) throws(RigError) {
    position.pressure = 0
    try device.button(button, isPress: false, withValues ? values(pressure: 0) : [], isAbsolute: true)
  }

  /// Waits until the server has handled everything sent.
  public func synchronize() throws(RigError) {
    try device.synchronize()
  }

  /// The pen comes near at the first point, touches there, moves along the points and lifts at the
  /// last.
  /// - Parameters:
  ///   - points: at least one.
  ///   - rate: points per second; nil sends them as fast as the server takes them.
  ///   - leaves: whether it goes out of proximity afterwards.
  /// Returns when the server has handled it.
  public func stroke(_ points: [PenPoint], rate: Double? = nil, leaves: Bool = true) throws(RigError) {
    guard let first = points.first else { return }
    try proximityIn(x: first.x, y: first.y)
    try move(x: first.x, y: first.y, pressure: 0)
    let start = MonotonicTime.now
    try move(x: first.x, y: first.y, pressure: first.pressure)
    try press()
    for (index, point) in points.enumerated().dropFirst() {
      if let rate { start.advanced(bySeconds: Double(index) / rate).sleepUntil() }
      try move(x: point.x, y: point.y, pressure: point.pressure)
    }
    if let rate { start.advanced(bySeconds: Double(points.count) / rate).sleepUntil() }
    try release()
    if leaves { try proximityOut() }
    try synchronize()
  }

  /// The pen comes near, touches, lifts at the same point and goes.
  /// - Parameter hold: how long it touches, in seconds.
  public func tap(x: Double, y: Double, pressure: Double = 0.5, button: Int = 1, hold: Double = 0) throws(RigError) {
    try proximityIn(x: x, y: y)
    try move(x: x, y: y, pressure: 0)
    try move(x: x, y: y, pressure: pressure)
    try press(button)
    if hold > 0 { MonotonicTime.sleep(seconds: hold) }
    try release(button)
    try proximityOut()
    try synchronize()
  }

  /// The pen comes near and stays over a point without touching.
  public func hover(x: Double, y: Double) throws(RigError) {
    try proximityIn(x: x, y: y)
    try move(x: x, y: y, pressure: 0)
    try synchronize()
  }

  private func values(pressure: Double?) -> InputTestDevice.Values {
    var values: InputTestDevice.Values = [
      (0, min(position.x / width * Self.positionSteps, Self.positionSteps - 1)),
      (1, min(position.y / height * Self.positionSteps, Self.positionSteps - 1)),
    ]
    if let pressure { values.append((4, pressure * Self.pressureSteps)) }
    return values
  }
}
