import Glibc

/// A pen's position, pressure and tilt.
public struct PenPoint: Sendable, Hashable {
  /// Screen px from the left edge; 0.5 is the middle of the first pixel.
  public var x: Double
  /// Screen px from the upper edge.
  public var y: Double
  /// Pressure, 0...1.
  public var pressure: Double
  /// Degrees by which the pen's top leans to the right. Only a `KernelPen` sends tilt.
  public var tiltX = 0.0
  /// Degrees by which the pen's top leans down the screen.
  public var tiltY = 0.0

  /// Makes a point.
  public init(x: Double, y: Double, pressure: Double = 0.5, tiltX: Double = 0, tiltY: Double = 0) {
    self.x = x
    self.y = y
    self.pressure = pressure
    self.tiltX = tiltX
    self.tiltY = tiltY
  }

  /// Returns `count` + 1 points along a line, evenly spaced in position, pressure and tilt.
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

  /// Returns `count` + 1 points along a circle, clockwise on the screen.
  /// - Parameters:
  ///   - angle: where it starts, in radians from the right, clockwise.
  ///   - turns: number of turns; negative for anticlockwise.
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

/// A pen on an inputtest device of the kind `DeviceSection.pen`.
///
/// Each event that a tablet driver can send has its own method, so tests can also simulate a faulty
/// pen. `stroke`, `tap` and `hover` combine them.
///
/// Methods return when the events are written. `synchronize` waits until the server has handled
/// them.
public final class VirtualPen {
  /// The device.
  public let device: InputTestDevice
  private let width: Double
  private let height: Double
  private var position = PenPoint(x: 0, y: 0, pressure: 0)

  // The driver's axes (inputtestdrv(4)): 0 and 1 position, 4 pressure.
  private static let positionSteps = 65536.0
  private static let pressureSteps = 1000.0

  /// Makes a pen on `device` for a screen of `width` by `height` px.
  public init(device: InputTestDevice, width: Int, height: Int) {
    self.device = device
    self.width = Double(width)
    self.height = Double(height)
  }

  /// Moves the pen into proximity.
  public func proximityIn(x: Double, y: Double) throws(RigError) {
    position = PenPoint(x: x, y: y, pressure: 0)
    try device.proximity(isIn: true, values(pressure: 0))
  }

  /// Moves the pen out of proximity. A pressed button stays pressed, as when a release is lost.
  public func proximityOut() throws(RigError) {
    try device.proximity(isIn: false, values(pressure: 0))
  }

  /// Moves the pen.
  /// - Parameter pressure: 0...1; nil omits the axis from the event.
  public func move(x: Double, y: Double, pressure: Double? = 0) throws(RigError) {
    position = PenPoint(x: x, y: y, pressure: pressure ?? position.pressure)
    try device.motion(values(pressure: pressure), isAbsolute: true)
  }

  /// Presses a button at the pen's position; 1 is the tip.
  /// - Parameter withValues: whether the event carries position and pressure (as with the wacom
  ///   driver) or no values (as with the libinput driver).
  public func press(_ button: Int = 1, pressure: Double? = nil, withValues: Bool = true) throws(RigError) {
    if let pressure { position.pressure = pressure }
    try device.button(
      button, isPress: true, withValues ? values(pressure: position.pressure) : [], isAbsolute: true)
  }

  /// Releases a button at the pen's position.
  /// - Parameter withValues: as with `press`.
  public func release(_ button: Int = 1, withValues: Bool = true) throws(RigError) {
    position.pressure = 0
    try device.button(button, isPress: false, withValues ? values(pressure: 0) : [], isAbsolute: true)
  }

  /// Waits until the server has handled everything sent.
  public func synchronize() throws(RigError) {
    try device.synchronize()
  }

  /// Draws a stroke: enters proximity and touches at the first point, moves along the points, lifts
  /// at the last.
  ///
  /// Returns when the server has handled everything.
  /// - Parameters:
  ///   - points: at least one.
  ///   - rate: points per second; nil for as fast as the server accepts them.
  ///   - leaves: whether the pen leaves proximity afterwards.
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

  /// Enters proximity, touches and lifts at one point, and leaves proximity.
  /// - Parameter hold: how long the pen touches, in seconds.
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

  /// Moves the pen into proximity over a point, without touching.
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
