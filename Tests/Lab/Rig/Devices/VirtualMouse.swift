/// A mouse on an inputtest device of the kind `DeviceSection.mouse`. It moves relatively, without
/// acceleration.
public final class VirtualMouse {
  /// The device.
  public let device: InputTestDevice
  private let screen: Screen

  // The driver's scroll axes (inputtestdrv(4)) and their units per notch.
  private static let (sideways, upright) = (2, 3)
  private static let notch = 120.0

  /// The direction of a wheel's turn. The raw value is X's button number.
  public enum Wheel: Int, Sendable, Hashable {
    /// Away from the user.
    case up = 4
    /// Towards the user.
    case down = 5
    /// Tilted left.
    case left = 6
    /// Tilted right.
    case right = 7
  }

  /// Makes a mouse on `device`. `screen` is used to read the pointer's position.
  public init(device: InputTestDevice, screen: Screen) {
    self.device = device
    self.screen = screen
  }

  /// Moves the pointer to `x`, `y` of the screen in a few steps and waits until it is there.
  public func move(x: Double, y: Double) throws(RigError) {
    // If another device moved the pointer, its fractions of a px are unknown. They are known once
    // this mouse has moved both axes.
    let now = try position()
    func some(_ distance: Double) -> Double { distance == 0 ? 0.25 : distance }
    try move(by: some(x - now.x), some(y - now.y))
    try synchronize()
    try adjust(x: x, y: y)
  }

  /// Moves the pointer to `x`, `y` if it is elsewhere. This mouse must have moved it last, along
  /// both axes.
  private func adjust(x: Double, y: Double) throws(RigError) {
    let tolerance = 1.0 / 1024
    var now = try position()
    for _ in 0..<4 {
      if abs(now.x - x) < tolerance, abs(now.y - y) < tolerance { return }
      try move(by: x - now.x, y - now.y)
      try synchronize()
      now = try position()
    }
    throw RigError("The pointer went to \(now.x), \(now.y), not to \(x), \(y).")
  }

  /// The pointer's position, with fractions if this mouse moved it last. A relative device's axes
  /// hold the position on the screen. They do not change when another device moves the pointer.
  private func position() throws(RigError) -> (x: Double, y: Double) {
    let pointer = try screen.pointerPosition()
    guard let axes = screen.axisValues(ofDeviceNamed: device.name), axes.count >= 2 else { return pointer }
    func finer(_ axis: Double, _ whole: Double) -> Double { axis.rounded(.down) == whole ? axis : whole }
    return (finer(axes[0], pointer.x), finer(axes[1], pointer.y))
  }

  /// Moves the pointer by a distance, px.
  public func move(by dx: Double, _ dy: Double) throws(RigError) {
    try device.motion([(0, dx), (1, dy)], isAbsolute: false)
  }

  /// Presses a button: 1 left, 2 middle, 3 right.
  public func press(_ button: Int = 1) throws(RigError) {
    try device.button(button, isPress: true, isAbsolute: false)
  }

  /// Releases a button.
  public func release(_ button: Int = 1) throws(RigError) {
    try device.button(button, isPress: false, isAbsolute: false)
  }

  /// Presses and releases a button where the pointer is.
  public func click(_ button: Int = 1) throws(RigError) {
    try press(button)
    try release(button)
    try synchronize()
  }

  /// Moves to `x`, `y` and clicks there.
  public func click(_ button: Int = 1, x: Double, y: Double) throws(RigError) {
    try move(x: x, y: y)
    try click(button)
  }

  /// Turns the wheel by whole notches through buttons 4 to 7, like a mouse without smooth
  /// scrolling.
  public func wheel(_ way: Wheel, clicks: Int = 1) throws(RigError) {
    for _ in 0..<clicks {
      try press(way.rawValue)
      try release(way.rawValue)
    }
    try synchronize()
  }

  /// Scrolls smoothly by a number of notches, also fractional. Positive is right and down.
  public func scroll(_ dx: Double, _ dy: Double) throws(RigError) {
    var values: InputTestDevice.Values = []
    if dx != 0 { values.append((Self.sideways, dx * Self.notch)) }
    if dy != 0 { values.append((Self.upright, dy * Self.notch)) }
    try device.motion(values, isAbsolute: false)
    try synchronize()
  }

  /// Drags: presses a button at one position and releases it at another.
  /// - Parameters:
  ///   - steps: the number of movements in between.
  ///   - rate: movements per second; nil for as fast as the server accepts them.
  public func drag(
    _ button: Int = 1, from start: (x: Double, y: Double), to end: (x: Double, y: Double), steps: Int = 20,
    rate: Double? = nil
  ) throws(RigError) {
    precondition(steps > 0, "a drag has at least one step")
    try move(x: start.x, y: start.y)
    try press(button)
    let begin = MonotonicTime.now
    for step in 1...steps {
      if let rate { begin.advanced(bySeconds: Double(step) / rate).sleepUntil() }
      try move(by: (end.x - start.x) / Double(steps), (end.y - start.y) / Double(steps))
    }
    try synchronize()
    try adjust(x: end.x, y: end.y)
    try release(button)
    try synchronize()
  }

  /// Waits until the server has handled everything sent.
  public func synchronize() throws(RigError) {
    try device.synchronize()
  }
}
